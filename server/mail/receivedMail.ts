import PostalMime, { type Attachment, type Email, addressParser } from 'postal-mime';
import { tokenIn } from './taggedAddress.ts';

/** A mail as it came, taken apart; null where it cannot be. */
export async function readMail(raw: Buffer): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 20, maxHeadersSize: 500_000 });
  } catch {
    return null;
  }
}

/** The headers of a mail alone: whoever decides by them whether it is looked at needs none of its megabytes. */
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

/** The tokens of the addresses that it went to, each once. */
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
