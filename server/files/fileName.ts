import type { AttachmentType } from '@portal/api';

const longestName = 200;
/** Endings of what is taken, which the type's own one replaces. */
const endings: Readonly<Record<AttachmentType, RegExp>> = {
  jpg: /\.jpe?g$/i,
  png: /\.png$/i,
  pdf: /\.pdf$/i,
  txt: /\.txt$/i,
};
const known = /\.(?:jpe?g|jfif|png|gif|webp|hei[cf]|pdf|te?xt)$/i;
/** Controls, what changes the direction, what nobody sees, and what an operating system reads as something else. */
const unwanted = /[\p{C}\p{Default_Ignorable_Code_Point}<>:"/\\|?*]/gu;
const atEnds = /^[\s.]+|[\s.]+$/gu;

/** Percent-encoded UTF-8 as it is meant; as it stands where it is not that. */
function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}

/** The name under which a file is kept, out of the one that it came with: no path, nothing that misleads, the ending of what it is. */
export function keptName(header: string, type: AttachmentType): string {
  const last = decoded(header).normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[^\S\ufeff]+/gu, ' ')
    .replace(unwanted, '')
    // Where something unwanted stood between two.
    .replace(/ {2,}/gu, ' ')
    .normalize('NFC')
    // Not at its beginning: a name may be an ending alone.
    .replace(/[\s.]+$/u, '');
  const ending = endings[type].exec(clean)?.[0] ?? `.${type}`;
  const stem = clean.replace(known, '').replace(atEnds, '') || 'file';
  // By characters, so that none is cut in two.
  const short = Array.from(stem)
    .slice(0, longestName - ending.length)
    .join('');
  return `${short.replace(atEnds, '')}${ending}`;
}
