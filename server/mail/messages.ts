/** What a notice can be about. It says no more than that such a thing exists. */
export const noticeTopics = [
  'appointment',
  'followUp',
  'secureMessage',
  'answerLate',
  'questionnaire',
  'questionnaireAgain',
  'record',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The values in mails of each kind. Links are absolute, names are first names only, and nothing is about somebody's health. */
export interface MailValues {
  /** Confirms the address of an account. */
  readonly confirmEmail: { readonly firstName: string; readonly link: string };
  readonly resetPassword: { readonly firstName: string; readonly link: string };
  /** Requested while the name is locked out for `minutes`; the link also unlocks it. */
  readonly resetPasswordLocked: { readonly firstName: string; readonly link: string; readonly minutes: number };
  /** Requested for an account whose password is switched off; the link switches it on. */
  readonly resetPasswordOff: { readonly firstName: string; readonly link: string };
  /** Requested for an account whose address was never confirmed, so it gets no link. */
  readonly resetPasswordUnconfirmed: { readonly firstName: string };
  /** The username of an account whose owner forgot it. `phone` is the facility's, as it writes it; null: it has none. */
  readonly forgottenUsername: {
    readonly firstName: string;
    readonly userName: string;
    readonly phone: string | null;
    readonly link: string;
  };
  /** Sent after signing up. `confirmLink` confirms the address; null if it is already confirmed. */
  readonly welcomePatient: { readonly firstName: string; readonly link: string; readonly confirmLink: string | null };
  readonly welcomeRepresentative: {
    readonly firstName: string;
    readonly link: string;
    readonly confirmLink: string | null;
  };
  /** An invitation to sign up. `days`: how long the link works. */
  readonly patientInvitation: { readonly firstName: string; readonly link: string; readonly days: number };
  /** `inviterFirstName` tells the recipient whose PIN the page asks for. */
  readonly representativeInvitation: {
    readonly inviterFirstName: string;
    readonly link: string;
    readonly days: number;
  };
  /** To the patient: somebody whom they invited can act for them from now on. */
  readonly invitationAccepted: { readonly firstName: string; readonly link: string };
  /** To the patient: somebody may act for them for so many days more. `link` leads to where a later day is chosen. */
  readonly givenAccessEnds: { readonly firstName: string; readonly link: string; readonly days: number };
  /** The same, to who acts for the patient. */
  readonly ownAccessEnds: { readonly firstName: string; readonly link: string; readonly days: number };
  /** The two for a part of what somebody may see and do. */
  readonly givenPartEnds: { readonly firstName: string; readonly link: string; readonly days: number };
  readonly ownPartEnds: { readonly firstName: string; readonly link: string; readonly days: number };
  /** To the patient: in so many days a birthday ends some of what others may see and do for them. */
  readonly givenAccessLessSoon: { readonly firstName: string; readonly link: string; readonly days: number };
  /** The same, to who acts for the patient. */
  readonly ownAccessLessSoon: { readonly firstName: string; readonly link: string; readonly days: number };
  /** The two when it has happened. */
  readonly givenAccessLess: { readonly firstName: string; readonly link: string };
  readonly ownAccessLess: { readonly firstName: string; readonly link: string };
  readonly emailedLink: { readonly firstName: string; readonly link: string; readonly days: number };
  /** Somebody signed in in a browser in which the account was not used before. `link` leads to the list of such places. */
  readonly newPlace: { readonly firstName: string; readonly link: string };
  /** The account was signed out everywhere but in one browser. `link` leads to where a forgotten password is reset. */
  readonly otherPlacesEnded: { readonly firstName: string; readonly link: string };
  /** `link` leads to where a forgotten password is reset. */
  readonly passwordChanged: { readonly firstName: string; readonly link: string };
  /** The password was switched off; passkeys alone log in. `link` leads to where it is brought back. */
  readonly passwordOff: { readonly firstName: string; readonly link: string };
  /** The second step at log-in was switched on or off. `link` leads to where a forgotten password is reset, as in the four that follow. */
  readonly secondStepOn: { readonly firstName: string; readonly link: string };
  readonly secondStepOff: { readonly firstName: string; readonly link: string };
  /** From now on a code can be sent by text message. */
  readonly secondStepTexts: { readonly firstName: string; readonly link: string };
  /** `codes`: how many recovery codes are left. */
  readonly recoveryCodeUsed: { readonly firstName: string; readonly link: string; readonly codes: number };
  /** The password was right, and then too many codes were wrong. */
  readonly secondStepLocked: { readonly firstName: string; readonly link: string };
  /** `link` leads to the account settings, where it can be removed. */
  readonly passkeyAdded: { readonly firstName: string; readonly link: string };
  /** `link` leads to where the password is reset. */
  readonly passkeyRemoved: { readonly firstName: string; readonly link: string };
  /** A passkey's own count went back, so there may be two of it. `passkey`: its name. */
  readonly passkeyCopied: { readonly firstName: string; readonly link: string; readonly passkey: string };
  /** To staff, of a passkey for the kiosk. `link` leads to where the password is reset: at the portal they have no settings. */
  readonly staffPasskeyAdded: { readonly firstName: string; readonly link: string };
  readonly staffPasskeyCopied: { readonly firstName: string; readonly link: string; readonly passkey: string };
  /** An identity system opens the account from now on, or no longer. Its name may tell what the facility treats, so it is not said. */
  readonly identityLinked: { readonly firstName: string; readonly link: string };
  readonly identityRemoved: { readonly firstName: string; readonly link: string };
  /** The front desk has given out a code with which the account's password and address can be changed. */
  readonly frontDeskCodeMade: { readonly firstName: string };
  /** Sent when staff correct an address. The old address may be another person's, so it cannot undo the change. */
  readonly emailCorrected: { readonly firstName: string };
  /** To the supervisor of a facility's messages: how many messages nobody has opened within so many working days. */
  readonly messagesUnopened: { readonly messages: number; readonly days: number };
  /** To the same: how many requests have no answer by the promised time. */
  readonly requestsLate: { readonly requests: number };
  /** To the same: how many messages a system of the facility did not take. */
  readonly outboundFailed: { readonly messages: number };
  /** To the person whom a facility names for answers that need attention: the numbers of the alerts and nothing else. */
  readonly alertRaised: { readonly alerts: readonly number[] };
  /** The same again, because nobody has acknowledged them. */
  readonly alertReminder: { readonly alerts: readonly number[] };
  /** To a facility's front desk: somebody requested a change of contact details at a tablet. `waiting`: how many such requests are open. */
  readonly contactChangeAsked: { readonly waiting: number };
  /** To a care team's mailbox: a patient has written to `provider`. Null: the facility does not let mails contain messages. */
  readonly messageForCareTeam: {
    readonly provider: string;
    readonly message: LetterToCareTeam | null;
    /** Of a request: the day by which the facility has promised an answer. */
    readonly promised: string | null;
  };
  /** To the recipient of a summary, which is attached. */
  readonly healthSummary: SummaryLetter;
  /** To the sender of a summary: it could not be delivered. It says neither what was sent nor to whom. */
  readonly summaryNotDelivered: { readonly firstName: string; readonly link: string };
  /** Sent to the old address; `link` restores it for the account. */
  readonly emailChanged: { readonly firstName: string; readonly link: string; readonly days: number };
  /** Something is new or coming up in the portal. `stopLink` leads to the page that stops such notices. */
  readonly notice: {
    readonly firstName: string;
    readonly link: string;
    readonly topics: readonly NoticeTopic[];
    readonly stopLink: string;
  };
  /** Requested to test whether notices arrive. `link` leads to where they are chosen. */
  readonly noticeTest: { readonly firstName: string; readonly link: string };
}
export type MailKind = keyof MailValues;

export type MailContent = {
  readonly [Kind in MailKind]: { readonly kind: Kind; readonly values: MailValues[Kind] };
}[MailKind];

/** A patient's message in a mail. `writer`: who wrote it for the patient. */
export interface LetterToCareTeam {
  readonly patient: string;
  readonly writer: string | null;
  readonly subject: string;
  readonly content: string;
}

export interface SummaryLetter {
  readonly patient: string;
  /** Who sends it for the patient. */
  readonly writer: string | null;
  readonly message: string;
  readonly takesReplies: boolean;
}
