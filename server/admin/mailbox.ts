import { isEmailAddress } from '@portal/api';
import type { Config } from '../start/config.ts';
import { demandsTls } from '../mail/transport.ts';
import { scannerOf } from '../files/scanner.ts';
import { largestMail } from '../secureMessages/mailbox/answerOf.ts';
import { mayCarryText } from '../secureMessages/mailbox/careTeamMail.ts';
import { domainOf } from '../secureMessages/mailbox/settings.ts';
import { bouncesAt } from '../mail/bounces.ts';
import { type Taken, takeMail } from '../secureMessages/mailbox/takeMail.ts';
import { type Io, command } from './command.ts';
import { CommandFailed, NotUnderstood, reasonOf } from './failure.ts';

/** A mailbox as `message system` sets it. */
export interface Mailbox {
  readonly address: string;
  readonly carriesText: boolean;
  readonly senders: readonly string[];
}

/** Reads the options for a mailbox, and refuses what the settings do not allow. */
export function mailboxOf(
  address: string,
  senders: readonly string[],
  carriesText: boolean,
  { mailbox: { replyTo, domains }, smtpUrl }: Pick<Config, 'mailbox' | 'smtpUrl'>,
): Mailbox {
  if (!isEmailAddress(address)) throw new NotUnderstood(`--mailbox must be an email address; "${address}" is none.`);
  const wrong = senders.find((sender) => !isEmailAddress(sender.startsWith('@') ? `somebody${sender}` : sender));
  if (wrong !== undefined) throw new NotUnderstood(`--sender must be an address or @domain; "${wrong}" is neither.`);
  if (replyTo === null)
    throw new CommandFailed('Set MAILBOX_REPLY_TO first: without an address for replies nobody could answer.');
  const tls = { domains, demandsTls: demandsTls(smtpUrl) };
  if (carriesText && !domains.includes(domainOf(address)))
    throw new CommandFailed(
      `--with-text: MAILBOX_DOMAINS does not name ${domainOf(address)}, so messages may not be mailed there.`,
    );
  if (carriesText && !mayCarryText(address, tls))
    throw new CommandFailed(
      '--with-text: SMTP_URL must demand TLS, as smtps://… or smtp://…?requireTLS=true, and check the certificate.',
    );
  return { address, carriesText, senders: senders.length === 0 ? [address] : senders };
}

/** Reads a whole mail; null if it is too large. The input is read to its end, so that the sending program gets no write error. */
async function readMail(input: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of input) {
    bytes += part.length;
    if (bytes <= largestMail) parts.push(part);
  }
  return bytes > largestMail ? null : Buffer.concat(parts);
}

/** Exit codes that mail servers understand (sysexits). */
const exitCodes = { taken: 0, refused: 65, later: 75 } as const;

function exitCodeOf(taken: Taken, io: Io): number {
  switch (taken.outcome) {
    case 'taken':
    case 'known':
      return exitCodes.taken;
    case 'refused':
      io.err(`refused: ${taken.why}`);
      return exitCodes.refused;
    case 'later':
      io.err(`later: ${taken.why === 'SCANNER' ? 'the scanner does not answer' : `MAILBOX_${taken.why} is not set`}`);
      return exitCodes.later;
  }
}

export const takeMailCommand = command({
  name: 'message take-mail',
  does: "Takes a reply, or a report of a mail that could not be delivered, from a mail server's pipe.",
  more: `The mail is piped in: message take-mail < MAIL
A reply to a mail that told a care team of a message becomes the answer; a report marks the address.
Exit code 0: taken, or known already. 65: refused for good. 75: try again later.`,
  page: 'integrate-email.md',
  parameters: {},
  ignoresArguments: true,
  async run(_, io) {
    try {
      const config = io.config();
      const raw = await readMail(io.input());
      if (raw === null) {
        io.err('refused: mail_too_large');
        return exitCodes.refused;
      }
      return await io.database(async (pool) => {
        const bounces = await bouncesAt(pool.db, config.serverKey, config.bouncesTo);
        const scanner = scannerOf(config.attachmentScanner);
        return exitCodeOf(await takeMail(pool, scanner, { ...config.mailbox, bounces }, raw), io);
      });
    } catch (error) {
      // Whatever failed, it is not the mail's fault, so the mail server must keep the mail.
      io.err(`later: ${reasonOf(error)}`);
      return exitCodes.later;
    }
  },
});
