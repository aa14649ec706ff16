import { isBlank, type ItemRules } from './itemType.ts';
import { repeatingRules } from './repeating.ts';

/** A pattern that the whole text has to match; null where it is none that this engine can run. */
export function wholePattern(pattern: string): RegExp | null {
  // Patterns of instruments escape what the strict form does not let them.
  for (const flags of ['u', ''])
    try {
      return new RegExp(`^(?:${pattern})$`, flags);
    } catch {
      continue;
    }
  return null;
}

/** A text with a pattern is sent without the spaces around it, which keyboards of telephones add. */
const asSent = (item: { readonly pattern?: string | undefined }, typed: string): string =>
  item.pattern === undefined ? typed : typed.trim();

export const text: ItemRules<'TextQuestion'> = {
  ...repeatingRules({
    isEmpty: (entry) => isBlank(entry.textAnswer),
    fault: (item, { textAnswer = '' }) => {
      const said = asSent(item, textAnswer);
      if (said.length > item.maxLength) return { kind: 'tooLong', maximum: item.maxLength };
      if (item.minLength !== undefined && said.trim().length < item.minLength)
        return { kind: 'tooShort', minimum: item.minLength };
      return item.pattern === undefined || (wholePattern(item.pattern)?.test(said) ?? true)
        ? null
        : { kind: 'wrongFormat', format: item.entryFormat ?? null };
    },
    value: (item, { textAnswer = '' }) => ({ textAnswer: asSent(item, textAnswer) }),
    fits: (item, entry) => entry.textAnswer === undefined || entry.textAnswer.length <= item.maxLength,
  }),
  score: () => null,
};
