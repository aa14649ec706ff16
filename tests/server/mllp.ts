import { type Socket, connect } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { framed } from '../../server/hl7/message/frames.ts';

/** A sender of HL7 v2, as an interface engine is one. */
export class Sender {
  readonly #socket: Socket;
  #received = '';
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(port: number, tls: ConnectionOptions | null = null) {
    this.#socket =
      tls === null
        ? connect(port, '127.0.0.1')
        : connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...tls });
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1');
      this.#wake();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** The next answer; null where the connection ends without one. */
  async answer(): Promise<string | null> {
    for (;;) {
      const end = this.#received.indexOf('\u001c\r');
      if (end !== -1) {
        const text = this.#received.slice(1, end);
        this.#received = this.#received.slice(end + 2);
        return text;
      }
      if (this.#isClosed) return null;
      await new Promise<void>((settle) => {
        this.#wake = settle;
      });
    }
  }

  /** Sends a message and gives the answer. Lines end with LF here and with CR on the wire. */
  send(message: string, encoding: BufferEncoding = 'utf8'): Promise<string | null> {
    this.write(framed(Buffer.from(message.replaceAll('\n', '\r'), encoding)));
    return this.answer();
  }

  /** Resolves when the other end has closed the connection. */
  async closed(): Promise<void> {
    while (!this.#isClosed)
      await new Promise<void>((settle) => {
        this.#wake = settle;
      });
  }

  end(): void {
    this.#socket.destroy();
  }
}

const message = Buffer.from(
  'MSH|^~\\&|LAB|NORTH|P|N|20260306||ORU^R01|1|P|2.5||||||8859/1\rPID|1||7^^^N^MR~8||Réed^Mara\rOBX|1|NM|718-7^Hb^LN||13.5|g/dL|12\\T\\15|H|||F\r',
  'latin1',
);
const pieces = [0x0b, 0x1c, 0x0d, 0x0a, 0x7c, 0x5e, 0x7e, 0x5c, 0x26, 0x22, 0x00, 0xff, 0x4d];
const damage = fc.record({
  at: fc.nat(message.length),
  drop: fc.nat(30),
  put: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }),
});
/** The frame of a message with bytes that were lost and others that came in. */
export const damagedFrame: fc.Arbitrary<Buffer> = fc
  .array(damage, { minLength: 1, maxLength: 4 })
  .map((damages) =>
    damages.reduce(
      (bytes, { at, drop, put }) => Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + drop)]),
      framed(message),
    ),
  );

let made = 0;
/** A message of an interface `LAB|NORTH` with a control id of its own. */
export const hl7 = (
  type: string,
  lines: readonly string[],
  { id = `T${String((made += 1))}`, version = '2.5.1', more = '' } = {},
): string =>
  [`MSH|^~\\&|LAB|NORTH|PORTAL|HOSP|20260306204311||${type}|${id}|P|${version}${more}`, ...lines, ''].join('\n');

/** The code of an acknowledgement, and of its error. */
export const ackCodes = (answer: string | null): string =>
  answer === null
    ? 'nothing'
    : [/\rMSA\|(\w+)/.exec(answer)?.[1], /\rERR\|.*?\b(1\d\d|2\d\d)[\^&]/.exec(answer)?.[1]]
        .filter((one) => one !== undefined)
        .join(' ');

/** The command that adds an interface of Northlight; `more`: how its connections are known (`--address`, `--certificate`), and other options. */
export const addInterface = (name: string, application: string, ...more: readonly string[]): readonly string[] => [
  'interface',
  'add',
  name,
  '--facility',
  'Northlight',
  '--application',
  application,
  '--sending-facility',
  'NORTH',
  ...more,
];
