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

/** `answers@portal.example` with a token: `answers+TOKEN@portal.example`. */
export function addressWith(replyTo: string, token: string): string {
  const at = replyTo.lastIndexOf('@');
  return `${replyTo.slice(0, at)}+${token}${replyTo.slice(at)}`;
}

/** The token of such an address; null for every other address. Mail servers may have changed upper and lower case. */
export function tokenIn(address: string, replyTo: string): string | null {
  const [before = '', after = ''] = addressWith(replyTo, '\n').toLowerCase().split('\n');
  const given = address.trim().toLowerCase();
  if (!given.startsWith(before) || !given.endsWith(after)) return null;
  const token = given.slice(before.length, given.length - after.length);
  return /^[0-9a-f]{32}$/.test(token) ? token : null;
}
