import { type Message, NotHl7, type Segment, parseMessage } from './er7.ts';

/** The messages that are worked on, with their events. */
export const supported = {
  ADT: ['A01', 'A03', 'A04', 'A05', 'A06', 'A07', 'A08', 'A11', 'A12', 'A13', 'A28', 'A31', 'A37', 'A40', 'A47', 'A49'],
  ORU: ['R01'],
  SIU: ['S12', 'S13', 'S14', 'S15', 'S16', 'S17', 'S26'],
  MDM: ['T02', 'T04', 'T06', 'T08', 'T10', 'T11'],
} as const;

/** The events that may make a patient. */
export const makesPatient = (type: string): boolean => ['ADT^A01', 'ADT^A04', 'ADT^A05', 'ADT^A28'].includes(type);

/** Error codes of HL7 table 0357 with their texts. */
const errors = {
  100: 'Segment sequence error',
  101: 'Required field missing',
  103: 'Table value not found',
  200: 'Unsupported message type',
  201: 'Unsupported event code',
  202: 'Unsupported processing id',
  203: 'Unsupported version id',
  205: 'Duplicate key identifier',
  207: 'Application internal error',
} as const;

/** Why a message is not taken. AE: it is wrong; AR: this receiver does not take such messages, or cannot now. */
export interface Refusal {
  readonly code: 'AE' | 'AR';
  readonly error: keyof typeof errors;
  /** The field of MSH that it is about. */
  readonly field: number | null;
  readonly text: string;
}
export const errorText = ({ error }: Refusal): string => errors[error];

const refusal = (code: Refusal['code'], error: Refusal['error'], field: number | null, text: string): Refusal => ({
  code,
  error,
  field,
  text,
});
export const notHl7 = (text: string): Refusal => refusal('AE', 100, null, text);
export const unknownSender: Refusal = refusal('AR', 103, 3, 'No interface has this application and facility here.');
export const unreadCharset = (text: string): Refusal => refusal('AR', 103, 18, text);
export const otherBody: Refusal = refusal('AE', 205, 10, 'Another message came under this control id before.');
export const notNow: Refusal = refusal('AR', 207, null, 'It could not be stored. Send it again.');

/** The event of a message: MSH-9.2, or EVN-1 where that is left out. */
export const eventOf = ({ header, segments }: Pick<Message, 'header' | 'segments'>): string =>
  header.text(9, 2) ?? segments.find(({ name }) => name === 'EVN')?.text(1) ?? '';

/** What keeps a message from being taken by its header; null: nothing. `processing`: what the interface is for (P, T or D). */
export function refusalOf(message: Message, processing: string): Refusal | null {
  const { header } = message;
  const type = header.text(9) ?? '';
  const version = header.text(12) ?? '';
  const mode = header.text(11) ?? 'P';
  if (header.text(10) === null) return refusal('AE', 101, 10, 'MSH-10 is empty.');
  if ((header.text(10) ?? '').length > 200) return refusal('AE', 103, 10, 'MSH-10 is longer than 200 characters.');
  if (!/^2\.[3-9](?:\.\d)?$/.test(version)) return refusal('AR', 203, 12, 'Versions 2.3 to 2.9 are taken.');
  if (mode !== processing) return refusal('AR', 202, 11, `This interface is for processing id ${processing}.`);
  const events = Object.entries(supported).find(([one]) => one === type)?.[1];
  if (events === undefined) return refusal('AR', 200, 9, `Types taken: ${Object.keys(supported).join(', ')}.`);
  return events.some((one) => one === eventOf(message))
    ? null
    : refusal('AR', 201, 9, `Events of ${type} taken: ${events.join(', ')}.`);
}

/** The header of bytes that could not be read as a message; null if not even that can be read. */
export function headerIn(bytes: Buffer): Segment | null {
  const [line = ''] = bytes
    .subarray(0, 4000)
    .toString('latin1')
    .split(/[\r\n]/, 1);
  try {
    return parseMessage(line).header;
  } catch (error) {
    if (error instanceof NotHl7) return null;
    throw error;
  }
}

/** Whether a message asks for acknowledgements in enhanced mode (MSH-15). */
const isEnhanced = (header: Segment): boolean => ['AL', 'ER', 'SU'].includes(header.text(15) ?? '');

/** The acknowledgement code in the mode of the message. */
export const codeIn = (header: Segment, code: 'AA' | Refusal['code']): string =>
  isEnhanced(header) ? code.replace('A', 'C') : code;

/** Whether the sender waits for an acknowledgement of this outcome. */
export function isAwaited(header: Segment, code: 'AA' | Refusal['code']): boolean {
  const accept = header.text(15);
  const wish = accept === 'NE' ? (header.text(16) ?? 'AL') : accept;
  if (wish === 'NE') return false;
  if (wish === 'ER') return code !== 'AA';
  return wish === 'SU' ? code === 'AA' : true;
}
