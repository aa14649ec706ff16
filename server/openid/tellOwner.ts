import type { Account } from '../credentials/passwords.ts';
import type { Db } from '../db/pool.ts';
import type { RequestFacts } from '../http/handler.ts';
import { portalOrigin } from '../mail/links.ts';
import type { MailServices } from '../mail/mailer.ts';
import { enqueueMail } from '../mail/queue.ts';

/** Queues the mail that tells the owner of an account that an identity system opens it, or no longer; without an address there is none. */
export async function tellOwner(
  tx: Db,
  { portalUrl }: Pick<MailServices, 'portalUrl'>,
  { portal }: RequestFacts['origins'],
  { facilityId, email, firstName, chosenLanguage, defaultLanguage }: Account,
  kind: 'identityLinked' | 'identityRemoved',
): Promise<void> {
  if (email === null) return;
  const language = chosenLanguage ?? defaultLanguage;
  const origin = await portalOrigin(tx, facilityId, portal, portalUrl);
  const values = { firstName, link: `${origin}/account-settings#identities` };
  await enqueueMail(tx, { kind, values, facilityId, to: email, language });
}
