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
  /** Label of the link. */
  readonly action?: string;
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

export const mailTexts: Readonly<Record<LanguageCode, MailTexts>> = { en, es, fr, pt, zh };
