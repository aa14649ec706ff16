import { circlesOf } from '@portal/api';
import { contentOf } from '../content.ts';
import type { TemplateDraft } from '../draft.ts';

/** Temporary numbers for ids that only the database can assign. */
function numbered(): {
  readonly numberOf: (key: string) => number;
  readonly keyOf: (id: number) => string | undefined;
} {
  const keys: string[] = [];
  const numbers = new Map<string, number>();
  return {
    numberOf(key) {
      const number = numbers.get(key) ?? keys.push(key);
      numbers.set(key, number);
      return number;
    },
    keyOf: (id) => keys[id - 1],
  };
}

/** The keys of items whose computed answers depend on themselves, through each other or through conditions; each circle once. */
export function calculatedCircles(draft: TemplateDraft): string[][] {
  if (!draft.items.some(({ calculated }) => calculated !== undefined)) return [];
  const [items, options] = [numbered(), numbered()];
  const content = contentOf(draft, {
    item: items.numberOf,
    option: (item, option) => options.numberOf(JSON.stringify([item, option])),
  });
  return circlesOf(content)
    .filter((circle) => circle.some(({ calculated }) => calculated !== undefined))
    .map((circle) => circle.flatMap(({ questionnaireItemId }) => items.keyOf(questionnaireItemId) ?? []));
}
