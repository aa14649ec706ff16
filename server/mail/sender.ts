/** The sender of mails. Without a name, the facility's portal name is used. */
export interface Sender {
  readonly name: string | null;
  readonly address: string;
}

/** Reads `MAIL_FROM`: an address, or `Name <address>`; null for anything else. */
export function readSender(text: string): Sender | null {
  const [, quoted, named, address] =
    /^\s*(?:"([^"\\\r\n]*)"|([^"<>\r\n]*?))\s*<\s*([^\s<>]+)\s*>\s*$/.exec(text) ??
    /^()()\s*([^\s<>]+)\s*$/.exec(text) ??
    [];
  if (address === undefined || !/^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+$/.test(address)) return null;
  const name = (quoted ?? named ?? '').trim();
  return { name: name === '' ? null : name, address };
}
