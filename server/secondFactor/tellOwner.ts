import type { Account } from '../credentials/passwords.ts';
import type { Db } from '../db/pool.ts';
import type { RequestFacts } from '../http/handler.ts';
import { portalOrigin } from '../mail/links.ts';
import type { MailServices } from '../mail/mailer.ts';
import type { MailContent, MailValues } from '../mail/messages.ts';
import { enqueueMail } from '../mail/queue.ts';

type Told = 'secondStepOn' | 'secondStepOff' | 'recoveryCodeUsed' | 'secondStepLocked';
type WithoutFrame<Kind extends Told> = Omit<MailValues[Kind], 'firstName' | 'link'>;

/** What happened to the second step, with what its mail says beside name and link. */
export type SecondStepNews =
  | { readonly kind: Exclude<Told, 'recoveryCodeUsed'> }
  | ({ readonly kind: 'recoveryCodeUsed' } & WithoutFrame<'recoveryCodeUsed'>);

const contentOf = (news: SecondStepNews, frame: { readonly firstName: string; readonly link: string }): MailContent =>
  news.kind === 'recoveryCodeUsed'
    ? { kind: news.kind, values: { ...frame, codes: news.codes } }
    : { kind: news.kind, values: frame };

/** Queues a mail to the account's owner about their second step. */
export async function tellOwner(
  tx: Db,
  { portalUrl }: Pick<MailServices, 'portalUrl'>,
  origins: RequestFacts['origins'] | null,
  { email, facilityId, firstName, chosenLanguage, defaultLanguage }: Account,
  news: SecondStepNews,
): Promise<void> {
  if (email === null) return;
  const origin = await portalOrigin(tx, facilityId, origins?.portal ?? null, portalUrl);
  const content = contentOf(news, { firstName, link: `${origin}/reset-password` });
  await enqueueMail(tx, { ...content, facilityId, to: email, language: chosenLanguage ?? defaultLanguage });
}
