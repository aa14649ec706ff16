import type { RequestFacts } from '../http/handler.ts';
import type { Db } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import type { MailServices } from '../mail/mailer.ts';
import type { MailContent } from '../mail/messages.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { Account } from '../credentials/passwords.ts';

type News =
  | { readonly kind: 'passkeyAdded' | 'passkeyRemoved' }
  | { readonly kind: 'passkeyCopied'; readonly passkey: string };

/** Queues the mail that tells the owner of an account what happened to a passkey; without an address there is none. */
export async function tellOwner(
  tx: Db,
  { portalUrl }: Pick<MailServices, 'portalUrl'>,
  { portal }: RequestFacts['origins'],
  account: Account,
  news: News,
): Promise<void> {
  if (account.email === null) return;
  const origin = await portalOrigin(tx, account.facilityId, portal, portalUrl);
  const values = {
    firstName: account.firstName,
    link: `${origin}${news.kind === 'passkeyRemoved' ? '/reset-password' : '/account-settings'}`,
  };
  const content: MailContent =
    news.kind === 'passkeyCopied'
      ? { kind: news.kind, values: { ...values, passkey: news.passkey } }
      : { kind: news.kind, values };
  await enqueueMail(tx, {
    ...content,
    facilityId: account.facilityId,
    to: account.email,
    language: account.chosenLanguage ?? account.defaultLanguage,
  });
}
