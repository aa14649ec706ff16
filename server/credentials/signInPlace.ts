import type { UserId } from '@portal/api';
import type { Db } from '../db/pool.ts';
import type { Cookies, RequestFacts } from '../http/handler.ts';
import type { MailServices } from '../mail/mailer.ts';
import { rememberBrowser } from './knownBrowsers.ts';
import { mailOwner } from './mailOwner.ts';
import { findAccount } from './passwords.ts';

/**
 * Notes that somebody signs in in this browser, and tells the account's owner if they have not used it before. Tablets are the facility's.
 * Gives the hash of the browser's cookie.
 */
export async function noteSignInPlace(
  tx: Db,
  context: Pick<RequestFacts, 'surface' | 'origins'> & { readonly cookies: Cookies },
  services: Pick<MailServices, 'portalUrl'>,
  userId: UserId,
): Promise<Buffer> {
  const { browser, isNewPlace } = await rememberBrowser(tx, context, userId);
  const account = isNewPlace && context.surface === 'portal' ? await tx.maybe(findAccount, { userId }) : null;
  if (account !== null)
    await mailOwner(tx, services, context.origins, account, '/account-settings#places', (values) => ({
      kind: 'newPlace',
      values,
    }));
  return browser;
}
