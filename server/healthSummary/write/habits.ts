import { loinc } from './codes.ts';
import { interval, template, valueOf, when } from './datatypes.ts';
import { completed, hasCode, nameConcept, negationInd, ownId, recordedAt, remarks, rowText } from './entryParts.ts';
import type { NarratedEntry } from './narrative.ts';
import { el, type Written } from './xml.ts';

/** A habit or a circumstance; what is told of smoking by a template of its own. */
export function socialHistory(row: NarratedEntry): Written {
  const value = row.entry.values[0];
  const isSmoking = hasCode(row.entry.codes, '72166-2') && (value?.codes.length ?? 0) > 0;
  return el(
    'observation',
    { classCode: 'OBS', moodCode: 'EVN', ...negationInd(row) },
    isSmoking ? template('22.4.78', '2014-06-09') : template('22.4.38', '2015-08-01'),
    ownId(row),
    nameConcept('code', row, isSmoking ? [loinc] : []),
    rowText(row),
    completed,
    // The status at one time, by its template; other habits last.
    isSmoking ? when(row.entry.start, null) : interval(row.entry.start, row.entry.end),
    value === undefined ? null : valueOf(value),
    recordedAt(row),
    remarks(row),
  );
}
