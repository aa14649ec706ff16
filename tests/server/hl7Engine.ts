import { setTimeout as wait } from 'node:timers/promises';
import { framed } from '../../server/hl7/message/frames.ts';
import { Sender, ackCodes, hl7 } from './mllp.ts';

/** Messages on their way without an answer, as engines send them. */
const inFlight = 20;
/** An engine that hears nothing for so long gives the connection up. */
const patienceMs = 60_000;
/** What the engine does with a message: its control id and its bytes on the wire. */
type Outgoing = readonly [id: string, bytes: Buffer];

const outgoing = (application: string, type: string, id: string, lines: readonly string[]): Outgoing => {
  const message = hl7(type, lines, { id }).replace('|LAB|', `|${application}|`);
  return [id, framed(Buffer.from(message.replaceAll('\n', '\r')))];
};

/** An interface engine that sends until each message is acknowledged, in order, over as many connections as that takes. */
export class InterfaceEngine {
  readonly #application: string;
  readonly #port: number;
  readonly #unanswered = new Map<string, Buffer>();
  #isOver = false;
  /** In the order of their acknowledgement. */
  readonly acknowledged: string[] = [];
  /** Answers other than AA, with how often they came; `nothing`: the connection ended without one. */
  readonly refusals = new Map<string, number>();
  /** How often a connection stayed open and said nothing for a minute. */
  silences = 0;
  /** The longest that a message waited for an answer or the end of its connection. */
  longestMs = 0;

  constructor(application: string, port: number) {
    this.#application = application;
    this.#port = port;
  }

  /** Has so many patients more to tell of: for each a registration, a result, its correction, and a new address. */
  tellOf(round: number, patients: number): void {
    for (let at = 0; at < patients; at += 1) {
      const mrn = `k-${this.#application}-${String(round)}-${String(at)}`;
      const pid = (street: string) => `PID|1||${mrn}^^^NORTH^MR||Reed^Mara||19610405||||${street}^^Town^NY^10042`;
      const result = (value: string, status: string) => [
        pid('1 Old Road'),
        `OBR|1||${mrn}|57021-8^Blood count^LN|||20260306204311||||||||||||||||||${status}`,
        `OBX|1|NM|718-7^Hemoglobin^LN||${value}|g/dL|||||${status}`,
      ];
      const told = [
        outgoing(this.#application, 'ADT^A28', `${mrn}-a`, [pid('1 Old Road')]),
        outgoing(this.#application, 'ORU^R01', `${mrn}-b`, result('13.5', 'F')),
        outgoing(this.#application, 'ORU^R01', `${mrn}-c`, result('12.5', 'C')),
        outgoing(this.#application, 'ADT^A31', `${mrn}-d`, [pid('2 New Road')]),
      ];
      for (const [id, bytes] of told) this.#unanswered.set(id, bytes);
    }
  }

  /** Whether all that it had to tell is acknowledged. */
  get isIdle(): boolean {
    return this.#unanswered.size === 0;
  }

  /** Sends until `finish` was called and all is acknowledged. */
  async run(): Promise<void> {
    while (!this.#isOver || this.#unanswered.size > 0) {
      if (this.#unanswered.size > 0) await this.#useConnection();
      await wait(20);
    }
  }

  finish(): void {
    this.#isOver = true;
  }

  /** Sends over one connection, until it ends or all is answered. What has no answer goes over the next one, in the same order. */
  async #useConnection(): Promise<void> {
    const sender = new Sender(this.#port);
    const sent = new Set<string>();
    try {
      while (this.#unanswered.size > 0) {
        for (const [id, bytes] of this.#unanswered) {
          if (sent.size >= inFlight) break;
          if (sent.has(id)) continue;
          sender.write(bytes);
          sent.add(id);
        }
        const answer = await this.#answerOf(sender);
        const code = ackCodes(answer);
        if (code !== 'AA') {
          this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
          return;
        }
        const id = /\rMSA\|AA\|(\S+?)\r/.exec(answer ?? '')?.[1] ?? '';
        if (!sent.delete(id) || !this.#unanswered.delete(id))
          throw new Error(`an answer to "${id}", which was not sent`);
        this.acknowledged.push(id);
      }
    } finally {
      sender.end();
    }
  }

  async #answerOf(sender: Sender): Promise<string | null> {
    const began = performance.now();
    const silence = setTimeout(() => {
      this.silences += 1;
      sender.end();
    }, patienceMs);
    const answer = await sender.answer();
    clearTimeout(silence);
    this.longestMs = Math.max(this.longestMs, performance.now() - began);
    return answer;
  }
}
