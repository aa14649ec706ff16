import {
  type EntryValue,
  type FactName,
  factNames,
  codedFactText,
  type HealthEntry,
  type HealthListKey,
  type LanguageCode,
  recordDay,
  type RecordDate,
  recordDateText,
  visitKind,
  sharedTexts,
} from '@portal/api';
import { sharedTextIn } from '../../html/fillText.ts';
import { flagWords } from '../../testResults/pdfTexts.ts';
import { locales } from '../../process/locales.ts';
import type { SummaryEntry, SummaryFacility, SummaryScope } from './content.ts';
import { unitWords } from '../../record/fhir/units.ts';
import { factTellingIn, type SummaryWords, summaryWords } from './words.ts';
import { bare, type Child, el, type Written } from './xml.ts';

/** How a document is written: its words, and dates as its reader writes them, on the clock of the facility. */
export interface Style {
  readonly words: SummaryWords;
  readonly day: (date: RecordDate) => string;
  readonly moment: (date: RecordDate) => string;
  /** From and until; what was over on the day that it began has that one date. */
  readonly span: (start: RecordDate | null, end: RecordDate | null, of: (date: RecordDate) => string) => string;
  readonly flag: (code: string) => string;
  /** What a fact says that is a code; null where it is the source's own text. */
  readonly code: (name: FactName, value: string) => string | null;
  readonly visit: (codes: HealthEntry['codes']) => string | null;
}
/** Flags that are codes of HL7 and not words. */
export const isFlagCode = (text: string): boolean => ['H', 'L', 'N', 'HH', 'LL', 'A', 'AA'].includes(text);
/** The kind of a visit in words, where one of its codes says it. */
export const visitWords = (codes: HealthEntry['codes'], language: LanguageCode): string | null => {
  const kind = visitKind(codes);
  return kind === null ? null : sharedTexts[language][kind];
};
export function styleOf({
  scope,
  facility,
}: {
  readonly scope: Pick<SummaryScope, 'language'>;
  readonly facility: Pick<SummaryFacility, 'timeZone'>;
}): Style {
  const locale = locales[scope.language];
  return {
    words: summaryWords[scope.language],
    day: (date) => recordDateText(locale, date, facility.timeZone, 'day'),
    moment: (date) => recordDateText(locale, date, facility.timeZone, 'whole'),
    span: (start, end, of) => {
      const isOneDay =
        start !== null && end !== null && recordDay(start, facility.timeZone) === recordDay(end, facility.timeZone);
      return [start, isOneDay ? null : end].flatMap((date) => (date === null ? [] : [of(date)])).join(' – ');
    },
    flag: (code) => flagWords(sharedTextIn(scope.language), code),
    code: (name, value) => codedFactText(name, value, factTellingIn(scope.language)),
    visit: (codes) => visitWords(codes, scope.language),
  };
}

/** An entry with the place of its words in the narrative. */
export interface NarratedEntry extends SummaryEntry {
  readonly list: HealthListKey;
  /** Of its row, and the beginning of those of its parts. */
  readonly at: string;
}
export const narratedEntries = (
  list: HealthListKey,
  entries: readonly SummaryEntry[],
  prefix: string = list,
): NarratedEntry[] => entries.map((one, index) => ({ ...one, list, at: `${prefix}-${String(index + 1)}` }));
export const nameAt = ({ at }: NarratedEntry): string => `${at}-name`;
export const stageAt = ({ at }: NarratedEntry): string => `${at}-stage`;
export const factAt = ({ at }: NarratedEntry, index: number): string => `${at}-fact-${String(index)}`;

export const spoken = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');

/** A source's `true` or `false` in the reader's words. */
const answerWords = (value: string | null, words: SummaryWords): string | null =>
  value === 'true' ? words.yes : value === 'false' ? words.no : null;
/** A value as it is read: `Systolic 120 mmHg`. */
function valueText({ name, codes, comparator, value, unit, missing }: EntryValue, { words }: Style): string {
  const said = answerWords(value, words) ?? value ?? codes.map(({ display }) => display)[0] ?? null;
  const text =
    said === null
      ? words.missing[missing ?? 'unknown']
      : spoken([`${comparator ?? ''}${said}`, unit === null ? null : unitWords(unit)]);
  return spoken([name, text]);
}
function nameOf({ name, missing, negation, codes }: HealthEntry, list: HealthListKey, { words, visit }: Style): string {
  if (name !== null) return name;
  if (negation === 'none') return words.none[list];
  return (list === 'encounters' ? visit(codes) : null) ?? words.missing[missing ?? 'unknown'];
}
function statusText({ negation, status }: HealthEntry, list: HealthListKey, { words }: Style): string {
  const state = status === null || (negation === 'negated' && status === 'notDone') ? null : words.statuses[status];
  if (negation !== 'negated') return state ?? '';
  return state === null ? words.negated[list] : `${words.negated[list]} (${state})`;
}

interface Column {
  readonly head: string;
  readonly cells: readonly Child[];
}
const isEmpty = (cell: Child): boolean =>
  cell === null || cell === undefined || cell === '' || (Array.isArray(cell) && cell.every(isEmpty));

/** A table of those columns that have something; each row may have an id. */
export function table(columns: readonly Column[], ids: readonly string[] = []): Written {
  const shown = columns.filter(({ cells }) => !cells.every(isEmpty));
  const rows = shown[0]?.cells.map((_, row) =>
    el(
      'tr',
      { ID: ids[row] },
      shown.map(({ cells }) => bare('td', cells[row])),
    ),
  );
  return bare(
    'table',
    bare(
      'thead',
      bare(
        'tr',
        shown.map(({ head }) => bare('th', head)),
      ),
    ),
    bare('tbody', rows),
  );
}
export const paragraph = (...children: readonly Child[]): Written => bare('paragraph', ...children);
export const lines = (text: string): Child[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, index): Child[] => (index === 0 ? [line] : [el('br'), line]));

/** Lists of what lasts; in the others each entry has one date. */
const lasting: ReadonlySet<HealthListKey> = new Set(['problems', 'medications', 'allergies', 'socialHistory', 'goals']);
/** Measured so often that the time of day counts. */
const timed: ReadonlySet<HealthListKey> = new Set(['vitals', 'results', 'encounters', 'carePlans']);

function dates(rows: readonly NarratedEntry[], list: HealthListKey, { words, day, moment, span }: Style): Column[] {
  const written = timed.has(list) ? moment : day;
  const of = (date: RecordDate | null) => (date === null ? null : written(date));
  if (!lasting.has(list))
    return [{ head: words.date, cells: rows.map(({ entry }) => span(entry.start, entry.end, written)) }];
  return [
    { head: words.since, cells: rows.map(({ entry }) => of(entry.start)) },
    { head: words.until, cells: rows.map(({ entry }) => of(entry.end)) },
  ];
}

/** The words of a fact as they are shown: its source's, but for codes that have words. */
function factWords({ name, value }: HealthEntry['facts'][number], { flag, code }: Style): string {
  // Of one part of a measurement: `Systolic: H`.
  const [, part = '', flagCode = ''] = /^(.*: )?(.*)$/.exec(value) ?? [];
  if (name === 'interpretation' && isFlagCode(flagCode)) return `${part}${flag(flagCode)}`;
  return (
    code(name, value) ??
    (name === 'frequency' ? value.split(', ') : [value]).map((one) => code(name, one) ?? one).join(', ')
  );
}

/** Facts that have a column of their own; the others stand together, each with its label: a table of more than eight columns breaks words on paper and slides on a phone. */
const mainFacts: Readonly<Record<HealthListKey, readonly FactName[]>> = {
  problems: [],
  medications: ['dose', 'instructions'],
  allergies: ['reaction', 'severity'],
  immunizations: ['place'],
  vitals: ['interpretation', 'referenceRange'],
  results: ['interpretation', 'referenceRange'],
  procedures: ['performer', 'place'],
  encounters: ['performer', 'place'],
  socialHistory: [],
  goals: [],
  carePlans: ['instructions', 'performer'],
};
function factColumns(rows: readonly NarratedEntry[], list: HealthListKey, style: Style): Column[] {
  const labels = style.words.facts;
  const cellOf = (row: NarratedEntry, names: readonly FactName[], isLabelled: boolean): Child[] =>
    names
      .flatMap((name) => row.entry.facts.flatMap((fact, index) => (fact.name === name ? [{ fact, index }] : [])))
      .flatMap(({ fact, index }, at): Child[] => [
        at === 0 ? null : el('br'),
        isLabelled ? `${labels[fact.name]}: ` : null,
        el('content', { ID: factAt(row, index) }, lines(factWords(fact, style))),
      ]);
  const main = mainFacts[list];
  const others = factNames.filter(
    (name) => !main.includes(name) && rows.some(({ entry }) => entry.facts.some((fact) => fact.name === name)),
  );
  const [only] = others;
  const more =
    only !== undefined && others.length === 1
      ? { head: labels[only], cells: rows.map((row) => cellOf(row, others, false)) }
      : { head: style.words.details, cells: rows.map((row) => cellOf(row, others, true)) };
  return [...main.map((name) => ({ head: labels[name], cells: rows.map((row) => cellOf(row, [name], false)) })), more];
}

/** The entries of a list as a table, with all that they say. `date`: what all of them have, said elsewhere. */
export function entryTable(
  rows: readonly NarratedEntry[],
  list: HealthListKey,
  style: Style,
  date: RecordDate | null = null,
): Written {
  const { words, day } = style;
  const name: Column = {
    head: words.what[list],
    cells: rows.map((row) => el('content', { ID: nameAt(row) }, nameOf(row.entry, list, style))),
  };
  const value: Column = {
    head: words.value,
    cells: rows.map(({ entry }) => entry.values.map((one) => valueText(one, style)).join('; ')),
  };
  const stage: Column = {
    head: words.stage,
    cells: rows.map((row) => (row.stage === undefined ? null : el('content', { ID: stageAt(row) }, row.stage))),
  };
  const facts = factColumns(rows, list, style);
  const status = { head: words.status, cells: rows.map(({ entry }) => statusText(entry, list, style)) };
  const recorded = {
    head: words.recorded,
    cells: rows.map(({ entry }) => (entry.start === null && entry.recorded !== null ? day(entry.recorded) : null)),
  };
  const isSaid = date !== null && rows.every(({ entry }) => entry.start === date && entry.end === null);
  const columns = [name, value, stage, ...facts, status, ...(isSaid ? [] : dates(rows, list, style)), recorded];
  return table(
    columns,
    rows.map(({ at }) => at),
  );
}
