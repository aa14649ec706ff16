import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { keyFor, seal, unseal } from '../http/serverKey.ts';
import { type Handed, postSigned } from '../process/signedPost.ts';
import { attemptMs } from '../process/worker.ts';
import { type Db, statement } from '../db/pool.ts';
import type { MailWords } from '../mail/queue.ts';
import { NotSent, composeLetter, smtpHandOver } from '../mail/transport.ts';

const Row = v.object({
  facilityId: FacilityId,
  kind: v.picklist(['webhook', 'smtp']),
  url: v.string(),
  secret: v.nullable(v.instance(Buffer)),
  senderAddress: v.string(),
});
/** How a facility sends securely. */
export type Gateway = v.InferOutput<typeof Row>;
const find = statement(
  'gateway.find',
  `select facility_id as "facilityId", kind, url, secret, sender_address as "senderAddress" from direct_gateways where facility_id = $facilityId`,
  Row,
);
const save = statement(
  'gateway.save',
  `insert into direct_gateways (facility_id, kind, url, secret, sender_address) values ($facilityId, $kind, $url, $secret, $senderAddress)
   on conflict (facility_id) do update set kind = excluded.kind, url = excluded.url, secret = excluded.secret, sender_address = excluded.sender_address`,
);
const drop = statement('gateway.drop', 'delete from direct_gateways where facility_id = $facilityId');

export const gatewayOf = (db: Db, facilityId: FacilityId): Promise<Gateway | null> => db.maybe(find, { facilityId });

/** Where its secret is kept: sealed for this place alone. */
const placeOf = (facilityId: FacilityId): string => `direct gateway ${String(facilityId)}`;
const keyOf = (db: Db, serverKey: string): Promise<Buffer> => keyFor(db, serverKey, 'direct-gateway');

/** Sets how a facility sends securely. `secret`: signs what is posted, or signs in at the mail server (`user:password`, each as an address has it). */
export async function setGateway(
  tx: Db,
  serverKey: string,
  { secret, ...gateway }: Omit<Gateway, 'secret'> & { readonly secret: string | null },
): Promise<void> {
  const sealed = secret === null ? null : seal(await keyOf(tx, serverKey), placeOf(gateway.facilityId), secret);
  await tx.run(save, { ...gateway, secret: sealed });
}

/** True where there was one. */
export const clearGateway = async (tx: Db, facilityId: FacilityId): Promise<boolean> =>
  (await tx.run(drop, { facilityId })) > 0;

/** What is handed over: its words and files, and under which name, the same for every try. */
export interface Outgoing {
  readonly recipient: string;
  readonly messageKey: string;
  readonly createdAt: string;
  readonly words: MailWords;
}

/** The body of the webhook, as `docs/integrate-summaries.md` documents it. */
const bodyOf = ({ senderAddress }: Gateway, { recipient, messageKey, createdAt, words }: Outgoing): string =>
  JSON.stringify({
    id: messageKey,
    createdAt,
    from: senderAddress,
    to: recipient,
    subject: words.subject,
    text: words.text,
    documents: (words.files ?? []).map(({ fileName, contentType, base64 }) => ({
      fileName,
      contentType,
      data: base64,
    })),
  });

async function bySmtp(gateway: Gateway, login: string | null, outgoing: Outgoing): Promise<Handed> {
  const letter = await composeLetter(
    { ...outgoing, content: outgoing.words },
    { name: null, address: gateway.senderAddress },
    '',
  );
  const url = login === null ? gateway.url : gateway.url.replace('://', () => `://${login}@`);
  try {
    await smtpHandOver(url)(letter, true, AbortSignal.timeout(attemptMs));
    return { outcome: 'delivered', code: 'SMTP' };
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    return { outcome: error.isPermanent ? 'refused' : 'later', code: error.code };
  }
}

/** Hands something to a gateway once. A gateway that cannot be used as it is set is a fault of the settings: it is tried again. */
export async function handToGateway(
  db: Db,
  serverKey: string,
  gateway: Gateway | null,
  outgoing: Outgoing,
): Promise<Handed> {
  if (gateway === null) return { outcome: 'later', code: 'GATEWAY' };
  const { facilityId, kind, url, secret: sealed } = gateway;
  const secret = sealed === null ? null : unseal(await keyOf(db, serverKey), placeOf(facilityId), sealed);
  if (secret === null && (sealed !== null || kind === 'webhook')) return { outcome: 'later', code: 'SECRET' };
  switch (kind) {
    case 'webhook':
      return postSigned({
        url,
        secret: secret ?? '',
        contentType: 'application/json',
        key: outgoing.messageKey,
        body: bodyOf(gateway, outgoing),
      });
    case 'smtp':
      return bySmtp(gateway, secret, outgoing);
  }
}
