import { type Answer, isBlank } from '@portal/api';

/** True for a text that was typed and not chosen yet: it stays in the draft and is never sent. */
export const isTyped = (entry: Answer): boolean => entry.coding === undefined && entry.isChecked === false;

/** What was chosen, in its order: concepts and words of one's own. */
export const chosenIn = (entries: readonly Answer[]): readonly Answer[] =>
  entries.filter((entry) => entry.coding !== undefined || (!isTyped(entry) && !isBlank(entry.textAnswer)));
