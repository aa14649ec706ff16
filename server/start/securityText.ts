const validDays = 180;

/**
 * What `/.well-known/security.txt` says (RFC 9116): to whom a fault of security is reported, an email address or a page. It is made for each request, so
 * it never expires while the server runs.
 */
export function securityText(contact: string, now: Date): string {
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + validDays);
  expires.setUTCHours(0, 0, 0, 0);
  const address = contact.startsWith('https://') ? contact : `mailto:${contact}`;
  return `Contact: ${address}\nExpires: ${expires.toISOString().replace('.000Z', 'Z')}\n`;
}
