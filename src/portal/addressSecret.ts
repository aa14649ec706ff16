/** What an address may carry that must not stay in it: the parameter of its page, or the fragment's. */
const secretOf = {
  '/linklogin': { from: 'search', name: 'data' },
  '/singlesignon': { from: 'search', name: 'sso-id' },
  '/reset-password': { from: 'hash', name: 't' },
  '/sign-up': { from: 'search', name: 'pin' },
} as const;

type SecretPage = keyof typeof secretOf;
const isSecretPage = (path: string): path is SecretPage => path in secretOf;

let taken: { readonly page: SecretPage; readonly value: string } | null = null;

/**
 * Takes the secret of an emailed link, a ticket or an invitation out of the address, before anything else reads the address: it must not stay in
 * the history, in a copied address or in a picture of the screen. It is kept in memory for the page.
 */
export function hideSecret(): void {
  const page = location.pathname.toLowerCase().replace(/(.)\/+$/, '$1');
  if (!isSecretPage(page)) return;
  const { from, name } = secretOf[page];
  const parameters = new URLSearchParams(from === 'search' ? location.search : location.hash.slice(1));
  const value = parameters.get(name);
  if (value === null) return;
  taken = { page, value };
  parameters.delete(name);
  const rest = parameters.toString();
  const search = from === 'search' ? (rest === '' ? '' : `?${rest}`) : location.search;
  history.replaceState(history.state, '', location.pathname + search);
}

/** The secret of the address of this page, or null where there was none (a reload has lost it). */
export const secretFor = (page: SecretPage): string | null => (taken?.page === page ? taken.value : null);

/** It has been used, or is of no use. */
export const forgetSecret = (): void => void (taken = null);
