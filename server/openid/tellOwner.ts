import { mailOwner } from '../credentials/mailOwner.ts';
import type { Account } from '../credentials/passwords.ts';
import type { Db } from '../db/pool.ts';
import type { RequestFacts } from '../http/handler.ts';
import type { MailServices } from '../mail/mailer.ts';

/** Queues the mail that tells the owner of an account that an identity system opens it, or no longer. */
export const tellOwner = (
  tx: Db,
  services: Pick<MailServices, 'portalUrl'>,
  origins: RequestFacts['origins'],
  account: Account,
  kind: 'identityLinked' | 'identityRemoved',
): Promise<void> =>
  mailOwner(tx, services, origins, account, '/account-settings#identities', (values) => ({ kind, values }));
