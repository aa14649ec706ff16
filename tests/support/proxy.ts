import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** `toServer`: what the browser sends; `toClient`: what it receives. */
export type Direction = 'toServer' | 'toClient';

/** Where and how a connection is cut. Bytes are counted over all connections from the moment the mode is set. */
export interface Cut {
  readonly kind: 'cut';
  readonly direction: Direction;
  /** Bytes that still pass in that direction before the cut. */
  readonly after: number;
  /** How the connection ends: a reset on both sides, or silence on both sides. */
  readonly how: 'reset' | 'stall';
  /**
   * Counting starts with the first request whose first bytes match, on its connection only. Without `from` it starts at once, on all
   * connections.
   */
  readonly from?: RegExp;
  /** What the network does after the cut. */
  readonly afterwards: 'pass' | 'refuse';
}

/**
 * What the network does. `refuse`: nothing listens; `reset`: connections are accepted and reset at once; `stall`: connections are accepted
 * and no bytes move. Each but `pass` ends or freezes the open connections.
 */
export type Network =
  | { readonly kind: 'pass' }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'stall' }
  | Cut;

export const pass: Network = { kind: 'pass' };
export const refuse: Network = { kind: 'refuse' };
export const reset: Network = { kind: 'reset' };
export const stall: Network = { kind: 'stall' };

/** Bytes of one connection, oldest first in `FaultProxy.connections`. */
export interface ConnectionCount {
  readonly toServer: number;
  readonly toClient: number;
  readonly open: boolean;
}

export interface FaultProxy {
  readonly port: number;
  /** `http://localhost:<port>`, without a closing slash. */
  readonly url: string;
  readonly network: Network;
  readonly connections: readonly ConnectionCount[];
  /** Number of cuts made so far. */
  readonly cuts: number;
  /** Changes the network. Resolves once the change is done (the port is listened on, or no longer). */
  set(network: Network): Promise<void>;
  /** Makes the network fail and work in turns until the returned function is called, which leaves it working. Times in milliseconds. */
  flap(times: { up: number; down: number; downAs?: Network }): () => Promise<void>;
  /** Sends new connections to another port, after the server was started again there. */
  retarget(port: number): void;
  stop(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  toServer: number;
  toClient: number;
  open: boolean;
  /** A cut with `from` has seen its request on this connection. */
  counting: boolean;
}

function resetSocket(socket: Socket) {
  if (socket.destroyed) return;
  if (socket.connecting) socket.destroy();
  else socket.resetAndDestroy();
}

/** Listens on `port` (0: a free one) of localhost and passes bytes to `target`, a port of 127.0.0.1, as far as the network allows. */
export async function startProxy(target: number, port = 0): Promise<FaultProxy> {
  let network: Network = pass;
  let passed = 0;
  let cuts = 0;
  let targetPort = target;
  const pairs: Pair[] = [];

  const openPairs = () => pairs.filter((pair) => pair.open);

  function breakPair(pair: Pair) {
    resetSocket(pair.client);
    resetSocket(pair.server);
  }

  function freeze(pair: Pair) {
    pair.client.pause();
    pair.server.pause();
  }

  /** Writes the part of a chunk that the network lets through; a cut may be in the middle of a chunk. */
  function forward(pair: Pair, direction: Direction, chunk: Buffer) {
    const to = direction === 'toServer' ? pair.server : pair.client;
    let rest = chunk;
    if (network.kind === 'cut') {
      const cut = network;
      if (cut.from === undefined) pair.counting = true;
      else if (direction === 'toServer' && cut.from.test(chunk.toString('latin1', 0, 4096))) pair.counting = true;
      if (pair.counting && direction === cut.direction) {
        const left = cut.after - passed;
        if (chunk.length > left) {
          rest = chunk.subarray(0, Math.max(0, left));
          pair[direction] += rest.length;
          cuts += 1;
          const end = () => (cut.how === 'reset' ? breakPair(pair) : freeze(pair));
          // The bytes before the cut must arrive before the reset, which would discard them from the buffers.
          if (rest.length === 0) end();
          else to.write(rest, () => setTimeout(end, 2));
          if (cut.how === 'stall') freeze(pair);
          else (direction === 'toServer' ? pair.client : pair.server).pause();
          void set(cut.afterwards === 'pass' ? pass : refuse, pair);
          return;
        }
        passed += chunk.length;
      }
    }
    pair[direction] += rest.length;
    const from = direction === 'toServer' ? pair.client : pair.server;
    if (!to.write(rest)) {
      from.pause();
      to.once('drain', () => {
        if (network.kind !== 'stall') from.resume();
      });
    }
  }

  function take(client: Socket) {
    if (network.kind === 'reset' || network.kind === 'refuse') {
      resetSocket(client);
      return;
    }
    const server = connect({ host: '127.0.0.1', port: targetPort, noDelay: true, allowHalfOpen: true });
    client.setNoDelay(true);
    const pair: Pair = { client, server, toServer: 0, toClient: 0, open: true, counting: false };
    pairs.push(pair);
    client.on('data', (chunk: Buffer) => forward(pair, 'toServer', chunk));
    server.on('data', (chunk: Buffer) => forward(pair, 'toClient', chunk));
    client.on('end', () => server.end());
    server.on('end', () => client.end());
    client.on('error', () => resetSocket(server));
    server.on('error', () => resetSocket(client));
    client.on('close', () => {
      pair.open = false;
      server.destroy();
    });
    server.on('close', () => client.destroy());
    if (network.kind === 'stall') freeze(pair);
  }

  let listener: Server | null = null;
  function listen(on: number): Promise<number> {
    const made = createServer({ allowHalfOpen: true, pauseOnConnect: false }, take);
    listener = made;
    return new Promise((resolve, reject) => {
      made.once('error', reject);
      made.listen(on, () => resolve((made.address() as AddressInfo).port));
    });
  }
  const ownPort = await listen(port);

  function stopListening(): Promise<void> {
    const made = listener;
    listener = null;
    if (made === null) return Promise.resolve();
    return new Promise((resolve) => {
      // Resolved as soon as the port is free; open connections are ended separately.
      made.close(() => resolve());
      setImmediate(resolve);
    });
  }

  async function set(next: Network, except?: Pair): Promise<void> {
    const before = network;
    network = next;
    passed = 0;
    for (const pair of openPairs()) {
      if (pair === except) continue;
      pair.counting = false;
      switch (next.kind) {
        case 'refuse':
        case 'reset':
          breakPair(pair);
          break;
        case 'stall':
          freeze(pair);
          break;
        case 'pass':
        case 'cut':
          if (before.kind === 'stall') {
            pair.client.resume();
            pair.server.resume();
          }
          break;
      }
    }
    if (next.kind === 'refuse') await stopListening();
    else if (listener === null) await listen(ownPort);
  }

  return {
    port: ownPort,
    url: `http://localhost:${ownPort}`,
    get network() {
      return network;
    },
    get connections() {
      return pairs.map(({ toServer, toClient, open }) => ({ toServer, toClient, open }));
    },
    get cuts() {
      return cuts;
    },
    set: (next) => set(next),
    flap({ up, down, downAs = reset }) {
      let running = true;
      let isUp = true;
      let timer: NodeJS.Timeout;
      let change = Promise.resolve();
      const next = () => {
        if (!running) return;
        isUp = !isUp;
        change = set(isUp ? pass : downAs);
        timer = setTimeout(next, isUp ? up : down);
      };
      timer = setTimeout(next, up);
      return async () => {
        running = false;
        clearTimeout(timer);
        await change;
        await set(pass);
      };
    },
    retarget(to) {
      targetPort = to;
    },
    async stop() {
      network = refuse;
      for (const pair of openPairs()) breakPair(pair);
      await stopListening();
    },
  };
}
