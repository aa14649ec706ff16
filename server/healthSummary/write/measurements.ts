import type { EntryValue, FactName } from '@portal/api';
import { concept, fixed, loinc, snomed } from './codes.ts';
import type { ResultGroup } from './content.ts';
import { unitCode } from '../../record/fhir/units.ts';
import { partNamed } from '../../record/map/lists/partFacts.ts';
import { idOf, isUnit, stableId, template, timestamp, valueOf, when } from './datatypes.ts';
import {
  completed,
  factsOf,
  inWords,
  nameConcept,
  negationInd,
  observed,
  ownId,
  partId,
  performers,
  recordedAt,
  remarks,
  rowText,
  type NarratedFact,
  targetSites,
  textAt,
} from './entryParts.ts';
import { isFlagCode, type NarratedEntry } from './narrative.ts';
import { bare, el, type Written } from './xml.ts';

/** What is said of one value: with the first one stands what is said of the whole. */
const factsOfValue = (row: NarratedEntry, name: FactName, value: EntryValue | null, index: number): NarratedFact[] =>
  factsOf(row, name).flatMap((fact) => {
    const own = partNamed(row.entry, fact.value);
    if (own === null) return index === 0 ? [fact] : [];
    return own.part === value?.name ? [{ ...fact, value: own.words }] : [];
  });
/** What the laboratory flagged: as a code where it is one of HL7's, which the narrative says in plain words; else in its own words. */
const interpretations = (facts: readonly NarratedFact[]): Written[] =>
  facts.map((fact) =>
    isFlagCode(fact.value)
      ? fixed('interpretationCode', fact.value, '2.16.840.1.113883.5.83')
      : inWords('interpretationCode', fact),
  );
/** Of several values in different units, it is not known whose a range is. */
function soleUnit({ entry: { values } }: NarratedEntry): string | null {
  const [unit = null, ...others] = new Set(values.map((value) => value.unit));
  return others.length > 0 ? null : unit;
}
const ranges = (row: NarratedEntry, facts: readonly NarratedFact[]): Written[] =>
  facts.map(({ value, at }) =>
    bare('referenceRange', bare('observationRange', textAt(at), rangeValue(value, soleUnit(row)))),
  );
/**
 * `3.5 - 5.1 mmol/L` as its bounds; a range that is written otherwise in its words. Without a unit of its own it has that of the value: in CDA
 * a number without one is a plain number.
 */
function rangeValue(text: string, unitOfValue: string | null): Written {
  const [, low, high, own] = /^(-?\d+(?:\.\d+)?)\s*[-–]\s*(\d+(?:\.\d+)?)(?:\s+(\S+))?$/.exec(text.trim()) ?? [];
  const unit = own ?? (isUnit(unitOfValue) ? unitOfValue : null);
  const bound = (name: string, value: string | undefined) =>
    el(name, { value, unit: unit === null ? null : unitCode(unit) });
  return low === undefined
    ? el('value', { 'xsi:type': 'ST' }, text)
    : el('value', { 'xsi:type': 'IVL_PQ' }, bound('low', low), bound('high', high));
}
const method = (row: NarratedEntry): Written[] => factsOf(row, 'method').map((fact) => inWords('methodCode', fact));

/** A measurement counts as whole unless it is said not to be. */
const stateOf = ({ entry: { status } }: NarratedEntry): string =>
  status === 'active' ? 'active' : status === 'stopped' ? 'aborted' : status === 'notDone' ? 'cancelled' : 'completed';

/** One value of an entry, as an observation of its own. */
function observation(
  row: NarratedEntry,
  templateId: readonly Written[] | null,
  value: EntryValue | null,
  index: number,
): Written {
  const isPart = value !== null && value.name !== null;
  return el(
    'observation',
    { classCode: 'OBS', moodCode: 'EVN', ...negationInd(row) },
    templateId,
    isPart ? partId(row, 'value', index) : ownId(row),
    isPart
      ? concept('code', { codes: value.codes, of: [loinc], words: value.name })
      : nameConcept('code', row, [loinc]),
    rowText(row),
    el('statusCode', { code: stateOf(row) }),
    when(row.entry.start, row.entry.end),
    value === null
      ? el('value', { 'xsi:type': 'ST', nullFlavor: 'UNK' })
      : valueOf(isPart ? { ...value, codes: [] } : value),
    interpretations(factsOfValue(row, 'interpretation', value, index)),
    index === 0 ? method(row) : null,
    index === 0 ? targetSites(row) : null,
    index === 0 ? performers(row) : null,
    index === 0 ? recordedAt(row) : null,
    index === 0 ? remarks(row, 'interpretation', 'method', 'performer', 'referenceRange', 'bodySite', 'side') : null,
    ranges(row, factsOfValue(row, 'referenceRange', value, index)),
  );
}
const observations = (row: NarratedEntry, templateId: readonly Written[] | null): Written[] =>
  row.entry.values.length === 0
    ? [observation(row, templateId, null, 0)]
    : row.entry.values.map((value, index) => observation(row, templateId, value, index));

/** A vital sign: one measurement, with its parts where it has some. */
export function vitalSign(row: NarratedEntry): Written {
  const isPlain = row.entry.values.every(
    ({ isNumber, comparator, codes, name }) => isNumber && comparator === null && (name !== null || codes.length === 0),
  );
  return el(
    'organizer',
    { classCode: 'CLUSTER', moodCode: 'EVN' },
    isPlain ? template('22.4.26', '2015-08-01') : null,
    partId(row, 'organizer'),
    fixed('code', '46680005', snomed, 'Vital signs', {}, fixed('translation', '74728-7', loinc, 'Vital signs')),
    completed,
    when(row.entry.start, row.entry.end),
    observations(row, isPlain ? template('22.4.27', '2014-06-09') : null).map((one) => bare('component', one)),
  );
}

/** C-CDA wants the span of all values of a group. Dates of different precision are in order by their first instants. */
function spanOf({ date }: ResultGroup, rows: readonly NarratedEntry[]): Written | null {
  // A value without a time would be read as if it had that of its group.
  const hasTimes = rows.every(({ entry }) => entry.start !== null);
  const dates = [date, ...(hasTimes ? rows.flatMap(({ entry }) => [entry.start, entry.end]) : [])]
    .filter((one) => one !== null)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other));
  const [low, high] = [dates[0], dates.at(-1)];
  return low === undefined || high === undefined
    ? null
    : bare('effectiveTime', el('low', { value: timestamp(low) }), el('high', { value: timestamp(high) }));
}

const unfinished: ReadonlySet<string | null> = new Set(['registered', 'preliminary', 'partial']);
export const resultOrganizer = (
  group: ResultGroup,
  rows: readonly NarratedEntry[],
  words: Written,
  conclusionAt: string,
): Written =>
  el(
    'organizer',
    { classCode: 'BATTERY', moodCode: 'EVN' },
    template('22.4.1', '2015-08-01'),
    idOf(group.id),
    concept('code', { codes: group.codes, of: [loinc, snomed], words }),
    el('statusCode', { code: unfinished.has(group.status) ? 'active' : 'completed' }),
    spanOf(group, rows),
    rows.flatMap((row) => observations(row, template('22.4.2', '2015-08-01')).map((one) => bare('component', one))),
    rows.length === 0 ? bare('component', conclusionOf(group, words, conclusionAt)) : null,
  );
/** A report of words alone, as the one result of its group. */
const conclusionOf = (group: ResultGroup, words: Written, at: string): Written =>
  observed(
    template('22.4.2', '2015-08-01'),
    idOf(stableId(group.id, 'conclusion')),
    concept('code', { codes: group.codes, of: [loinc], words }),
    group.conclusion === null ? null : textAt(at),
    el('statusCode', { code: unfinished.has(group.status) ? 'active' : 'completed' }),
    when(group.date, null),
    group.conclusion === null
      ? el('value', { 'xsi:type': 'ST', nullFlavor: 'UNK' })
      : el('value', { 'xsi:type': 'ST' }, group.conclusion),
  );
