import PostalMime, { type Attachment, type Email, addressParser } from 'postal-mime';
import { tokenIn } from './taggedAddress.ts';

/** Parses a received mail; null if that fails. */
export async function readMail(raw: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 20, maxHeadersSize: 500_000 });
  } catch {
    return null;
  }
}

/** Parses the headers of a mail only, for deciding whether its megabytes are worth parsing. */
export async function readHeaders(raw: Buffer): Promise<Email['headers'] | null> {
  const ends = ['\r\n\r\n', '\n\n'].map((end) => raw.indexOf(end)).filter((at) => at !== -1);
  return (await readMail(raw.subarray(0, Math.min(raw.length, ...ends))))?.headers ?? null;
}

const recipientHeaders = [
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
];

const addressesIn = (value: string): string[] =>
  addressParser(value, { flatten: true }).flatMap(({ address }) => (address === undefined ? [] : [address]));

/** The tokens of the addresses that a mail was sent to, without repeats. */
export const tokensOf = (headers: Email['headers'], base: string): string[] => [
  ...new Set(
    headers
      .filter(({ key }) => recipientHeaders.includes(key))
      .flatMap(({ value }) => addressesIn(value))
      .flatMap((address) => tokenIn(address, base) ?? []),
  ),
];

export const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
