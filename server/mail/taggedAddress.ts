/** `answers@portal.example` with a token: `answers+TOKEN@portal.example`. */
export function addressWith(base: string, token: string): string {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+${token}${base.slice(at)}`;
}

/** The token of such an address; null for every other address. Mail servers may have changed upper and lower case. */
export function tokenIn(address: string, base: string): string | null {
  const [before = '', after = ''] = addressWith(base, '\n').toLowerCase().split('\n');
  const given = address.trim().toLowerCase();
  if (!given.startsWith(before) || !given.endsWith(after)) return null;
  const token = given.slice(before.length, given.length - after.length);
  return /^[0-9a-f]{32}$/.test(token) ? token : null;
}
