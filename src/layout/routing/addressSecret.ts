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

/** Counts the links that were opened over a page of the same address: only the hash changes then, and nothing loads. */
const arrivals = firstStore(0);

/** Hides the secret of the address, and of every address that is entered over it in the same page. */
export function hideSecrets(): void {
  hideSecret();
  window.addEventListener('hashchange', () => {
    if (hideSecret()) arrivals.set(arrivals.get() + 1);
  });
}

/** A React key for the page, so that it starts again with a link that is opened over it. */
export const useSecretArrivals = (): number => useSyncExternalStore(arrivals.subscribe, arrivals.get, () => 0);

/** The secret of the address of this page, or null where there was none (a reload has lost it). */
export const secretFor = (page: PagePath): string | null => (taken?.page === page ? taken.value : null);

/** Forgets the secret once it was used or refused. */
export const forgetSecret = (): void => void (taken = null);
