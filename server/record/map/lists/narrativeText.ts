import { plainText } from '../../../html/plainText.ts';
import { wordsOf } from '../../fhir/elements.ts';

const longest = 50_000;
const marks: Readonly<Record<number, string>> = { 38: '&amp;', 60: '&lt;', 62: '&gt;' };
/** A character from its numeric reference. One that would become markup stays escaped. */
function character(code: number): string {
  const mark = marks[code];
  if (mark !== undefined) return mark;
  return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : '';
}

/** The words of a resource's narrative, one line for each paragraph, item and row. */
export function narrativeText(div: string | null | undefined): string | null {
  const lines = plainText(
    (div ?? '')
      .slice(0, longest)
      .replace(/&#(\d{1,7});/g, (_, digits: string) => character(Number(digits)))
      .replace(/&#x([\da-f]{1,6});/gi, (_, digits: string) => character(Number.parseInt(digits, 16)))
      .replace(/\s+/g, ' ')
      .replace(/<\/(td|th)>/gi, ' ')
      .replace(/<\/(tr|div|ol|ul|table)>/gi, '\n'),
  ).split('\n');
  return wordsOf(lines.flatMap((line) => wordsOf(line.replace(/\s+/g, ' ')) ?? []).join('\n'));
}
