import type { LanguageCode } from '@portal/api';
import type { MailKind, NoticeTopic } from './messages.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** One kind in one language. `{portal}`, `{firstName}`, `{inviterFirstName}`, `{minutes}`, `{days}`, `{messages}`, `{waiting}`, `{provider}`, `{alerts}`, `{numbers}` and `{sender}`, `{userName}` and `{phone}` are filled in. */
export interface MailText {
  readonly subject: string;
  readonly before: readonly string[];
  /** Label of the link. */
  readonly action?: string;
  readonly after: readonly string[];
}

/**
 * What mails and text messages say in one language; what stands in braces is filled in. Notices name no appointment and no questionnaire: who
 * looks over a shoulder learns of a visit and a form. `careTeam.answerAbove` is first in its mail: whatever a mail program leaves below it in
 * a reply is quoted.
 */
interface MailTexts extends Omit<typeof en, 'kinds'> {
  readonly kinds: Readonly<Record<MailKind, MailText>>;
  readonly notices: (typeof en)['notices'] & { readonly topics: Readonly<Record<NoticeTopic, string>> };
}

export const mailTexts: Readonly<Record<LanguageCode, MailTexts>> = { en, es, fr, pt, zh };
