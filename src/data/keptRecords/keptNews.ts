import { smallStore, useSmallStore } from '../../browser/smallStore.ts';

/** What happened to the offline copy without the person's doing, until they have read it. */
export type KeptNews =
  /** Nobody signed in for 30 days. */
  | { readonly kind: 'expired' }
  /** The browser deleted it; `unsent`: the number of answers and messages that were only here. */
  | { readonly kind: 'lost'; readonly unsent: number }
  /** A newer version of the app wrote it, so this version does not touch it. */
  | { readonly kind: 'newer' };

const news = smallStore<KeptNews | null>(null);
export const keptNews = news.get;
export const tellKeptNews = (next: KeptNews): void => news.set(next);
export const forgetKeptNews = (): void => news.set(null);
/** The news of whoever is signed in, for components; null where there is none. */
export const useKeptNews = (): KeptNews | null => useSmallStore(news);
