import type { LanguageCode } from '@portal/api';
import type { MailKind, NoticeTopic } from './messages.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/**
 * The texts of one kind of mail in one language. `{portal}`, `{firstName}`, `{inviterFirstName}`, `{minutes}`, `{days}`, `{messages}`,
 * `{waiting}`, `{codes}`, `{provider}`, `{alerts}`, `{numbers}`, `{sender}`, `{userName}`, `{passkey}` and `{phone}` are replaced.
 */
export interface MailText {
  readonly subject: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/**
 * The texts of mails and text messages in one language; names in braces are replaced. Notices name no appointment and no questionnaire, so
 * that somebody who sees one learns only of a visit or a form. `careTeam.answerAbove` comes first in its mail: a mail program quotes
 * everything below it in a reply.
 */
interface MailTexts extends Omit<typeof en, 'kinds'> {
  readonly kinds: Readonly<Record<MailKind, MailText>>;
  readonly notices: (typeof en)['notices'] & { readonly topics: Readonly<Record<NoticeTopic, string>> };
}

/** What the button of a mail does. Where a kind is not here, its link opens the portal. */
export const actionOf: Readonly<Partial<Record<MailKind, keyof typeof en.actions>>> = {
  confirmEmail: 'confirmEmail',
  resetPassword: 'chooseNewPassword',
  resetPasswordLocked: 'chooseNewPassword',
  resetPasswordOff: 'chooseNewPassword',
  patientInvitation: 'makeAccount',
  representativeInvitation: 'acceptInvitation',
  givenAccessEnds: 'chooseLaterDay',
  givenPartEnds: 'chooseLaterDay',
  emailedLink: 'openForm',
  newPlace: 'openSettings',
  otherPlacesEnded: 'resetPassword',
  passwordChanged: 'resetPassword',
  passwordOff: 'resetPassword',
  passkeyAdded: 'openSettings',
  passkeyRemoved: 'resetPassword',
  passkeyCopied: 'openSettings',
  staffPasskeyAdded: 'resetPassword',
  staffPasskeyCopied: 'resetPassword',
  identityLinked: 'openSettings',
  identityRemoved: 'openSettings',
  secondStepTexts: 'resetPassword',
  secondStepOn: 'resetPassword',
  secondStepOff: 'resetPassword',
  recoveryCodeUsed: 'resetPassword',
  secondStepLocked: 'resetPassword',
  emailChanged: 'undoChange',
  noticeTest: 'chooseNotices',
};

export const mailTexts: Readonly<Record<LanguageCode, MailTexts>> = { en, es, fr, pt, zh };
