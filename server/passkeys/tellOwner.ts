import { mailOwner } from '../credentials/mailOwner.ts';
import type { Account } from '../credentials/passwords.ts';
import type { Db } from '../db/pool.ts';
import type { RequestFacts } from '../http/handler.ts';
import type { MailServices } from '../mail/mailer.ts';

type News =
  | { readonly kind: 'passkeyAdded' | 'passkeyRemoved' | 'staffPasskeyAdded' }
  | { readonly kind: 'passkeyCopied' | 'staffPasskeyCopied'; readonly passkey: string };

/** Staff have no settings in the portal: they remove a passkey at a tablet. */
const inSettings: ReadonlySet<News['kind']> = new Set(['passkeyAdded', 'passkeyCopied']);

/** Queues the mail that tells the owner of an account what happened to a passkey. */
export const tellOwner = (
  tx: Db,
  services: Pick<MailServices, 'portalUrl'>,
  origins: RequestFacts['origins'] | null,
  account: Account,
  news: News,
): Promise<void> =>
  mailOwner(
    tx,
    services,
    origins,
    account,
    inSettings.has(news.kind) ? '/account-settings' : '/reset-password',
    (frame) =>
      'passkey' in news
        ? { kind: news.kind, values: { ...frame, passkey: news.passkey } }
        : { kind: news.kind, values: frame },
  );
