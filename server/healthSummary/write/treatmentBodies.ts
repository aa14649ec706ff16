import type { Body } from './bodies.ts';
import { fixed, inOwnWords, loinc, snomed, wordsAt } from './codes.ts';
import type { SummaryContent, TreatmentEntry } from './content.ts';
import { idOf, stableId, template } from './datatypes.ts';
import { completed, observed } from './entryParts.ts';
import { lines, paragraph, type Style, table } from './narrative.ts';
import { type FamilyEntry, familyOf, relativesOf, factValueOf } from './relatives.ts';
import { bare, type Child, el, type Written } from './xml.ts';

/** Sections of the treatment summary: the family's illnesses, and in words whatever no list has a place for. */

/** Each group as a list of its items, each with what is known of it under its labels: a table would leave a phone no room for the words. */
export function treatmentBody({ treatment }: SummaryContent): Body | null {
  const parts = treatment.filter(({ key }) => key !== 'FamilyHistory');
  if (parts.length === 0) return null;
  const itemOf = ({ name, facts }: TreatmentEntry): Written =>
    bare(
      'item',
      el('content', { styleCode: 'Bold' }, name),
      facts.flatMap(({ label, value }): Child[] => [el('br'), `${label}: `, lines(value)]),
    );
  return {
    text: parts.flatMap(({ title, entries }) => [
      paragraph(el('content', { styleCode: 'Bold' }, title)),
      bare('list', entries.map(itemOf)),
    ]),
    entries: [],
  };
}

const rowAt = (index: number): string => `family-${String(index + 1)}`;
const illnessAt = (index: number): string => `${rowAt(index)}-illness`;
const roleCode = '2.16.840.1.113883.5.111';
const genders = { F: 'Female', M: 'Male' } as const;

function illness({ entry, index }: FamilyEntry): Written {
  const years = entry.relative?.ageInYears ?? null;
  const name = factValueOf(entry, 'diagnosis');
  return observed(
    template('22.4.46', '2015-08-01'),
    idOf(entry.id),
    fixed('code', '55607006', snomed, 'Problem', {}, fixed('translation', '75326-9', loinc, 'Problem')),
    bare('text', el('reference', { value: `#${rowAt(index)}` })),
    completed,
    el('effectiveTime', { nullFlavor: 'UNK' }),
    inOwnWords('value', name === undefined ? null : wordsAt(illnessAt(index), name), { 'xsi:type': 'CD' }),
    years === null
      ? null
      : el(
          'entryRelationship',
          { typeCode: 'SUBJ', inversionInd: 'true' },
          observed(
            template('22.4.31'),
            fixed('code', '445518008', snomed, 'Age at onset'),
            completed,
            el('value', { 'xsi:type': 'PQ', value: years, unit: 'a' }),
          ),
        ),
  );
}

function relative({ id, name, relation, gender, hasDied, told }: ReturnType<typeof relativesOf>[number]): Written {
  const who = bare('originalText', name);
  return el(
    'organizer',
    { classCode: 'CLUSTER', moodCode: 'EVN' },
    template('22.4.45', '2015-08-01'),
    idOf(stableId(id, 'relative')),
    completed,
    bare(
      'subject',
      el(
        'relatedSubject',
        { classCode: 'PRS' },
        relation === null ? inOwnWords('code', who) : fixed('code', relation, roleCode, undefined, {}, who),
        bare(
          'subject',
          gender === null
            ? el('administrativeGenderCode', { nullFlavor: 'UNK' })
            : fixed('administrativeGenderCode', gender, '2.16.840.1.113883.5.1', genders[gender]),
          hasDied === null ? null : el('sdtc:deceasedInd', { value: String(hasDied) }),
        ),
      ),
    ),
    told.map((one) => bare('component', illness(one))),
  );
}

/** What relatives had, a row for each illness; who they are and what it was also as statements. */
export function familyBody(content: SummaryContent, { words }: Style): Body | null {
  const family = familyOf(content);
  if (family.length === 0) return null;
  const labels = new Map(family.flatMap(({ entry }) => entry.facts.map(({ field, label }) => [field, label] as const)));
  return {
    text: [
      table(
        [
          { head: words.relative, cells: family.map(({ entry }) => entry.name) },
          ...[...labels].map(([field, head]) => ({
            head,
            cells: family.map(({ entry, index }): Child => {
              const value = factValueOf(entry, field);
              if (value === undefined) return null;
              return field === 'diagnosis' ? el('content', { ID: illnessAt(index) }, lines(value)) : lines(value);
            }),
          })),
        ],
        family.map(({ index }) => rowAt(index)),
      ),
    ],
    entries: relativesOf(content).map(relative),
  };
}
