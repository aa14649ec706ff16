import type { Entry, Form } from './entries.ts';
import { url } from './extensions.ts';
import { prefillOf } from './initial.ts';
import { extension, objectsOf, textOf } from './json.ts';
import type { EntryLogic } from './logic.ts';
import { repeats } from './repeats.ts';

/** Whether nobody can type an answer: the item, or something around it, is hidden or read-only. */
export const isFixed = (entry: Entry): boolean => entry.isHidden || entry.isReadOnly;

/** Whether the item gets a value without being asked: computed, initial, or from the profile. */
export function isGiven(entry: Entry, logic: EntryLogic): boolean {
  const prefill = prefillOf(entry);
  return (
    logic.calculated(entry) !== undefined ||
    objectsOf(entry.raw, 'initial').length > 0 ||
    entry.options.options.some(({ isPreselected }) => isPreselected) ||
    (prefill !== undefined && typeof prefill !== 'string')
  );
}

/** Whether nobody can answer the item: it is hidden or read-only, nothing fills it in, and nothing depends on it. */
export const isUnfilled = (entry: Entry, logic: EntryLogic): boolean =>
  isFixed(entry) && !isGiven(entry, logic) && !logic.mentioned.has(entry.linkId);

const forCapture = ['capture', 'capture-display', 'display-non-empty', 'capture-display-non-empty'];
/** Whether the item only shows answers that were given elsewhere. */
export function isForDisplayAlone({ raw }: Entry): boolean {
  const usage = extension(raw, url.usageMode);
  return usage !== null && !forCapture.includes(textOf(usage, 'valueCode') ?? '');
}

/** The repeating questions that contain other questions. Each answer to one is a row in which those are asked. */
export function answerRows({ byLinkId, helpers, ownWords }: Form, logic: EntryLogic): ReadonlySet<Entry> {
  const isAsked = (entry: Entry): boolean =>
    entry.type !== 'display' &&
    !helpers.has(entry) &&
    !ownWords.has(entry) &&
    !isForDisplayAlone(entry) &&
    ((entry.type !== 'group' && !isUnfilled(entry, logic)) || entry.children.some(isAsked));
  return new Set(
    [...byLinkId.values()].filter(
      (entry) =>
        entry.type !== 'group' &&
        entry.type !== 'display' &&
        repeats(entry) &&
        !isFixed(entry) &&
        logic.calculated(entry) === undefined &&
        entry.children.some(isAsked),
    ),
  );
}
