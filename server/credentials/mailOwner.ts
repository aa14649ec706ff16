import type { FacilityId, LanguageCode } from '@portal/api';
import type { Db } from '../db/pool.ts';
import type { RequestFacts } from '../http/handler.ts';
import { portalOrigin } from '../mail/links.ts';
import type { MailServices } from '../mail/mailer.ts';
import type { MailContent } from '../mail/messages.ts';
import { enqueueMail } from '../mail/queue.ts';

interface Owner {
  readonly mailAddress: string | null;
  readonly firstName: string;
  readonly chosenLanguage: LanguageCode | null;
  readonly defaultLanguage: LanguageCode;
  readonly facilityId: FacilityId;
}

/** What each mail to the owner of an account has; `link` leads to a page of the portal. */
interface OwnerFrame {
  readonly firstName: string;
  readonly link: string;
}

/** Queues a mail to the owner of an account about the account; without an address there is none. `origins` null: no request asked for it. */
export async function mailOwner(
  tx: Db,
  { portalUrl }: Pick<MailServices, 'portalUrl'>,
  origins: RequestFacts['origins'] | null,
  { mailAddress, firstName, chosenLanguage, defaultLanguage, facilityId }: Owner,
  page: `/${string}`,
  contentOf: (frame: OwnerFrame) => MailContent,
): Promise<void> {
  if (mailAddress === null) return;
  const origin = await portalOrigin(tx, facilityId, origins?.portal ?? null, portalUrl);
  const content = contentOf({ firstName, link: `${origin}${page}` });
  await enqueueMail(tx, { ...content, facilityId, to: mailAddress, language: chosenLanguage ?? defaultLanguage });
}
