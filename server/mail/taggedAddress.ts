/** Adds a token to an address: `answers@portal.example` becomes `answers+TOKEN@portal.example`. */
export function addressWith(base: string, token: string): string {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+${token}${base.slice(at)}`;
}

/** The token in such an address; null for any other address. Mail servers may change upper and lower case. */
export function tokenIn(address: string, base: string): string | null {
  const [before = '', after = ''] = addressWith(base, '\n').toLowerCase().split('\n');
  const given = address.trim().toLowerCase();
  if (!given.startsWith(before) || !given.endsWith(after)) return null;
  const token = given.slice(before.length, given.length - after.length);
  return /^[0-9a-f]{32}$/.test(token) ? token : null;
}
