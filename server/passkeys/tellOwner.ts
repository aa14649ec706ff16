import { mailOwner } from '../credentials/mailOwner.ts';
import type { Account } from '../credentials/passwords.ts';
import type { Db } from '../db/pool.ts';
import type { RequestFacts } from '../http/handler.ts';
import type { MailServices } from '../mail/mailer.ts';

type News =
  | { readonly kind: 'passkeyAdded' | 'passkeyRemoved' }
  | { readonly kind: 'passkeyCopied'; readonly passkey: string };

/** Queues the mail that tells the owner of an account what happened to a passkey. */
export const tellOwner = (
  tx: Db,
  services: Pick<MailServices, 'portalUrl'>,
  origins: RequestFacts['origins'],
  account: Account,
  news: News,
): Promise<void> =>
  mailOwner(
    tx,
    services,
    origins,
    account,
    news.kind === 'passkeyRemoved' ? '/reset-password' : '/account-settings',
    (frame) =>
      news.kind === 'passkeyCopied'
        ? { kind: news.kind, values: { ...frame, passkey: news.passkey } }
        : { kind: news.kind, values: frame },
  );
