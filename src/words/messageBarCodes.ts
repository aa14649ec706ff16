import type bar from './catalogs/bar/en.json';

/** The kinds of message that the bar shows (specification 1, section 3). */
export type MessageKind = 'success' | 'error' | 'info' | 'warning';

export interface MessageBarCode {
  readonly kind: MessageKind;
  /** Stays when the route changes. */
  readonly keepDisplay: boolean;
  /** A message never replaces one of a higher priority. */
  readonly priority: 0 | 1;
  /**
   * The catalogue that carries the text: `core` where it may be needed before anything else has loaded, a module's own where only
   * that module shows it, else `bar`, which is loaded after the first paint.
   */
  readonly in: 'core' | 'questionnaires' | 'kiosk' | 'bar';
}

type CodeOf<Key> = Key extends `bar.${infer Code}` ? (Code extends `${string}.action` ? never : Code) : never;
/** Every code that has a text; one with a button has the words of it in `bar.<code>.action`. */
export type MessageBarCodeName = CodeOf<keyof typeof bar>;

/** What a message-bar code has that says nothing else. */
export const defaultMessageBarCode: MessageBarCode = { kind: 'error', keepDisplay: false, priority: 0, in: 'bar' };

/** What a code has besides its text and other than the default (specification 1, section 8; 2, section 8): it is in the first download. */
export const messageBarCodes: Readonly<Partial<Record<MessageBarCodeName, Partial<MessageBarCode>>>> = {
  sessiontimeout: { keepDisplay: true, priority: 1, in: 'core' },
  lockedout: { in: 'core' },
  invalidgrant: { in: 'core' },
  facilitySubscriptionExpired: { in: 'core' },
  unspecified: { in: 'core' },
  serverBusy: { in: 'core' },
  noConnection: { kind: 'warning', in: 'core' },
  facilityDown: { kind: 'warning', in: 'core' },
  termsRequired: { kind: 'warning' },
  passwordNeeded: { kind: 'warning' },
  tooManyRequests: { kind: 'warning', in: 'core' },
  tooOften: { kind: 'warning' },
  updatePasswordSuccess: { kind: 'success', keepDisplay: true },
  languageNotLoaded: { kind: 'warning', in: 'core' },
  unlockFailed: { in: 'core' },
  questionnairesendfailed: { in: 'questionnaires' },
  questionnairevalidatefailed: { in: 'questionnaires' },
  questionnairedeclinefailed: { in: 'questionnaires' },
  kioskPasswordChange: { kind: 'warning', in: 'kiosk' },
  forgotUsernameSuccess: { kind: 'success', keepDisplay: true },
  kioskArrived: { kind: 'success', in: 'kiosk' },
  kioskChangesSent: { kind: 'success', in: 'kiosk' },
  kioskDetailsRight: { kind: 'success', in: 'kiosk' },
  resetPasswordSuccess: { kind: 'success', keepDisplay: true },
  confirmEmailSuccess: { kind: 'success', keepDisplay: true },
  confirmEmailError: { keepDisplay: true },
  confirmEmailLater: { kind: 'warning', keepDisplay: true },
  confirmEmailRequired: { kind: 'warning', keepDisplay: true },
  confirmationEmailSent: { kind: 'success', keepDisplay: true },
  emailNotUpdatedMessage: { kind: 'info' },
  emailAdded: { kind: 'success' },
  patientReminderSettingsSaveSuccess: { kind: 'success' },
  passwordChanged: { kind: 'success' },
  changeEmailSuccess: { kind: 'success' },
  signupSuccess: { kind: 'success', keepDisplay: true },
  signupSuccessCantSendEmail: { kind: 'warning', keepDisplay: true },
  arSignupSuccess: { kind: 'success', keepDisplay: true },
  termsChanged: { kind: 'warning' },
  contactUnlockAccount: { kind: 'success' },
  contactPasswordReset: { kind: 'success' },
  contactPasswordResetProgress: { kind: 'info' },
  contactAccessEnabled: { kind: 'success' },
  contactAccessDisabled: { kind: 'success' },
  contactEditSuccess: { kind: 'success' },
  contactAddedSuccess: { kind: 'success' },
  contactInviteSuccess: { kind: 'success' },
  contactInvitationWithdrawn: { kind: 'success' },
  contactRemoved: { kind: 'success' },
  accessEnded: { kind: 'info', keepDisplay: true, priority: 1 },
  recordClosed: { kind: 'warning', keepDisplay: true, priority: 1 },
  representationGivenUp: { kind: 'success' },
  invitationAccepted: { kind: 'success', keepDisplay: true },
  alreadyRepresents: { kind: 'info' },
  securemessagesent: { kind: 'success' },
  securemessagethreadarchived: { kind: 'success' },
  securemessagethreadunarchived: { kind: 'success' },
  healthsummarysent: { kind: 'success' },
  healthsummarysaved: { kind: 'success' },
};
