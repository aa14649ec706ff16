/** What the environment says of care teams' mailboxes. */
export interface MailboxSettings {
  /** Where replies go; a token is put before its `@`. Null: no mailbox can be set. */
  readonly replyTo: string | null;
  /** Domains whose mailboxes may be sent the message itself. */
  readonly domains: readonly string[];
  /** The mail server whose word on a sender is believed, as it names itself in `Authentication-Results`. */
  readonly authserv: string | null;
  /** Where replies are read by IMAP. */
  readonly imap: string | null;
}

/** The domain of an address, in lower case; empty where it has none. */
export const domainOf = (address: string): string => {
  const at = address.lastIndexOf('@');
  return at === -1 ? '' : address.slice(at + 1).toLowerCase();
};

/** Whether somebody may answer: `senders` are addresses, or domains written as `@clinic.example`. */
export function mayAnswer(senders: readonly string[], address: string): boolean {
  const whole = address.toLowerCase();
  const domain = `@${domainOf(address)}`;
  return senders.some((sender) => [whole, domain].includes(sender.toLowerCase()));
}
