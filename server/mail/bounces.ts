import type { Email } from 'postal-mime';
import { keyFor, keyedHash } from '../http/serverKey.ts';
import type { Db } from '../db/pool.ts';
import { noteBounced } from './queue.ts';
import { bytesOf, readHeaders, readMail, tokensOf } from './receivedMail.ts';
import { addressWith } from './taggedAddress.ts';

/** The address to which mail servers report mails that they could not deliver after accepting them. */
export interface Bounces {
  readonly address: string;
  readonly key: Buffer;
}

export const bouncesAt = async (db: Db, serverKey: string, address: string | null): Promise<Bounces | null> =>
  address === null ? null : { address, key: await keyFor(db, serverKey, 'mail-bounce') };

/** A token for the recipient's address. Nobody else can make it and claim that the address bounced. */
const tokenOf = (key: Buffer, recipient: string): string =>
  keyedHash(key, recipient.trim().toLowerCase()).toString('hex', 0, 16);

/** The envelope sender of a mail to this recipient. */
export const returnPathOf = ({ address, key }: Bounces, recipient: string): string =>
  addressWith(address, tokenOf(key, recipient));

/** Largest delivery report that is read, in bytes. A report contains at most one of our mails. */
const largestReport = 2_000_000;

const reportOf = ({ attachments }: Email): string | null => {
  const found = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  return found === undefined ? null : bytesOf(found).toString('utf8').replace(/\r\n?/g, '\n').slice(0, 100_000);
};

/** The fields of a block of RFC 3464, by name in lower case, with folded lines joined. */
const fieldsOf = (block: string): ReadonlyMap<string, string> =>
  new Map(
    block
      .replace(/\n[ \t]+/g, ' ')
      .split('\n')
      .flatMap((line) => {
        const [, name, value] = /^([\w-]+):[ \t]*(.*)$/.exec(line) ?? [];
        return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
      }),
  );

/** `rfc822; somebody@example.org` */
const addressOf = (field: string | undefined): string[] => {
  const [, address] = /^\s*(?:rfc822|utf-8)\s*;\s*<?([^<>\s]+@[^<>\s]+?)>?\s*$/i.exec(field ?? '') ?? [];
  return address === undefined ? [] : [address];
};

/** Whether a failure is permanent and due to the address. Codes 5.7 (policy) are about the message or its sender. */
const isOfAddress = (fields: ReadonlyMap<string, string>): boolean =>
  fields.get('action')?.toLowerCase() === 'failed' && /^5\.(?!7\.)\d+\.\d+/.test(fields.get('status') ?? '');

/** Our addresses that a report (RFC 3464) says do not work. Null: no report for us. Empty: a delay, a policy, or addresses not ours. */
export async function bouncedIn(raw: Buffer, { address, key }: Bounces): Promise<string[] | null> {
  const tokens = tokensOf((await readHeaders(raw)) ?? [], address);
  if (tokens.length === 0 || raw.length > largestReport) return null;
  const mail = await readMail(raw);
  const report = mail === null ? null : reportOf(mail);
  if (report === null) return null;
  return report
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
    .filter(isOfAddress)
    .flatMap((fields) => [...addressOf(fields.get('original-recipient')), ...addressOf(fields.get('final-recipient'))])
    .filter((recipient) => tokens.includes(tokenOf(key, recipient)));
}

/** Marks the addresses that a delivery report names; null if the mail is not such a report. */
export async function takeBounce(db: Db, raw: Buffer, bounces: Bounces): Promise<'taken' | 'known' | null> {
  const bounced = await bouncedIn(raw, bounces);
  if (bounced === null) return null;
  let marked = 0;
  for (const recipient of new Set(bounced)) marked += await noteBounced(db, recipient);
  return marked > 0 ? 'taken' : 'known';
}
