import { confirmEmail, sendConfirmEmail, type UserProfile, validateUser } from '@portal/api';
import { failureOf, isPassing, type ShownMessage } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { loadProfile } from '../../data/profile.ts';
import type { SignInTarget } from '../routing/redirect.ts';
import type { Search } from '../../browser/search.ts';
import { currentMessage, showMessage, words } from '../../words/index.ts';
import { afterSignIn } from './afterSignIn.ts';

/** The opened link of a confirmation mail; in memory until the person has signed in. */
let openedLink: { readonly encryptedUserId: string } | null = null;

/** Makes the next sign-in confirm the email address; an empty id is an incomplete link. */
export const confirmEmailAtSignIn = (encryptedUserId: string): void => void (openedLink = { encryptedUserId });

/** Sends the mail that confirms the email address again. The message bar shows the result. */
export async function sendConfirmation(profile: UserProfile): Promise<void> {
  try {
    await send(sendConfirmEmail, { params: { userId: profile.userId }, query: { language: words().language } });
    showMessage('confirmationEmailSent');
  } catch (error) {
    if (failureOf(error)?.kind !== 'sessionEnded')
      showMessage('confirmationEmailSendError', {}, () => void sendConfirmation(profile));
  }
}

/** Whether a person has an email address to confirm. Without a username nobody can: the link is confirmed by logging in here. */
export const isUnconfirmed = ({ loginType, userName, email, isEmailConfirmed }: UserProfile): boolean =>
  (loginType === 'userNamePassword' || (loginType === 'singleSignOn' && userName !== '')) &&
  email !== null &&
  email !== '' &&
  !isEmailConfirmed;

/** Says that the email address is not confirmed yet, with a way to get the link again (specification 1, section 4). */
export function remindToConfirm(profile: UserProfile): void {
  if (isUnconfirmed(profile)) showMessage('confirmEmailRequired', {}, () => void sendConfirmation(profile));
}

/** Restores the reminder's button after a reload, because only the code of a message is stored. */
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
    // The link could not be checked, so it may still be right.
    const mayPass = failure !== null && isPassing(failure);
    return { profile, message: mayPass ? { code: 'confirmEmailLater', values: {} } : wrong };
  }
}

/** The last part of a sign-in: confirms the email address or reminds of it, and navigates to the next page. */
export async function completeSignIn(profile: UserProfile, search: Search): Promise<SignInTarget> {
  const link = openedLink;
  openedLink = null;
  if (link === null) {
    remindToConfirm(profile);
    return afterSignIn(profile, search);
  }
  const outcome = await confirm(profile, link.encryptedUserId);
  // A failed link leaves the address unconfirmed, with the way to a new link.
  const again = isUnconfirmed(outcome.profile) ? () => void sendConfirmation(outcome.profile) : null;
  showMessage(outcome.message.code, outcome.message.values, again);
  return afterSignIn(outcome.profile, search);
}
