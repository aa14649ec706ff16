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
export const tokensOf = ({ headers }: Email, base: string): string[] => [
  ...new Set(
    headers
      .filter(({ key }) => recipientHeaders.includes(key))
      .flatMap(({ value }) => addressesIn(value))
      .flatMap((address) => tokenIn(address, base) ?? []),
  ),
];

export const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
