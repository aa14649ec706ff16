import { useSyncExternalStore } from 'react';
import { firstStore } from '../../words/smallStore.ts';
import type { PagePath } from '../module.ts';
import { pageOf } from './pages.ts';

let taken: { readonly page: PagePath; readonly value: string } | null = null;

/**
 * Takes the secret of an emailed link, a ticket or an invitation out of the address, before anything else reads the address: it must not stay in
 * the history, in a copied address or in a screenshot. It is kept in memory for the page.
 */
function hideSecret(): boolean {
  const page = pageOf(location.pathname.replace(/(.)\/+$/, '$1'));
  if (page?.addressSecret === undefined) return false;
  const { from, name } = page.addressSecret;
  const parameters = new URLSearchParams(from === 'search' ? location.search : location.hash.slice(1));
  const value = parameters.get(name);
  if (value === null) return false;
  taken = { page: page.path, value };
  parameters.delete(name);
  const rest = parameters.toString();
  const search = from === 'search' ? (rest === '' ? '' : `?${rest}`) : location.search;
  history.replaceState(history.state, '', location.pathname + search);
  return true;
}

/** Counts the secrets that came to a page that was open already: a link pasted there changes nothing but the hash, and loads nothing. */
const arrivals = firstStore(0);

/** Hides the secret of the address, and of every address that is entered over it in the same page. */
export function hideSecrets(): void {
  hideSecret();
  window.addEventListener('hashchange', () => {
    if (hideSecret()) arrivals.set(arrivals.get() + 1);
  });
}

/** A key for what shows a secret's page, so that it begins anew with one that comes while it is open. */
export const useSecretArrivals = (): number => useSyncExternalStore(arrivals.subscribe, arrivals.get, () => 0);

/** The secret of the address of this page, or null where there was none (a reload has lost it). */
export const secretFor = (page: PagePath): string | null => (taken?.page === page ? taken.value : null);

/** Forgets the secret once it was used or refused. */
export const forgetSecret = (): void => void (taken = null);
