import {
  type EntryValue,
  factNames,
  type HealthEntry,
  type HealthListKey,
  type RecordDate,
  recordDateText,
} from '@portal/api';
import { locales } from '../../locales.ts';
import type { Kept, SummaryContent } from './content.ts';
import { unitWords } from './datatypes.ts';
import { type SummaryWords, summaryWords } from './words/words.ts';
import { type Child, el, type Written } from './xml.ts';

/** How a document is written: its words, and dates as its reader writes them, on the clock of the facility. */
export interface Style {
  readonly words: SummaryWords;
  readonly day: (date: RecordDate) => string;
  readonly moment: (date: RecordDate) => string;
}
export function styleOf({ scope, facility }: Pick<SummaryContent, 'scope' | 'facility'>): Style {
  const locale = locales[scope.language];
  return {
    words: summaryWords[scope.language],
    day: (date) => recordDateText(locale, date, facility.timeZone, 'day'),
    moment: (date) => recordDateText(locale, date, facility.timeZone, 'whole'),
  };
}

/** An entry with the place of its words in the narrative. */
export interface Told extends Kept {
  readonly list: HealthListKey;
  /** Of its row, and the beginning of those of its parts. */
  readonly at: string;
}
export const told = (list: HealthListKey, entries: readonly Kept[], prefix: string = list): Told[] =>
  entries.map((one, index) => ({ ...one, list, at: `${prefix}-${String(index + 1)}` }));
export const nameAt = ({ at }: Told): string => `${at}-name`;
export const factAt = ({ at }: Told, index: number): string => `${at}-fact-${String(index)}`;

const spoken = (parts: readonly (string | null | undefined)[], between = ' '): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(between);

/** A value as it is read: `Systolic 120 mmHg`. */
export function valueText({ name, codes, comparator, value, unit, missing }: EntryValue, { words }: Style): string {
  const said = value ?? codes.map(({ display, code }) => display ?? code)[0];
  const text =
    said === undefined
      ? words.missing[missing ?? 'unknown']
      : spoken([`${comparator ?? ''}${said}`, unit === null ? null : unitWords(unit)]);
  return spoken([name, text]);
}
/** What an entry is called. */
export const nameOf = ({ name, missing, negation }: HealthEntry, list: HealthListKey, { words }: Style): string =>
  name ?? (negation === 'none' ? words.none[list] : words.missing[missing ?? 'unknown']);
/** How things stand with it. */
export const statusText = ({ negation, status }: HealthEntry, list: HealthListKey, { words }: Style): string =>
  spoken([negation === 'negated' ? words.negated[list] : null, status === null ? null : words.statuses[status]], ', ');

interface Column {
  readonly head: string;
  readonly cells: readonly Child[];
}
const isEmpty = (cell: Child): boolean =>
  cell === null || cell === undefined || cell === '' || (Array.isArray(cell) && cell.every(isEmpty));

/** A table of those columns that have something; each row may have an id. */
export function table(columns: readonly Column[], ids: readonly string[] = [], caption?: string): Written {
  const shown = columns.filter(({ cells }) => !cells.every(isEmpty));
  const rows = shown[0]?.cells.map((_, row) =>
    el(
      'tr',
      { ID: ids[row] },
      shown.map(({ cells }) => el('td', {}, cells[row])),
    ),
  );
  return el(
    'table',
    {},
    caption === undefined ? null : el('caption', {}, caption),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        shown.map(({ head }) => el('th', {}, head)),
      ),
    ),
    el('tbody', {}, rows),
  );
}
export const paragraph = (...children: readonly Child[]): Written => el('paragraph', {}, ...children);
/** Lines of a text, each on its own. */
export const lines = (text: string): Child[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, index): Child[] => (index === 0 ? [line] : [el('br'), line]));

/** Lists of what lasts; in the others each entry has one date. */
const lasting: ReadonlySet<HealthListKey> = new Set(['problems', 'medications', 'allergies', 'socialHistory', 'goals']);
/** Measured so often that the time of day counts. */
const timed: ReadonlySet<HealthListKey> = new Set(['vitals', 'results', 'encounters', 'carePlans']);

function dates(rows: readonly Told[], list: HealthListKey, { words, day, moment }: Style): Column[] {
  const written = timed.has(list) ? moment : day;
  const of = (date: RecordDate | null) => (date === null ? null : written(date));
  if (!lasting.has(list))
    return [{ head: words.date, cells: rows.map(({ entry }) => spoken([of(entry.start), of(entry.end)], ' – ')) }];
  return [
    { head: words.since, cells: rows.map(({ entry }) => of(entry.start)) },
    { head: words.until, cells: rows.map(({ entry }) => of(entry.end)) },
  ];
}

/** The entries of a list as a table, with all that they say. */
export function entryTable(rows: readonly Told[], list: HealthListKey, style: Style, caption?: string): Written {
  const { words, day } = style;
  const name: Column = {
    head: words.what[list],
    cells: rows.map((row) => el('content', { ID: nameAt(row) }, nameOf(row.entry, list, style))),
  };
  const value: Column = {
    head: words.value,
    cells: rows.map(({ entry }) => entry.values.map((one) => valueText(one, style)).join('; ')),
  };
  const facts = factNames.map((fact) => ({
    head: words.facts[fact],
    cells: rows.map((row) =>
      row.entry.facts.flatMap((one, index): Child[] => {
        if (one.name !== fact) return [];
        const isFirst = row.entry.facts.findIndex((other) => other.name === fact) === index;
        return [isFirst ? null : el('br'), el('content', { ID: factAt(row, index) }, lines(one.value))];
      }),
    ),
  }));
  const status = { head: words.status, cells: rows.map(({ entry }) => statusText(entry, list, style)) };
  const recorded = {
    head: words.recorded,
    cells: rows.map(({ entry }) => (entry.start === null && entry.recorded !== null ? day(entry.recorded) : null)),
  };
  const columns = [name, value, ...facts, status, ...dates(rows, list, style), recorded];
  return table(
    columns,
    rows.map(({ at }) => at),
    caption,
  );
}
