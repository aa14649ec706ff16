/** What decides the order of things to do. */
export interface Ranked {
  readonly rank: 0 | 1 | 2;
  /** `YYYY-MM-DD`; null where there is none. */
  readonly day: string | null;
}

/** How many Home shows before "Show all". */
export const shownAtFirst = 4;

/** Puts what is at risk first; within a rank by day, with those without a day last. Equal ones keep their order. */
export const inOrderOfRisk = <Item extends Ranked>(items: readonly Item[]): Item[] =>
  items.toSorted(
    (one, other) =>
      one.rank - other.rank ||
      Number(one.day === null) - Number(other.day === null) ||
      (one.day ?? '').localeCompare(other.day ?? '', 'en'),
  );
