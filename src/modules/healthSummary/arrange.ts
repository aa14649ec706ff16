import type { SummarySection } from '@portal/api';
import * as v from 'valibot';

type Section = Pick<SummarySection, 'code' | 'title'>;

/** The longest value of a preference, in characters. */
const longestSaved = 2000;

/** What identifies a section in every document: its code, or its title where it has none. */
export const sectionKey = ({ code, title }: Section): string => code ?? title.slice(0, 60);

/** Keys of sections, first to last; empty: as in each document. */
export type Arrangement = readonly string[];

const Saved = v.pipe(v.string(), v.maxLength(longestSaved), v.parseJson(), v.array(v.pipe(v.string(), v.minLength(1))));

/** The saved order; anything else is none. */
export function readArrangement(saved: string | undefined): Arrangement {
  const parsed = v.safeParse(Saved, saved);
  return parsed.success ? [...new Set(parsed.output)] : [];
}

/** The value to save; what does not fit is left out from the end. */
export function writeArrangement(order: Arrangement): string {
  let kept = order;
  while (JSON.stringify(kept).length > longestSaved) kept = kept.slice(0, -1);
  return JSON.stringify(kept);
}

/** Puts each item of `rest` right after the one before it in `all`, or first where it is the first. */
function withRest<T>(placed: readonly T[], all: readonly T[]): T[] {
  const result = [...placed];
  all.forEach((item, index) => {
    if (result.includes(item)) return;
    const before = all[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, item);
  });
  return result;
}

/** The sections in the reader's order. One that the order does not name stays behind the section that it follows in the document. */
export function arranged<S extends Section>(sections: readonly S[], order: Arrangement): S[] {
  if (order.length === 0) return [...sections];
  const placeOf = (section: S) => order.indexOf(sectionKey(section));
  const named = sections
    .filter((section) => placeOf(section) >= 0)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  return withRest(named, sections);
}

/** The order after a section of this document was moved by one; keys of other documents keep their positions. */
export function movedOrder(
  shown: readonly Section[],
  order: Arrangement,
  index: number,
  step: -1 | 1,
): Arrangement | null {
  const keys = [...new Set(shown.map(sectionKey))];
  const [moved, other] = [keys[index], keys[index + step]];
  if (moved === undefined || other === undefined) return null;
  keys[index] = other;
  keys[index + step] = moved;
  return withRest(keys, order);
}
