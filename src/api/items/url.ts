import { isBlank, type ItemRules } from './itemType.ts';
import { repeatingRules } from './repeating.ts';

/** Longest address; some systems cut longer ones. */
export const urlMaximum = 2000;

function isWebAddress(typed: string): boolean {
  // A browser corrects invalid addresses such as "http:x"; other readers of the answer may not.
  if (!/^https?:\/\/[^\s/]\S*$/i.test(typed)) return false;
  try {
    return new URL(typed).hostname !== '';
  } catch {
    return false;
  }
}

export const url: ItemRules<'UrlQuestion'> = {
  ...repeatingRules({
    isEmpty: (entry) => isBlank(entry.textAnswer),
    fault: (_, { textAnswer = '' }) => {
      const typed = textAnswer.trim();
      if (typed.length > urlMaximum) return { kind: 'tooLong', maximum: urlMaximum };
      return isWebAddress(typed) ? null : { kind: 'notAnAddress' };
    },
    value: (_, { textAnswer = '' }) => ({ textAnswer: textAnswer.trim() }),
    fits: (_, entry) => entry.textAnswer !== undefined,
  }),
  score: () => null,
};
