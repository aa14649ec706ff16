import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { hashOf } from '../http/secrets.ts';
import type { MessageContents } from './messageContents.ts';
import { type Interface, type Peer, isOwn, readInterfaces } from './interfaces.ts';
import { type Outcome, acknowledgement } from './message/ack.ts';
import { CharsetRefused, decodeMessage } from './message/charset.ts';
import { type Message, NotHl7, type Segment, parseMessage } from './message/er7.ts';
import {
  type Refusal,
  eventOf,
  headerIn,
  notHl7,
  notNow,
  otherBody,
  refusalOf,
  unknownSender,
  unreadCharset,
} from './message/header.ts';
import { patientKeyOf, storeMessage } from './queue.ts';
import { otherNumberIn, recordNumberOf } from './recordNumber.ts';
import { faultOf } from '../process/errorCode.ts';

const senderOf = (header: Segment, interfaces: readonly Interface[]): Interface | undefined =>
  interfaces.find(
    ({ application, sendingFacility }) =>
      application === (header.text(3) ?? '') && sendingFacility === (header.text(4) ?? ''),
  );

/** Reads a message as its sender writes; gives the refusal where it cannot be read. */
function read(bytes: Buffer, charset: string | null): Message | Refusal {
  try {
    return parseMessage(decodeMessage(bytes, charset));
  } catch (error) {
    if (error instanceof CharsetRefused) return unreadCharset(error.message);
    if (error instanceof NotHl7) return notHl7(error.message);
    throw error;
  }
}

/** Takes one message: stores it, and only then acknowledges. */
export function receiver(db: Db, contents: MessageContents, log: Logger, onStored: () => void) {
  const refused = (header: Segment | null, refusal: Refusal): Buffer | null => {
    log.warn({ code: refusal.code, error: refusal.error }, 'HL7 message refused');
    const answerId = randomBytes(10).toString('hex');
    return acknowledgement(header, { kind: 'refused', refusal, answerId, at: new Date() });
  };

  // Whether an interface still stands is asked where a message is stored, so the list may be that of before.
  let interfaces: readonly Interface[] = [];
  const senderOn = async (peer: Peer, header: Segment): Promise<Interface | undefined> => {
    const find = (): Interface | undefined => {
      const sender = senderOf(header, interfaces);
      return sender !== undefined && isOwn(sender, peer) ? sender : undefined;
    };
    const known = find();
    if (known !== undefined) return known;
    interfaces = await readInterfaces(db);
    return find();
  };

  /** Null: the interface has been removed. */
  const take = async (header: Segment, sender: Interface, bytes: Buffer): Promise<Outcome | Refusal | null> => {
    const message = read(bytes, sender.charset);
    if ('error' in message) return message;
    const refusal = refusalOf(message, sender.processing);
    if (refusal !== null) return refusal;
    const place = { interfaceId: sender.id, controlId: message.header.text(10) ?? '' };
    const pid = message.segments.find(({ name }) => name === 'PID');
    const keyOf = (number: string | null) => (number === null ? null : patientKeyOf(sender.facilityId, number));
    const stored = await storeMessage(db, {
      ...place,
      bodyHash: hashOf(bytes),
      content: await contents.sealed(place, bytes),
      messageType: `${header.text(9) ?? ''}^${eventOf(message)}`,
      patientKey: keyOf(pid === undefined ? null : recordNumberOf(pid, sender.recordNumbers)),
      mergedKey: keyOf(otherNumberIn(message, sender.recordNumbers)),
    });
    if (stored === null) return null;
    const { id, createdAt, isOther } = stored;
    if (isOther) return otherBody;
    // The same for a message that comes again, so that its answer is the same.
    return { kind: 'stored', answerId: `V${String(id)}`, at: new Date(createdAt) };
  };

  return {
    /** Whether any interface has connections of this peer. */
    isKnown: async (peer: Peer): Promise<boolean> => (await readInterfaces(db)).some((one) => isOwn(one, peer)),

    /**
     * The answer to a message; null where its sender wants none. `isOver`: the connection ends with it, so that no message that was sent without waiting
     * overtakes the one that could not be stored.
     */
    async answer(bytes: Buffer, peer: Peer): Promise<{ readonly answer: Buffer | null; readonly isOver: boolean }> {
      const goesOn = (answer: Buffer | null) => ({ answer, isOver: false });
      const header = headerIn(bytes);
      if (header === null) return goesOn(refused(null, notHl7('it does not begin with MSH')));
      try {
        for (;;) {
          const sender = await senderOn(peer, header);
          if (sender === undefined) return goesOn(refused(header, unknownSender));
          const outcome = await take(header, sender, bytes);
          if (outcome === null) {
            interfaces = [];
            continue;
          }
          if ('error' in outcome) return goesOn(refused(header, outcome));
          onStored();
          return goesOn(acknowledgement(header, outcome));
        }
      } catch (error) {
        log.error({ err: faultOf(error) }, 'HL7 message not stored');
        return { answer: refused(header, notNow), isOver: true };
      }
    },

    /** The answer to bytes that are no message, before the connection is closed. */
    unreadable: (why: string): Buffer | null => refused(null, notHl7(why)),
  };
}
export type Receiver = ReturnType<typeof receiver>;
