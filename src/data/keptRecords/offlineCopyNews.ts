import { smallStore, useSmallStore } from '../../browser/smallStore.ts';

/** What happened to the offline copy without the person's doing, until they have read it. */
export type OfflineCopyNews =
  /** Nobody signed in for 30 days. */
  | { readonly kind: 'expired' }
  /** The browser deleted it; `unsent`: the number of answers and messages that were only here. */
  | { readonly kind: 'lost'; readonly unsent: number }
  /** A newer version of the app wrote it, so this version does not touch it. */
  | { readonly kind: 'newer' };

const news = smallStore<OfflineCopyNews | null>(null);
export const offlineCopyNews = news.get;
export const tellOfflineCopyNews = (next: OfflineCopyNews): void => news.set(next);
export const forgetOfflineCopyNews = (): void => news.set(null);
/** The news of whoever is signed in, for components; null where there is none. */
export const useOfflineCopyNews = (): OfflineCopyNews | null => useSmallStore(news);
