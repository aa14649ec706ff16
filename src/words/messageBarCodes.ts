import type bar from './catalogs/bar/en.json';

/** The kinds of message that the bar shows (specification 1, section 3). */
export type MessageKind = 'success' | 'error' | 'info' | 'warning';

export interface MessageBarCode {
  readonly kind: MessageKind;
  /** True: it stays when the route changes. */
  readonly keepDisplay: boolean;
  /** A message never replaces one of a higher priority. */
  readonly priority: 0 | 1;
  /**
   * The catalogue with the text: `core` if it may be needed before anything else has loaded, a module's own if only that module shows it,
   * else `bar`, which is loaded after the first paint.
   */
  readonly in: 'core' | 'questionnaires' | 'kiosk' | 'bar';
}

type CodeOf<Key> = Key extends `bar.${infer Code}` ? (Code extends `${string}.action` ? never : Code) : never;
/** Every code that has a text. A code with a button has the button's text in `bar.<code>.action`. */
export type MessageBarCodeName = CodeOf<keyof typeof bar>;

/** The properties of a code that declares none. */
export const defaultMessageBarCode: MessageBarCode = { kind: 'error', keepDisplay: false, priority: 0, in: 'bar' };

/** The properties of codes that differ from the default (specification 1, section 8; 2, section 8). They are in the first download. */
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
  passwordPerhapsSaved: { kind: 'warning', keepDisplay: true },
  languageNotLoaded: { kind: 'warning', in: 'core' },
  unlockFailed: { in: 'core' },
  questionnairesendfailed: { in: 'questionnaires' },
  questionnairevalidatefailed: { in: 'questionnaires' },
  questionnairedeclinefailed: { in: 'questionnaires' },
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
  passkeyExists: { kind: 'info' },
  passwordChanged: { kind: 'success' },
  changeEmailSuccess: { kind: 'success' },
  emailChanged: { kind: 'success' },
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
  recordsJoined: { kind: 'info', keepDisplay: true, priority: 1 },
  accountJoined: { kind: 'info', keepDisplay: true, priority: 1 },
  patientDied: { kind: 'info', keepDisplay: true, priority: 1 },
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
