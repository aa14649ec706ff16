import type { ItemOf } from '../questionnaireItems.ts';
import { isBlank, type ItemRules } from './itemType.ts';
import { repeatingRules } from './repeating.ts';

/** Whether a question takes files of a type; a question without types takes every type. */
export const takesFileType = (
  { contentTypes }: Pick<ItemOf<'AttachmentQuestion'>, 'contentTypes'>,
  type: string,
): boolean =>
  contentTypes.length === 0 ||
  contentTypes.some((taken) => taken === type || (taken.endsWith('/*') && type.startsWith(taken.slice(0, -1))));

export const attachment: ItemRules<'AttachmentQuestion'> = {
  ...repeatingRules({
    // Until a file is on the server, the draft has its name as a text, so that the answers cannot be sent without the file unnoticed.
    isEmpty: (entry) => entry.attachment === undefined && isBlank(entry.textAnswer),
    fault(item, entry, { isOnItsWay }) {
      const { attachment: file } = entry;
      if (file === undefined) return isOnItsWay?.(entry) === true ? null : { kind: 'fileNotSent' };
      return takesFileType(item, file.contentType) && file.size <= item.maxSize ? null : { kind: 'wrongFile' };
    },
    value: (_, { attachment: file }) => (file === undefined ? null : { attachment: file }),
    fits: (_, entry) => entry.attachment !== undefined || entry.textAnswer !== undefined,
  }),
  score: () => null,
};
