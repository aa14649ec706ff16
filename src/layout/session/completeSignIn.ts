import { confirmEmail, sendConfirmEmail, type UserProfile, validateUser } from '@portal/api';
import { failureOf, isPassing, type ShownMessage } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { loadProfile } from '../../data/profile.ts';
import type { SignInTarget } from '../routing/redirect.ts';
import type { Search } from '../../browser/search.ts';
import { currentMessage, showMessage, words } from '../../words/index.ts';
import { afterSignIn } from './afterSignIn.ts';

/** The link of a confirmation mail that was opened; in memory until the person has signed in. */
let openedLink: { readonly encryptedUserId: string } | null = null;

/** Has the email address confirmed by the next sign-in; an empty id is a link that is not whole. */
export const confirmEmailAtSignIn = (encryptedUserId: string): void => void (openedLink = { encryptedUserId });

/** Sends the mail that confirms the email address once more. The message bar says what came of it. */
export async function sendConfirmation(profile: UserProfile): Promise<void> {
  try {
    await send(sendConfirmEmail, { params: { userId: profile.userId }, query: { language: words().language } });
    showMessage('confirmationEmailSent');
  } catch (error) {
    if (failureOf(error)?.kind !== 'sessionEnded')
      showMessage('confirmationEmailSendError', {}, () => void sendConfirmation(profile));
  }
}

/** Whether somebody with an account has an email address that they have not confirmed. */
export const isUnconfirmed = ({ loginType, email, isEmailConfirmed }: UserProfile): boolean =>
  (loginType === 'userNamePassword' || loginType === 'singleSignOn') &&
  email !== null &&
  email !== '' &&
  !isEmailConfirmed;

/** Says that the email address is not confirmed yet, with a way to get the link again (specification 1, section 4). */
export function remindToConfirm(profile: UserProfile): void {
  if (isUnconfirmed(profile)) showMessage('confirmEmailRequired', {}, () => void sendConfirmation(profile));
}

/** Gives the reminder's button its action back after a reload: only the code of a message is stored. */
export function mendReminder(profile: UserProfile): void {
  const standing = currentMessage();
  if (standing?.code === 'confirmEmailRequired' && standing.action === null) remindToConfirm(profile);
}

async function confirm(
  profile: UserProfile,
  encryptedUserId: string,
): Promise<{ readonly profile: UserProfile; readonly message: ShownMessage }> {
  const params = { userId: profile.userId };
  const wrong: ShownMessage = { code: 'confirmEmailError', values: {} };
  if (encryptedUserId === '') return { profile, message: wrong };
  try {
    const { userValidation } = await send(validateUser, {
      params: { ...params, encryptedUserId, username: profile.userName },
    });
    if (!userValidation) return { profile, message: wrong };
    await send(confirmEmail, { params });
    return { profile: await loadProfile(true), message: { code: 'confirmEmailSuccess', values: {} } };
  } catch (error) {
    const failure = failureOf(error);
    // Nothing is wrong with a link that could not be looked at.
    const mayPass = failure !== null && isPassing(failure);
    return { profile, message: mayPass ? { code: 'confirmEmailLater', values: {} } : wrong };
  }
}

/**
 * What a sign-in brings with it: the confirmation whose link was opened or the reminder of it, and where
 * the person goes from here.
 */
export async function completeSignIn(profile: UserProfile, search: Search): Promise<SignInTarget> {
  const link = openedLink;
  openedLink = null;
  if (link === null) {
    remindToConfirm(profile);
    return afterSignIn(profile, search);
  }
  const outcome = await confirm(profile, link.encryptedUserId);
  // A link that failed leaves the address as it was, and so the way to a new one.
  const again = isUnconfirmed(outcome.profile) ? () => void sendConfirmation(outcome.profile) : null;
  showMessage(outcome.message.code, outcome.message.values, again);
  return afterSignIn(outcome.profile, search);
}
