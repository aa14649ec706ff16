export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${String(count)} ${count === 1 ? one : many}`;

export const minute = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

export const day = (instant: string): string => instant.slice(0, 10);

export const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

export const column = (id: number, width = 5): string => String(id).padStart(width);

export const linesOf = <Row>(rows: readonly Row[], line: (row: Row) => string, none: string): readonly string[] =>
  rows.length === 0 ? [none] : rows.map(line);

/** How many rows of a long list are read at once. */
export const pageRows = 1000;

/** The lines of a long list, page by page: `rowsAfter` reads the first `pageRows` after a row, or of all. */
export async function* pagesOf<Row>(
  rowsAfter: (after: Row | null) => Promise<readonly Row[]>,
  line: (row: Row) => string,
): AsyncGenerator<string> {
  let after: Row | null = null;
  do {
    const rows: readonly Row[] = await rowsAfter(after);
    if (rows.length > 0) yield rows.map(line).join('\n');
    after = rows.length === pageRows ? (rows.at(-1) ?? null) : null;
  } while (after !== null);
}

/** Columns of a terminal that the help takes. */
const lineWidth = 110;

/** Breaks text between words so that no line is longer than `lineWidth`. All lines but the first are indented. */
export function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > lineWidth) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/** Replaces control characters, with which somebody's text could move the cursor or rename the terminal's window. */
export const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- that is what is taken out
  text.replace(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '\uFFFD');
