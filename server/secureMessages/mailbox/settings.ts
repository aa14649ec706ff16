/** The environment's settings for care teams' mailboxes. */
export interface MailboxSettings {
  /** The address for replies; a token is put before its `@`. Null: no mailbox can be set. */
  readonly replyTo: string | null;
  /** Domains whose mailboxes may receive the text of messages. */
  readonly domains: readonly string[];
  /** The mail server whose checks of senders are trusted, by its name in `Authentication-Results`. */
  readonly authserv: string | null;
  /** The mailbox from which replies are read by IMAP. */
  readonly imap: string | null;
}

/** The domain of an address in lower case; empty if it has none. */
export const domainOf = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at === -1 ? '' : address.slice(at + 1).toLowerCase();
};

/** Whether an address may answer: `senders` are addresses, or domains such as `@clinic.example`. */
export function mayAnswer(senders: readonly string[], address: string): boolean {
  const whole = address.toLowerCase();
  const domain = `@${domainOf(address)}`;
  return senders.some((sender) => [whole, domain].includes(sender.toLowerCase()));
}
