import type { AttachmentType } from '@portal/api';
import { decodedUri } from '../process/decodedUri.ts';

const longestName = 200;
/** The usual endings of each accepted type. Any other known ending is replaced by the type's own. */
const endings: Readonly<Record<AttachmentType, RegExp>> = {
  jpg: /\.jpe?g$/i,
  png: /\.png$/i,
  pdf: /\.pdf$/i,
  txt: /\.txt$/i,
};
const known = /\.(?:jpe?g|jfif|png|gif|webp|hei[cf]|pdf|te?xt)$/i;
/** Control and invisible characters, characters that change the writing direction, and those with a meaning in file paths. */
const unwanted = /[\p{C}\p{Default_Ignorable_Code_Point}<>:"/\\|?*]/gu;
const atEnds = /^[\s.]+|[\s.]+$/gu;

/** The name to store a file under, made from the name that it came with: no path, nothing misleading, the ending of its real type. */
export function storedFileName(header: string, type: AttachmentType): string {
  const last = decodedUri(header).normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[^\S\ufeff]+/gu, ' ')
    .replace(unwanted, '')
    // Removing an unwanted character may leave two spaces side by side.
    .replace(/ {2,}/gu, ' ')
    .normalize('NFC')
    // Only the end is trimmed here, because a name may consist of an ending alone.
    .replace(/[\s.]+$/u, '');
  const ending = endings[type].exec(clean)?.[0] ?? `.${type}`;
  const stem = clean.replace(known, '').replace(atEnds, '') || 'file';
  // Counted in characters, so that none is cut in two.
  const short = Array.from(stem)
    .slice(0, longestName - ending.length)
    .join('');
  return `${short.replace(atEnds, '')}${ending}`;
}
