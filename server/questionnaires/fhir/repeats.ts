import type { Entry } from './entries.ts';
import { url } from './extensions.ts';
import { extension } from './json.ts';

/** Whether the item takes several answers. With a maximum of one it does not. */
export const repeats = ({ raw, type }: Entry): boolean =>
  (raw.repeats === true || (type !== 'group' && extension(raw, url.answerRepeats)?.valueBoolean === true)) &&
  extension(raw, url.maxOccurs)?.valueInteger !== 1;

export const isRepeatingGroup = (entry: Entry): boolean =>
  entry.type === 'group' && (repeats(entry) || Number(extension(entry.raw, url.maxOccurs)?.valueInteger ?? 1) > 1);
