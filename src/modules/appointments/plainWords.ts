const breaks = /<br\s*\/?>|<\/(?:p|li|div|h[1-6]|tr|blockquote)\s*>/gi;
const tags = /<[^>]*>/g;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };

const character = (whole: string, code: string): string => {
  const known = named[code.toLowerCase()];
  if (known !== undefined) return known;
  const point = /^#x/i.test(code)
    ? Number.parseInt(code.slice(2), 16)
    : code.startsWith('#')
      ? Number.parseInt(code.slice(1), 10)
      : Number.NaN;
  return point > 0 && point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff)
    ? String.fromCodePoint(point)
    : whole;
};

/**
 * The lines of a text that may hold HTML, as plain text: for sorting, searching and names, never to be shown as HTML. A browser's parser
 * would be too slow for the thousands of a list.
 */
export function plainLines(html: string): string[] {
  if (!/[<&]/.test(html)) return linesIn(html);
  return linesIn(
    html
      .replace(breaks, '\n')
      .replace(tags, '')
      .replace(/&(#x?[\da-f]+|\w+);/gi, character),
  );
}

const linesIn = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

/** The first line alone. */
export const firstWords = (html: string): string => plainLines(html)[0] ?? '';
