import { useEffect } from 'react';
import { useBranding } from '../src/browser/branding.ts';

/** Id of the main part of each page: where the skip link and a change of page lead. */
export const mainId = 'main';

let pagesShown = 0;

/** Sets the browser's title, which never says who or what is asked, and moves the focus to the page after a change of page. */
export function useArrival(title: string): void {
  const { facilityName } = useBranding();
  useEffect(() => {
    document.title = facilityName === '' ? title : `${title} | ${facilityName}`;
  }, [title, facilityName]);
  useEffect(() => {
    pagesShown += 1;
    // Only a change of page moves the focus; the first page of a document is read from its top.
    if (pagesShown > 1) document.getElementById(mainId)?.focus({ preventScroll: true });
  }, []);
}
