import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { type Socket, type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TlsOptions, createServer as createTlsServer } from 'node:tls';
import * as v from 'valibot';
import { decodeMessage } from '../../server/hl7/message/charset.ts';
import { type Message, parseMessage } from '../../server/hl7/message/er7.ts';
import { FrameReader, framed } from '../../server/hl7/message/frames.ts';

const portOf = (address: AddressInfo | string | null): number => v.parse(v.object({ port: v.number() }), address).port;

/** A facility's system that takes FHIR: it keeps what it took under its key, in the order in which it came. */
export async function webhook() {
  const taken: { readonly key: string; readonly body: string }[] = [];
  /** Statuses of the next answers; 200 after them. */
  const answers: number[] = [];
  const receiver = {
    taken,
    answers,
    tries: 0,
    secret: '',
    url: '',
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const [, seconds = '', signature = ''] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['vestibule-signature'])) ?? [];
      const expected = createHmac('sha256', receiver.secret).update(`${seconds}.${body}`).digest('hex');
      receiver.tries += 1;
      const status = signature === expected ? (answers.shift() ?? 200) : 400;
      if (status === 200) taken.push({ key: String(request.headers['idempotency-key']), body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  receiver.url = `http://127.0.0.1:${String(portOf(server.address()))}/in`;
  return receiver;
}

/** What an MLLP listener does with a message: an acknowledgement code (and that of its error), other bytes, or nothing (null). */
type Reaction = string | Buffer | null;

/** A facility's listener for HL7 v2. `react` gives the next answers; AA after them. */
export async function mllpListener(tls: TlsOptions | null = null) {
  const taken: Message[] = [];
  const sockets = new Set<Socket>();
  const answers: Reaction[] = [];
  const listener = {
    taken,
    answers,
    tries: 0,
    port: 0,
    /** Ends all connections, also those that were not answered. */
    drop: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      listener.drop();
      return new Promise<void>((closed) => void server.close(() => closed()));
    },
  };
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    const reader = new FrameReader(10_000_000);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      for (const frame of reader.push(chunk)) {
        if (frame.kind === 'broken') return;
        const message = parseMessage(decodeMessage(frame.bytes, null));
        const reaction = answers.length === 0 ? 'AA' : (answers.shift() ?? null);
        listener.tries += 1;
        if (reaction === null) socket.destroy();
        else if (typeof reaction === 'string') {
          const code = reaction.slice(0, 2);
          if (code === 'AA' || code === 'CA') taken.push(message);
          const id = message.header.text(10) ?? '';
          const error = reaction.length > 2 ? `ERR|||${reaction.slice(3)}|E\r` : '';
          socket.write(
            framed(Buffer.from(`MSH|^~\\&|HIS|HOSP|||20260306||ACK|1|P|2.5.1\rMSA|${code}|${id}\r${error}`)),
          );
        } else socket.write(reaction);
      }
    });
  };
  const server = tls === null ? createTcpServer(serve) : createTlsServer(tls, serve);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  listener.port = portOf(server.address());
  return listener;
}
