/** What an `IntersectionObserver` says of one element. Several changes can come at once, as when a tablet is turned: the last one counts. */
export const isVisibleNow = (changes: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]): boolean =>
  changes.at(-1)?.isIntersecting ?? true;
