import type { FacilityId, UserId } from '@portal/api';
import * as v from 'valibot';
import { hashOf, newSecret } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';

const aliasesOf = statement(
  'mail.aliases',
  'select alias from facility_aliases where facility_id = $facilityId order by alias',
  v.object({ alias: v.string() }),
);

const nameOf = (host: string): string => host.replace(/:\d+$/, '');
const isLoopback = (name: string): boolean => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name);

/**
 * The address that links of a mail begin with: the portal's public one where it is set, else the one that this caller used if
 * it is the facility's own. A Host header is whatever somebody wrote, so no other name gets into a mail. `asked` is null for
 * what no caller asked for.
 */
export async function portalOrigin(
  db: Db,
  facilityId: FacilityId,
  asked: string | null,
  portalUrl: string | null,
): Promise<string> {
  if (portalUrl !== null) return portalUrl;
  const aliases = (await db.many(aliasesOf, { facilityId })).map(({ alias }) => alias);
  if (asked !== null) {
    const { hostname, host } = new URL(asked);
    if (aliases.some((alias) => nameOf(alias) === hostname)) return asked;
    // On one's own machine every name leads to the same server, at whatever port it listens.
    const here = aliases.find((alias) => isLoopback(nameOf(alias)));
    if (here !== undefined && isLoopback(hostname)) return `http://${nameOf(here)}${/:\d+$/.exec(host)?.[0] ?? ''}`;
  }
  const [first = 'localhost:8080'] = aliases;
  return `${isLoopback(nameOf(first)) ? 'http' : 'https'}://${first}`;
}

const addConfirmation = statement(
  'mail.addConfirmation',
  "insert into email_confirmations (token_hash, user_id, email, expires_at) values ($tokenHash, $userId, $email, now() + interval '7 days')",
);

/** A link that confirms this address of this account for 7 days, once; it stands in no row but its hash. */
export async function confirmationLink(tx: Db, userId: UserId, email: string, origin: string): Promise<string> {
  const secret = newSecret();
  await tx.run(addConfirmation, { tokenHash: hashOf(secret), userId, email });
  return `${origin}/confirm-email?u=${secret}`;
}
