import { useSyncExternalStore } from 'react';
import { firstStore } from '../../words/smallStore.ts';
import type { PagePath } from '../module.ts';
import { pageOf } from './pages.ts';

let taken: { readonly page: PagePath; readonly value: string } | null = null;

/**
 * Removes the secret of an emailed link, a ticket or an invitation from the address, before anything else reads it: it must not be in the
 * history, in a copied address or in a screenshot. The page gets it from memory.
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

/** Counts the links that were opened over a page of the same address: then only the hash changes, and nothing reloads. */
const arrivals = firstStore(0);

/** Hides the secret of the address, and of every address that is entered over it in the same page. */
export function hideSecrets(): void {
  hideSecret();
  window.addEventListener('hashchange', () => {
    if (hideSecret()) arrivals.set(arrivals.get() + 1);
  });
}

/** A React key that restarts the page for a link that is opened over it. */
export const useSecretArrivals = (): number => useSyncExternalStore(arrivals.subscribe, arrivals.get, () => 0);

/** The secret of this page's address, or null where there was none (also after a reload). */
export const secretFor = (page: PagePath): string | null => (taken?.page === page ? taken.value : null);

/** Forgets the secret once it was used or refused. */
export const forgetSecret = (): void => void (taken = null);
