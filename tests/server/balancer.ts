import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two checks of which servers are ready. */
const checkEveryMs = 100;

/** Spreads requests over server processes as a facility's proxy does. It never sends a request twice, so that a lost request is noticed. */
export interface Balancer {
  readonly url: string;
  /** Requests that no server answered, one line each. */
  readonly lost: readonly string[];
  /** Sends requests to this server while its `/readyz` says that it is ready. */
  add(origin: string): void;
  /** The number of ready servers. */
  ready(): number;
  /** Sends this server no more requests, and waits for the answers of those that it has. */
  takeOut(origin: string): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  readonly origin: URL;
  readonly agent: Agent;
  isReady: boolean;
  isOut: boolean;
  running: number;
}

/** Starts a balancer on a free port of this machine. */
export async function startBalancer(): Promise<Balancer> {
  const members: Member[] = [];
  const lost: string[] = [];
  let turn = 0;
  let stopped = false;

  const check = async (member: Member): Promise<void> => {
    const answer = await fetch(new URL('/readyz', member.origin), { headers: { connection: 'close' } }).catch(
      () => null,
    );
    await answer?.text().catch(() => undefined);
    member.isReady = answer?.status === 200;
  };
  const watch = async (member: Member): Promise<void> => {
    for (; !stopped && !member.isOut; await wait(checkEveryMs)) await check(member);
  };

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const able = members.filter(({ isReady, isOut }) => isReady && !isOut);
    const member = able[(turn += 1) % Math.max(able.length, 1)];
    const what = `${incoming.method ?? ''} ${(incoming.url ?? '').split('?')[0] ?? ''}`;
    const lose = (why: string): void => {
      lost.push(`${what}: ${why}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (member === undefined) {
      lose('nobody is ready');
      return;
    }
    member.running += 1;
    outgoing.once('close', () => {
      member.running -= 1;
    });
    const { connection: _, ...headers } = incoming.headers;
    const forwarded = request(
      {
        host: member.origin.hostname,
        port: member.origin.port,
        method: incoming.method,
        path: incoming.url,
        headers,
        agent: member.agent,
      },
      (answer) => {
        const { connection: _own, 'keep-alive': _its, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, rest);
        answer.on('error', (error) => lose(error.message));
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', (error) => lose(error.message));
    incoming.pipe(forwarded);
  };
  const server = createServer(pass);
  await new Promise<void>((settle) => {
    server.listen(0, '127.0.0.1', settle);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}`,
    lost,
    add(origin) {
      const member = {
        origin: new URL(origin.replace('localhost', '127.0.0.1')),
        agent: new Agent({ keepAlive: true }),
        isReady: false,
        isOut: false,
        running: 0,
      };
      members.push(member);
      void watch(member);
    },
    ready: () => members.filter(({ isReady, isOut }) => isReady && !isOut).length,
    async takeOut(origin) {
      const { port: wanted } = new URL(origin);
      for (const member of members.filter((each) => each.origin.port === wanted)) {
        member.isOut = true;
        while (member.running > 0) await wait(10);
        member.agent.destroy();
      }
    },
    async stop() {
      stopped = true;
      server.closeAllConnections();
      await new Promise((settle) => {
        server.close(settle);
      });
      for (const { agent } of members) agent.destroy();
    },
  };
}
