import { mailOwner } from '../credentials/mailOwner.ts';
import type { Account } from '../credentials/passwords.ts';
import type { Db } from '../db/pool.ts';
import type { RequestFacts } from '../http/handler.ts';
import type { MailServices } from '../mail/mailer.ts';

/** What happened to the second step, with what its mail says beside name and link. */
export type SecondStepNews =
  | { readonly kind: 'secondStepOn' | 'secondStepOff' | 'secondStepTexts' | 'secondStepLocked' }
  | { readonly kind: 'recoveryCodeUsed'; readonly codes: number };

/** Queues a mail to the account's owner about their second step. */
export const tellOwner = (
  tx: Db,
  services: Pick<MailServices, 'portalUrl'>,
  origins: RequestFacts['origins'] | null,
  account: Account,
  news: SecondStepNews,
): Promise<void> =>
  mailOwner(tx, services, origins, account, '/reset-password', (frame) =>
    news.kind === 'recoveryCodeUsed'
      ? { kind: news.kind, values: { ...frame, codes: news.codes } }
      : { kind: news.kind, values: frame },
  );
