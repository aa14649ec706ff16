import { randomBytes } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { errorCode } from '../process/errorCode.ts';
import { makeFolder } from '../process/folders.ts';
import { type Bounces, returnPathOf } from './bounces.ts';
import type { ClaimedMail } from './queue.ts';
import type { Sender } from './sender.ts';
import { openConnection, sendOn, waitingConnections } from './smtpConnections.ts';

/** A mail was not accepted. `isPermanent`: the mail server will never accept it. */
export class NotSent extends Error {
  readonly code: string;
  readonly isPermanent: boolean;
  /** The mail server does not know the recipient's address, whatever the message. */
  readonly isOfAddress: boolean;

  constructor(code: string, isPermanent: boolean, isOfAddress = false) {
    super(code);
    this.code = code;
    this.isPermanent = isPermanent;
    this.isOfAddress = isOfAddress;
  }
}

/** Sends a claimed message on its channel and gives the bytes that it sent; throws `NotSent` if it was not accepted. */
export type Courier = (mail: ClaimedMail, signal: AbortSignal) => Promise<Buffer>;

export interface Letter {
  /** The envelope sender, to which mail servers report. */
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
}

/** Sends one mail; throws `NotSent` if it was not accepted. `signal` aborts it at any point. */
export type Transport = (mail: ClaimedMail, letter: Letter, signal: AbortSignal) => Promise<void>;

/** Composes the mail. Everything in it is derived from its row, so that every attempt sends the same bytes under the same Message-ID. */
export async function composeLetter(
  mail: Pick<ClaimedMail, 'content' | 'recipient' | 'messageKey' | 'createdAt'>,
  sender: Sender | null,
  portalHost: string,
  bounces: Bounces | null = null,
): Promise<Letter> {
  const from = sender?.address ?? `no-reply@${portalHost}`;
  if (!('html' in mail.content)) throw new NotSent('CONTENT', true);
  const { fromName, subject, text, html, stopAddress, replyTo, files = [] } = mail.content;
  const message = new MailComposer({
    from: { name: sender?.name ?? fromName, address: from },
    to: { name: '', address: mail.recipient },
    ...(replyTo === undefined ? {} : { replyTo }),
    attachments: files.map(({ fileName, contentType, base64 }) => ({
      filename: fileName,
      contentType,
      content: Buffer.from(base64, 'base64'),
    })),
    subject,
    text,
    html,
    messageId: `<${mail.messageKey}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: new Date(mail.createdAt),
    baseBoundary: mail.messageKey.replaceAll('-', ''),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(stopAddress === undefined
        ? {}
        : { 'List-Unsubscribe': `<${stopAddress}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  }).compile();
  const envelopeFrom = bounces === null ? from : returnPathOf(bounces, mail.recipient);
  return { from: envelopeFrom, to: mail.recipient, raw: await message.build() };
}

/** A refusal of the message itself is final. A failed login or connection, or a server that takes nothing of ours, is a fault of the settings, so it is tried again. */
function failureOf(error: unknown): NotSent {
  if (error instanceof NotSent) return error;
  const status =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
      ? error.responseCode
      : null;
  const code = errorCode(error) || 'ERROR';
  const isPermanent =
    status !== null && status >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE') && !takesNothingOfOurs(error);
  return new NotSent(status === null ? code : String(status), isPermanent, isPermanent && isOfAddress(error));
}

/** The server refused our sender or wants a login first (but 552: this mail is too large for it), or it does not relay for us. */
const takesNothingOfOurs = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  'responseCode' in error &&
  'response' in error &&
  (error.command === 'MAIL FROM'
    ? error.responseCode !== 552
    : error.command === 'RCPT TO' && /\brelay/i.test(String(error.response)));

/** The server refused the recipient, and not because of a policy (5.7.x), such as refusing to relay for us. */
const isOfAddress = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'RCPT TO' &&
  !('response' in error && /^\d{3}[ -]5\.7\./.test(String(error.response)));

/** Whether the mail server's certificate is verified. It is unless the URL says otherwise. */
const checksName = ({ tls }: ReturnType<typeof parseConnectionUrl>): boolean => tls?.rejectUnauthorized !== false;

/** Whether mails go only over TLS to a server whose certificate is verified. */
export function demandsTls(smtpUrl: string | null): boolean {
  if (smtpUrl === null) return false;
  const options = parseConnectionUrl(smtpUrl);
  return (options.secure === true || options.requireTLS === true) && checksName(options);
}

const needsTls = ({ content }: ClaimedMail): boolean => 'needsTls' in content && content.needsTls === true;

/** `ended`: until then, connections stay open for the next mail. Left out: each mail has its own. */
export function smtpTransport(smtpUrl: string, ended?: AbortSignal): Transport {
  const hand = smtpHandOver(smtpUrl, ended);
  return (mail, letter, signal) => hand(letter, needsTls(mail), signal);
}

/** Hands letters over, with TLS if offered (`smtps://`: always). `demandsTls`: only to a server whose certificate is verified. `ended`: see `smtpTransport`. */
export function smtpHandOver(
  smtpUrl: string,
  ended?: AbortSignal,
): (letter: Letter, demandsTls: boolean, signal: AbortSignal) => Promise<void> {
  const plain = parseConnectionUrl(smtpUrl);
  const demanding = plain.secure === true ? plain : { ...plain, requireTLS: true };
  const waiting =
    ended === undefined ? null : { plain: waitingConnections(ended), demanding: waitingConnections(ended) };
  return async (letter, demandsTls, signal) => {
    if (demandsTls && !checksName(plain)) throw new NotSent('NOTLS', false);
    const kind = demandsTls ? 'demanding' : 'plain';
    try {
      const opened = waiting?.[kind].take();
      if (opened !== undefined && (await sendOn(opened, letter, signal))) return waiting?.[kind].put(opened);
      const connection = await openConnection(demandsTls ? demanding : plain, signal);
      if (!(await sendOn(connection, letter, signal))) throw new NotSent('ECONNECTION', false);
      if (waiting === null) connection.quit();
      else waiting[kind].put(connection);
    } catch (error) {
      throw failureOf(error);
    }
  };
}

/** Writes a message as a file into a folder. The name is derived from the row, so a second attempt writes the same file. */
export async function putFile(folder: string, mail: ClaimedMail, ending: 'eml' | 'txt', bytes: Buffer): Promise<void> {
  const file = join(folder, `${mail.createdAt.replace(/[:.]/g, '-')}-${mail.kind}-${mail.id}.${ending}`);
  const making = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    await makeFolder(folder, 0o700);
    const handle = await open(making, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(making, file);
  } catch (error) {
    throw new NotSent(errorCode(error) || 'ERROR', false);
  }
}

/** Writes mails as `.eml` files, for a facility without a mail server and for the demo. */
export const fileTransport =
  (folder: string): Transport =>
  (mail, letter) =>
    needsTls(mail) ? Promise.reject(new NotSent('NOTLS', false)) : putFile(folder, mail, 'eml', letter.raw);
