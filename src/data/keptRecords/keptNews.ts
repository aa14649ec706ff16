import { smallStore, useSmallStore } from '../../browser/smallStore.ts';

/** What became of kept records without the person's doing, until they have heard of it. */
export type KeptNews =
  /** Nobody signed in for 30 days. */
  | { readonly kind: 'expired' }
  /** The browser took them away; `unsent`: answers and messages that were nowhere else. */
  | { readonly kind: 'lost'; readonly unsent: number }
  /** A newer version of the app wrote them: they are left alone. */
  | { readonly kind: 'newer' };

const news = smallStore<KeptNews | null>(null);
export const keptNews = news.get;
export const tellKeptNews = (next: KeptNews): void => news.set(next);
export const forgetKeptNews = (): void => news.set(null);
/** The news of whoever is signed in, for components; null where there is none. */
export const useKeptNews = (): KeptNews | null => useSmallStore(news);
