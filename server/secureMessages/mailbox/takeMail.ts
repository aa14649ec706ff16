import { audit } from '../../audit/audit.ts';
import type { Access } from '../../db/pool.ts';
import { addAnswer } from '../addAnswer.ts';
import { answerFiles } from '../delivery/answerFiles.ts';
import { mailTexts } from '../../mail/texts.ts';
import { languageOfRequest, outcomeInText } from '../requests.ts';
import type { Scanner } from '../../files/scanner.ts';
import { replyInHtml } from '../../html/htmlAside.ts';
import { mailName } from '../senderName.ts';
import { type Bounces, takeBounce } from '../../mail/bounces.ts';
import { type MailContent, type MailHead, type NoAnswer, contentOf, headOf, largestMail } from './answerOf.ts';
import { type MailboxSettings, mayAnswer } from './settings.ts';
import { type Answered, threadsOfTokens } from './tokens.ts';

/** Why a mail is refused for good. It is a code and contains nothing from the mail. */
export type Refusal =
  | NoAnswer
  | 'token_unknown'
  | 'token_ambiguous'
  | 'sender_unknown'
  | Exclude<Awaited<ReturnType<typeof answerFiles>>, readonly unknown[] | 'unavailable'>;

/** The outcome of a mail. `known`: its answer was stored before. `later`: it can be taken once something else works again. */
export type Taken =
  | { readonly outcome: 'taken' | 'known' }
  | { readonly outcome: 'later'; readonly why: 'REPLY_TO' | 'AUTHSERV' | 'SCANNER' }
  | { readonly outcome: 'refused'; readonly why: Refusal };

export interface ReceivingSettings extends Pick<MailboxSettings, 'replyTo' | 'authserv'> {
  readonly bounces: Bounces | null;
}

/** Written to the audit, where somebody may look for a missing answer. Nobody gets a mail about it, because the From can name anybody. */
async function refuse({ tx }: Access, why: Refusal, found: Answered | null): Promise<Taken> {
  await tx((within) =>
    audit(within, {
      type: 'message.mailRefused',
      actor: null,
      patientId: null,
      facilityId: found?.facilityId ?? null,
      detail: { why, ...(found === null ? {} : { systemId: found.systemId }) },
    }),
  );
  return { outcome: 'refused', why };
}

async function add(
  access: Access,
  scanner: Scanner,
  mail: MailContent & Pick<MailHead, 'from'>,
  found: Answered,
): Promise<Taken> {
  const attachments = await answerFiles(mail.files, scanner);
  if (attachments === 'unavailable') return { outcome: 'later', why: 'SCANNER' };
  if (typeof attachments === 'string') return refuse(access, attachments, found);
  const { threadId, systemId, systemName, firstName, lastName } = found;
  const language = await languageOfRequest(access.db, threadId);
  const said = language === null ? null : outcomeInText(mail.content);
  const inBrief = language === null ? '' : mailTexts[language].careTeam.requestDone;
  const made = await access.tx((within) =>
    addAnswer(within, {
      threadId,
      from: mailName(mail.from.name) ?? { firstName, lastName },
      content: said === null ? mail.content : said.rest === '' ? inBrief : said.rest,
      outcome: said?.outcome ?? null,
      key: mail.key,
      source: `mail-${String(systemId)}`,
      attachments,
      actor: { userId: null, role: null, name: systemName, sessionId: null },
    }),
  );
  if (made === null) return refuse(access, 'token_unknown', null);
  return { outcome: made.isNew ? 'taken' : 'known' };
}

/**
 * Stores the answer in a raw mail, once for each Message-ID; or marks the addresses that it reports as bounced; or says why it does
 * neither. Throws if the database cannot be reached; then the mail can be taken later.
 */
export async function takeMail(
  access: Access,
  scanner: Scanner,
  { replyTo, authserv, bounces }: ReceivingSettings,
  raw: Buffer,
): Promise<Taken> {
  const bounced = bounces === null || raw.length > largestMail ? null : await takeBounce(access.db, raw, bounces);
  if (bounced !== null) return { outcome: bounced };
  if (replyTo === null) return { outcome: 'later', why: 'REPLY_TO' };
  if (authserv === null) return { outcome: 'later', why: 'AUTHSERV' };
  const head = await headOf(raw, { replyTo, authserv });
  if (typeof head === 'string') return refuse(access, head, null);
  const [found, ...others] = await threadsOfTokens(access.db, head.tokens);
  if (found === undefined) return refuse(access, 'token_unknown', null);
  // Both patients would read the answer.
  if (others.length > 0) return refuse(access, 'token_ambiguous', found);
  if (!mayAnswer(found.senders, head.from.address)) return refuse(access, 'sender_unknown', found);
  const content = await contentOf(raw, replyInHtml);
  if (typeof content === 'string') return refuse(access, content, found);
  return add(access, scanner, { ...content, from: head.from }, found);
}

/** Refuses a mail that was not fetched because it is larger than any answer. */
export const refuseTooLarge = (access: Access): Promise<Taken> => refuse(access, 'mail_too_large', null);
