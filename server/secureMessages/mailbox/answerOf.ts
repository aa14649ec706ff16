import { attachmentLimits } from '@portal/api';
import { type Attachment, type Email, addressParser } from 'postal-mime';
import { hash } from 'node:crypto';
import { storableText } from '../../db/storable.ts';
import { bytesOf, readHeaders, readMail, tokensOf } from '../../mail/receivedMail.ts';
import type { SentFile } from '../delivery/answerFiles.ts';
import { ownText, tidy } from './replyText.ts';
import { isCheckedSender } from './senderCheck.ts';
import type { MailboxSettings } from './settings.ts';

export type NoAnswer =
  | 'mail_too_large'
  | 'broken'
  | 'automatic'
  | 'no_token'
  | 'sender_unchecked'
  | 'sender'
  | 'empty'
  | 'too_long';

/** What the headers of a reply say, before it is known which thread they name. */
export interface MailHead {
  readonly tokens: readonly string[];
  readonly from: { readonly address: string; readonly name: string };
}

export interface MailContent {
  readonly content: string;
  /** The same for the same mail, whichever way it comes. */
  readonly key: string;
  readonly files: readonly SentFile[];
}

/** Bytes of the largest mail: the largest files in base64, the text twice, and headers. */
export const largestMail = Math.ceil((attachmentLimits.allBytes * 4.2) / 3) + 2_000_000;
const longestAnswer = 20_000;
/** The most characters that are searched for the answer. In a long thread the quoted text comes after them. */
const longestText = 200_000;
/** A smaller inline picture is a logo in a signature, unless the text refers to it. */
const smallPicture = 20_000;

const signatures = ['application/pkcs7-signature', 'application/x-pkcs7-signature', 'application/pgp-signature'];

/** Whether a program wrote the mail: an absence note, a bounce or a mailing list. */
function isAutomatic(headers: Email['headers']): boolean {
  const values = (name: string): string[] =>
    headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase());
  return (
    values('auto-submitted').some((value) => value !== '' && !value.startsWith('no')) ||
    values('precedence').some((value) => /^(?:bulk|junk|list|auto_reply)\b/.test(value)) ||
    ['x-autoreply', 'x-autorespond', 'x-autoreply-from'].some((name) =>
      values(name).some((value) => value !== '' && value !== 'no'),
    ) ||
    values('return-path').includes('<>') ||
    values('content-type').some((value) => value.startsWith('multipart/report'))
  );
}

/** The single address that a mail is from; null if there is none or more than one. */
function senderOf(headers: Email['headers']): MailHead['from'] | null {
  const lines = headers.filter(({ key }) => key === 'from');
  const named = lines.flatMap(({ value }) => addressParser(value, { flatten: true }));
  const [only] = named;
  if (named.length !== 1 || lines.length !== 1 || only?.address === undefined || !only.address.includes('@'))
    return null;
  return { address: only.address, name: only.name };
}

/** Whether a picture is in the sender's own text or was attached as a file. */
function isMeant({ contentId, filename, disposition, mimeType }: Attachment, bytes: Buffer, text: string): boolean {
  const isInline = disposition === 'inline' || (contentId !== undefined && disposition !== 'attachment');
  if (!isInline || !mimeType.startsWith('image/') || bytes.length >= smallPicture) return true;
  const named = [contentId?.replace(/^<|>$/g, ''), filename ?? undefined];
  return named.some((name) => name !== undefined && name !== '' && text.includes(name));
}

/** Reads from a mail's headers alone who replies and to what. */
export async function headOf(
  raw: Buffer,
  { replyTo, authserv }: { readonly [Name in 'replyTo' | 'authserv']: NonNullable<MailboxSettings[Name]> },
): Promise<MailHead | NoAnswer> {
  if (raw.length > largestMail) return 'mail_too_large';
  const headers = await readHeaders(raw);
  if (headers === null) return 'broken';
  const tokens = tokensOf(headers, replyTo);
  if (tokens.length === 0) return 'no_token';
  if (isAutomatic(headers)) return 'automatic';
  const from = senderOf(headers);
  if (from === null) return 'sender';
  if (!isCheckedSender(headers, from.address, authserv)) return 'sender_unchecked';
  return { tokens, from };
}

/** The answer in a raw mail, which may be large and of any form. Call it only if the head has shown that its sender may answer. */
export async function contentOf(
  raw: Buffer,
  replyInHtml: (html: string) => Promise<string | null>,
): Promise<MailContent | NoAnswer> {
  const mail = await readMail(raw);
  if (mail === null) return 'broken';
  // Some telephones send an empty plain part with the HTML.
  const hasPlain = (mail.text ?? '').trim() !== '';
  const whole = hasPlain ? (mail.text ?? '') : await replyInHtml((mail.html ?? '').slice(0, longestText));
  if (whole === null) return 'too_long';
  // A mail that could never be stored would stand before all later ones.
  const text = ownText(storableText(whole.slice(0, longestText)));
  const files = mail.attachments
    .filter(({ mimeType }) => !signatures.includes(mimeType))
    .map((attachment) => ({ attachment, fileName: attachment.filename ?? '', bytes: bytesOf(attachment) }))
    .filter(({ attachment, bytes }) => isMeant(attachment, bytes, text))
    .map(({ fileName, bytes }) => ({ fileName, bytes }));
  const content = tidy(text);
  if (content === '' && files.length === 0) return 'empty';
  if (content.length > longestAnswer) return 'too_long';
  const messageId = storableText(mail.messageId ?? '').trim();
  return { content, key: messageId === '' ? hash('sha256', raw) : messageId.slice(0, 500), files };
}
