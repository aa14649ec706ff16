/** What a notice says of one kind of thing: no more than that it is there. */
export const noticeTopics = [
  'appointment',
  'followUp',
  'secureMessage',
  'questionnaire',
  'questionnaireAgain',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/**
 * What a mail of each kind is filled with. Links are whole addresses. Names are first names alone, and no value may say
 * anything about somebody's health.
 */
export interface MailValues {
  /** Confirms the address of an account. */
  readonly confirmEmail: { readonly firstName: string; readonly link: string };
  readonly resetPassword: { readonly firstName: string; readonly link: string };
  /** Asked for while the name is locked out for so many minutes; the link also unlocks. */
  readonly resetPasswordLocked: { readonly firstName: string; readonly link: string; readonly minutes: number };
  /** Asked for by an account whose address was never confirmed: it gets no link. */
  readonly resetPasswordUnconfirmed: { readonly firstName: string };
  /** The username of an account whose owner forgot it. `phone`: of the facility, as it writes it; null: it has none. */
  readonly forgottenUsername: {
    readonly firstName: string;
    readonly userName: string;
    readonly phone: string | null;
    readonly link: string;
  };
  /** After signing up. `confirmLink`: confirms the address; null when it is confirmed already. */
  readonly welcomePatient: { readonly firstName: string; readonly link: string; readonly confirmLink: string | null };
  readonly welcomeRepresentative: {
    readonly firstName: string;
    readonly link: string;
    readonly confirmLink: string | null;
  };
  /** The way to sign up. `days`: for how long it works. */
  readonly patientInvitation: { readonly firstName: string; readonly link: string; readonly days: number };
  /** `inviterFirstName` tells the PIN that the page asks for. */
  readonly representativeInvitation: {
    readonly inviterFirstName: string;
    readonly link: string;
    readonly days: number;
  };
  /** To the patient: somebody whom they invited acts for them from now on. */
  readonly invitationAccepted: { readonly firstName: string; readonly link: string };
  readonly emailedLink: { readonly firstName: string; readonly link: string; readonly days: number };
  /** `link`: where a forgotten password is reset. */
  readonly passwordChanged: { readonly firstName: string; readonly link: string };
  /** By the facility's staff, who may have found that the old address is another person's: it cannot undo the change. */
  readonly emailCorrected: { readonly firstName: string };
  /** To whoever supervises a facility's messages: so many that nobody opened within so many working days. */
  readonly messagesUnopened: { readonly messages: number; readonly days: number };
  /** To whom a facility names for answers that need a look: the numbers of the alerts and nothing else. */
  readonly alertRaised: { readonly alerts: readonly number[] };
  /** The same, while nobody has acknowledged them. */
  readonly alertReminder: { readonly alerts: readonly number[] };
  /** To a facility's front desk: somebody asked at a tablet for a change of how they can be reached. `waiting`: how many wait there. */
  readonly contactChangeAsked: { readonly waiting: number };
  /** To a care team's mailbox: a patient has written to `provider`. Null: the facility does not let mails carry messages. */
  readonly messageForCareTeam: { readonly provider: string; readonly message: LetterToCareTeam | null };
  /** To whom a patient sends a summary, which stands in its files. */
  readonly healthSummary: SummaryLetter;
  /** To who sent one: it could not be delivered. It says neither what nor to whom. */
  readonly summaryNotDelivered: { readonly firstName: string; readonly link: string };
  /** Goes to the old address; `link` gives the account this address back. */
  readonly emailChanged: { readonly firstName: string; readonly link: string; readonly days: number };
  /** That something is new or coming up in the portal. `stopLink`: the page that stops such notices. */
  readonly notice: {
    readonly firstName: string;
    readonly link: string;
    readonly topics: readonly NoticeTopic[];
    readonly stopLink: string;
  };
  /** Asked for, to see whether notices arrive. `link`: where they are chosen. */
  readonly noticeTest: { readonly firstName: string; readonly link: string };
}
export type MailKind = keyof MailValues;

/** A mail of one kind with what fills it. */
export type MailContent = {
  readonly [Kind in MailKind]: { readonly kind: Kind; readonly values: MailValues[Kind] };
}[MailKind];

/** A patient's message as a mail carries it. `writer`: who wrote it for the patient. */
export interface LetterToCareTeam {
  readonly patient: string;
  readonly writer: string | null;
  readonly subject: string;
  readonly content: string;
}

/** Who sends a health summary, and what they write to it. */
export interface SummaryLetter {
  readonly patient: string;
  /** Who sends it for the patient. */
  readonly writer: string | null;
  readonly message: string;
  /** Whether answers reach whoever sent it. */
  readonly takesReplies: boolean;
}
