import {
  answerAbove,
  attributionDate,
  attributionStart,
  attributions,
  deviceLine,
  forwarded,
  headerLines,
  separator,
} from './quoteWords.ts';

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);
const isBlank = (line: string): boolean => line.trim() === '';
/** No mail program writes longer lines of this kind, and searching longer ones takes time. */
const longestAttribution = 400;
const attributionLines = 3;
/** A signature has at most so many lines. */
const longestSignature = 12;

/** The number of lines, from here on, that make up "On … wrote:", which mail programs break as they like. 0: none. */
function attributionAt(lines: readonly string[], at: number): number {
  const first = lines[at]?.trim() ?? '';
  for (let count = 1; count <= attributionLines; count += 1) {
    const last = lines[at + count - 1];
    if (last === undefined || isBlank(last) || isQuoted(last)) return 0;
    if (count > 1 && !attributionStart.test(first)) return 0;
    const joined = lines
      .slice(at, at + count)
      .map((line) => line.trim())
      .join(' ');
    if (joined.length > longestAttribution) return 0;
    if (attributionDate.test(joined) && attributions.some((one) => one.test(joined))) return count;
  }
  return 0;
}

/**
 * Whether a block that Outlook writes above a quoted mail begins here: the sender, and two of date, recipient and subject. Without a subject
 * one of them has an address: "From: 9:00, To: 10:00, Date: 4 December" is about a visit.
 */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const first = lines[at] ?? '';
  if (!headerLines.from.test(first)) return false;
  const next = lines
    .slice(at + 1, at + 14)
    .filter((line) => !isBlank(line))
    .slice(0, 7);
  const { date, to, subject } = headerLines;
  const told = [date, to, subject].filter((one) => next.some((line) => one.test(line)));
  const people = [first, ...next.filter((line) => to.test(line))];
  return told.length >= 2 && (told.includes(subject) || people.some((line) => line.includes('@')));
}

/** Whether nothing from here on is the sender's own text. */
const endsHere = (lines: readonly string[], at: number): boolean => {
  const line = lines[at]?.trim() ?? '';
  return separator.test(line) || forwarded.test(line) || answerAbove.includes(line) || isHeaderBlock(lines, at);
};

/** The lines without what is quoted, wherever that stands. */
function own(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (isQuoted(line)) {
      at += 1;
      continue;
    }
    if (endsHere(lines, at)) break;
    const told = attributionAt(lines, at);
    if (told === 0) {
      kept.push(line);
      at += 1;
      continue;
    }
    at += told;
    const next = lines.slice(at).find((one) => !isBlank(one));
    // If the quotation is not marked, nothing shows where it ends, so the rest is dropped.
    if (next === undefined || !isQuoted(next)) break;
  }
  return kept;
}

const isRule = (line: string): boolean => /^[\s_=*-]*$/.test(line);

/** The lines without the signature below "-- " and without lines that telephones add. */
function unsigned(lines: readonly string[]): readonly string[] {
  const mark = lines.findIndex((line) => /^--\s?$/.test(line));
  const isSignature = mark !== -1 && lines.slice(mark + 1).filter((line) => !isBlank(line)).length <= longestSignature;
  const above = isSignature ? lines.slice(0, mark) : [...lines];
  for (;;) {
    const last = above.at(-1);
    if (last === undefined || !(isRule(last) || deviceLine.test(last.trim()))) return above;
    above.pop();
  }
}

/** The placeholder of a mail program for a picture in the text. */
const pictureMark = /\[(?:cid|image):[^\]\n]{0,300}\]/giu;

/** The text without placeholders for pictures, and with at most one blank line in a row. */
export const tidy = (text: string): string =>
  text
    .replace(pictureMark, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');

/** A reply without the quoted mail and the signature. Placeholders stay, because they show which pictures the text refers to. */
export function ownText(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/g, '\n').split('\n');
  return unsigned(own(lines)).join('\n');
}
