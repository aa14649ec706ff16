import type { FacilityId, UserId } from '@portal/api';
import * as v from 'valibot';
import { hashOf, newSecret } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';

const addressesOf = statement(
  'mail.addresses',
  `select portal_url as "portalUrl", array(select alias from facility_aliases where facility_id = f.id order by sort_order, alias) as aliases
   from facilities f where id = $facilityId`,
  v.object({ portalUrl: v.nullable(v.string()), aliases: v.array(v.string()) }),
);

const nameOf = (host: string): string => host.replace(/:\d+$/, '');
const isLoopback = (name: string): boolean => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name);

/**
 * The address with which links in a mail begin: that of the facility's own portal, else that of the settings, else the one that the caller
 * used if it is one of the facility's own. A Host header can contain anything, so no other name gets into a mail. `asked` is null for mails
 * that no caller requested.
 */
export async function portalOrigin(
  db: Db,
  facilityId: FacilityId,
  asked: string | null,
  portalUrl: string | null,
): Promise<string> {
  const { aliases, portalUrl: own } = await db.one(addressesOf, { facilityId });
  if (own !== null) return own;
  if (portalUrl !== null) return portalUrl;
  if (asked !== null) {
    const { hostname, host } = new URL(asked);
    if (aliases.some((alias) => nameOf(alias) === hostname)) return asked;
    // On a developer's own machine every loopback name leads to the same server, on whichever port it listens.
    const here = aliases.find((alias) => isLoopback(nameOf(alias)));
    if (here !== undefined && isLoopback(hostname)) return `http://${nameOf(here)}${/:\d+$/.exec(host)?.[0] ?? ''}`;
  }
  const [first = 'localhost:8080'] = aliases;
  return `${isLoopback(nameOf(first)) ? 'http' : 'https'}://${first}`;
}

const kioskOf = statement(
  'mail.kiosk',
  'select kiosk_url as "kioskUrl" from facilities where id = $facilityId',
  v.object({ kioskUrl: v.nullable(v.string()) }),
);

/** The address of a facility's own kiosk; `used`: the one to take where the facility names none. */
export const kioskOrigin = async (db: Db, facilityId: FacilityId, used: string): Promise<string> =>
  (await db.one(kioskOf, { facilityId })).kioskUrl ?? used;

const addConfirmation = statement(
  'mail.addConfirmation',
  "insert into email_confirmations (token_hash, user_id, email, expires_at) values ($tokenHash, $userId, $email, now() + interval '7 days')",
);

/** Makes a link that confirms this address of this account, once, within 7 days. Only the hash of its secret is stored. */
export async function confirmationLink(tx: Db, userId: UserId, email: string, origin: string): Promise<string> {
  const secret = newSecret();
  await tx.run(addConfirmation, { tokenHash: hashOf(secret), userId, email });
  return `${origin}/confirm-email?u=${secret}`;
}
