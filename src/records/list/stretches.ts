/** Groups of items that are drawn together, and skipped together in layout while far from the window. */
export interface Stretch<Group> {
  /** The number of items before it. */
  readonly before: number;
  readonly items: number;
  readonly groups: readonly Group[];
}

/** Puts the groups into stretches of at least this many items; the last has the rest. */
export function stretchesOf<Group>(
  groups: readonly Group[],
  sizeOf: (group: Group) => number,
  least: number,
): Stretch<Group>[] {
  const stretches: Stretch<Group>[] = [];
  let before = 0;
  let items = 0;
  let some: Group[] = [];
  const close = () => {
    if (some.length > 0) stretches.push({ before, items, groups: some });
    before += items;
    items = 0;
    some = [];
  };
  for (const group of groups) {
    some.push(group);
    items += sizeOf(group);
    if (items >= least) close();
  }
  close();
  return stretches;
}

/** How many items of each group are drawn while only the first `limit` are; empty groups are left out. */
export function firstOf<Group>(
  groups: readonly Group[],
  sizeOf: (group: Group) => number,
  limit: number,
): { readonly group: Group; readonly shown: number }[] {
  const parts: { readonly group: Group; readonly shown: number }[] = [];
  let left = limit;
  for (const group of groups) {
    if (left <= 0) break;
    parts.push({ group, shown: Math.min(left, sizeOf(group)) });
    left -= sizeOf(group);
  }
  return parts;
}
