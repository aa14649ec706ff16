import { isBlank, type ItemRules } from './itemType.ts';
import { linearPattern } from './linearPattern.ts';
import { repeatingRules } from './repeating.ts';

/** A text with a pattern is sent without the spaces around it, which phone keyboards add. */
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
      return item.pattern === undefined || (linearPattern(item.pattern)?.matchesAll(said) ?? true)
        ? null
        : { kind: 'wrongFormat', format: item.entryFormat ?? null };
    },
    value: (item, { textAnswer = '' }) => ({ textAnswer: asSent(item, textAnswer) }),
    fits: (item, entry) => entry.textAnswer === undefined || entry.textAnswer.length <= item.maxLength,
  }),
  score: () => null,
};
