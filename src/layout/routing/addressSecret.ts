import type { PagePath } from '../module.ts';
import { pageOf } from './pages.ts';

let taken: { readonly page: PagePath; readonly value: string } | null = null;

/**
 * Takes the secret of an emailed link, a ticket or an invitation out of the address, before anything else reads the address: it must not stay in
 * the history, in a copied address or in a screenshot. It is kept in memory for the page.
 */
export function hideSecret(): void {
  const page = pageOf(location.pathname.replace(/(.)\/+$/, '$1'));
  if (page?.addressSecret === undefined) return;
  const { from, name } = page.addressSecret;
  const parameters = new URLSearchParams(from === 'search' ? location.search : location.hash.slice(1));
  const value = parameters.get(name);
  if (value === null) return;
  taken = { page: page.path, value };
  parameters.delete(name);
  const rest = parameters.toString();
  const search = from === 'search' ? (rest === '' ? '' : `?${rest}`) : location.search;
  history.replaceState(history.state, '', location.pathname + search);
}

/** The secret of the address of this page, or null where there was none (a reload has lost it). */
export const secretFor = (page: PagePath): string | null => (taken?.page === page ? taken.value : null);

/** Forgets the secret once it was used or refused. */
export const forgetSecret = (): void => void (taken = null);
