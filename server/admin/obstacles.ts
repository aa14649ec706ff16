import { FacilityId, LanguageCode, PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { minute } from './text.ts';

export const UserState = v.object({
  userId: UserId,
  username: v.nullable(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  patientId: v.nullable(PatientId),
  mrn: v.nullable(v.string()),
  facilityId: FacilityId,
  facility: v.string(),
  language: LanguageCode,
  email: v.nullable(v.string()),
  isEmailConfirmed: v.boolean(),
  isManager: v.boolean(),
  hasSingleSignOn: v.boolean(),
  disabledAt: v.nullable(v.string()),
  isPasswordOff: v.boolean(),
  mustChangePassword: v.boolean(),
  termsAreOpen: v.boolean(),
  subscriptionIsOver: v.boolean(),
  represents: v.number(),
  representedOnce: v.number(),
  lockedUntil: v.nullable(v.string()),
  browserLockedUntil: v.nullable(v.string()),
  hasSecondStep: v.nullable(v.boolean()),
  secondStepLockedUntil: v.nullable(v.string()),
  invitedUntil: v.nullable(v.string()),
  lastSignIn: v.nullable(v.string()),
  sessions: v.number(),
});
/** What staff need to know about somebody who cannot sign in. */
export type UserState = v.InferOutput<typeof UserState>;

/** Something that prevents somebody from signing in, or will stop them later, and what helps. */
export interface Obstacle {
  readonly what: string;
  /** Null: the command line cannot help. */
  readonly remedy: string | null;
}

/** Why somebody cannot sign in, the most important reason first. Empty: the server knows of none. */
export function obstacles(user: UserState): readonly Obstacle[] {
  const { username, mrn, email, disabledAt, lockedUntil, browserLockedUntil, invitedUntil, patientId } = user;
  const found: Obstacle[] = [];
  const add = (what: string, remedy: string | null = null): void => void found.push({ what, remedy });
  const whom = username === null ? `--patient ${mrn ?? 'MRN'}` : `--user ${username}`;
  if (disabledAt !== null) add(`Disabled since ${minute(disabledAt)}.`, `user enable ${whom}`);
  if (user.subscriptionIsOver) add('The subscription of their facility is over: nobody of it gets in.');
  if (username === null) {
    if (user.hasSingleSignOn) add('No password: they come through the identity system of their facility alone.');
    else if (invitedUntil !== null) add(`No sign-in yet: invited until ${minute(invitedUntil)}.`, 'invitation list');
    else add('No sign-in, and no open invitation.', `invitation create ${whom}`);
    return found;
  }
  const help = (command: string): string => `${command} ${whom}`;
  if (lockedUntil !== null)
    add(
      `Locked until ${minute(lockedUntil)} after wrong passwords, except in browsers in which they have signed in before.`,
      `${help('unlock')}, or ${help('user reset')}`,
    );
  if (browserLockedUntil !== null)
    add(
      `Locked until ${minute(browserLockedUntil)} in a browser of their own, after wrong passwords there.`,
      help('unlock'),
    );
  if (user.secondStepLockedUntil !== null)
    add(
      `The second step is locked until ${minute(user.secondStepLockedUntil)}, after wrong codes with the right password.`,
    );
  if (user.hasSecondStep === true)
    add(
      'Logs in with a second step: a code of their authenticator app, or one of their recovery codes.',
      `${help('second-factor reset')} --checked HOW, if they have neither`,
    );
  if (user.isPasswordOff)
    add(
      'Has switched the password off: logs in with a passkey alone.',
      `${help('user reset')}, or ${help('user code')} --checked HOW, if they have none with them`,
    );
  if (user.isManager) {
    add("A kiosk manager: signs in at the kiosk's address, not at the portal's.");
    return found;
  }
  if (patientId === null && user.represents === 0)
    add(
      user.representedOnce > 0
        ? 'Acts for nobody any more: the access was ended.'
        : 'Acts for nobody, and is no patient: the portal has nothing for them.',
      'contact add --user, for another patient',
    );
  if (user.mustChangePassword) add('The password has expired: they are asked for a new one when they sign in.');
  if (user.termsAreOpen) add('Has not accepted the terms in force: they are shown when they sign in.');
  if (email === null)
    add(
      'No email address: a forgotten password cannot be reset.',
      `${help('user email')} --address ADDRESS, or ${help('user code')} --checked HOW`,
    );
  else if (!user.isEmailConfirmed)
    add(
      `${email} is not confirmed: no link for a new password is sent there.`,
      `${help('user email')} --confirm, if it is theirs`,
    );
  return found;
}
