import type { HealthListKey } from '@portal/api';
import { type Body, careTeamBody, notesBody } from './bodies.ts';
import { allergy, problem } from './conditions.ts';
import { fixed, loinc, wordsAt } from './codes.ts';
import type { ResultGroup, SummaryContent } from './content.ts';
import { template } from './datatypes.ts';
import { isInWordsAlone } from './entryParts.ts';
import { socialHistory } from './habits.ts';
import { resultOrganizer, vitalSign } from './measurements.ts';
import { entryTable, lines, paragraph, type Style, styleOf, type NarratedEntry, narratedEntries } from './narrative.ts';
import { immunization, medication, procedure } from './treatments.ts';
import { encounter, goal, planned } from './visits.ts';
import { familyBody, treatmentBody } from './treatmentBodies.ts';
import type { SectionKey } from './words.ts';
import { bare, type Child, el, type Written } from './xml.ts';

interface Kind {
  /** Of LOINC; null: it has none for such a section. */
  readonly code: string | null;
  readonly display: string;
  readonly templateId: readonly Written[];
  /** The document must have it, even where there is nothing to tell. */
  readonly isRequired: boolean;
}
const kind = (code: string | null, display: string, templateId: readonly Written[], isRequired = false): Kind => ({
  code,
  display,
  templateId,
  isRequired,
});
/** The sections in the order in which they are read. */
const kinds: Readonly<Record<SectionKey, Kind>> = {
  allergies: kind('48765-2', 'Allergies and adverse reactions Document', template('22.2.6.1', '2015-08-01'), true),
  medications: kind('10160-0', 'History of Medication use Narrative', template('22.2.1.1', '2014-06-09'), true),
  problems: kind('11450-4', 'Problem list - Reported', template('22.2.5.1', '2015-08-01'), true),
  results: kind(
    '30954-2',
    'Relevant diagnostic tests and/or laboratory data',
    template('22.2.3.1', '2015-08-01'),
    true,
  ),
  vitals: kind('8716-3', 'Vital signs', template('22.2.4.1', '2015-08-01'), true),
  immunizations: kind('11369-6', 'History of Immunization Narrative', template('22.2.2.1', '2015-08-01')),
  procedures: kind('47519-4', 'History of Procedures Document', template('22.2.7.1', '2014-06-09'), true),
  treatment: kind(null, 'Treatment summary', []),
  encounters: kind(
    '46240-8',
    'History of Hospitalizations+Outpatient visits Narrative',
    template('22.2.22.1', '2015-08-01'),
  ),
  plan: kind('18776-5', 'Plan of care note', template('22.2.10', '2014-06-09')),
  goals: kind('61146-7', 'Goals', template('22.2.60')),
  socialHistory: kind('29762-2', 'Social history Narrative', template('22.2.17', '2015-08-01'), true),
  familyHistory: kind('10157-6', 'History of family member diseases Narrative', template('22.2.15', '2015-08-01')),
  notes: kind('34109-9', 'Note', template('22.2.65', '2016-11-01')),
  careTeam: kind('85847-2', 'Patient Care team information', template('22.2.500', '2022-06-01')),
};
const isSection = (key: string): key is SectionKey => Object.hasOwn(kinds, key);
const order = Object.keys(kinds).filter(isSection);

/** Which statement of C-CDA an entry of a list becomes. */
const statements: Readonly<Record<Exclude<HealthListKey, 'results'>, (row: NarratedEntry) => Written>> = {
  problems: problem,
  medications: medication,
  allergies: allergy,
  immunizations: immunization,
  vitals: vitalSign,
  procedures: procedure,
  encounters: encounter,
  socialHistory,
  goals: goal,
  carePlans: planned,
};

function listBody(list: Exclude<HealthListKey, 'results'>, { entries }: SummaryContent, style: Style): Body | null {
  const rows = narratedEntries(list, entries[list]);
  if (rows.length === 0) return null;
  return {
    text: [entryTable(rows, list, style)],
    entries: rows.filter((row) => !isInWordsAlone(row)).map((row) => statements[list](row)),
  };
}

/** One table for each group of tests, the latest first. */
function resultsBody({ results }: SummaryContent, style: Style): Body | null {
  if (results.length === 0) return null;
  const groups = results.map((group, index) => {
    const at = `results-${String(index + 1)}`;
    return { group, at, rows: narratedEntries('results', group.entries, at) };
  });
  const headOf = ({ name, date, labName }: ResultGroup, at: string): Written =>
    paragraph(
      el('content', { ID: `${at}-group`, styleCode: 'Bold' }, name),
      [date === null ? null : style.moment(date), labName].flatMap((part) => (part === null ? [] : [`, ${part}`])),
    );
  return {
    text: groups.flatMap(({ group, at, rows }): Child[] => [
      headOf(group, at),
      group.conclusion === null ? null : el('paragraph', { ID: `${at}-conclusion` }, lines(group.conclusion)),
      rows.length === 0 ? null : entryTable(rows, 'results', style, group.date),
    ]),
    entries: groups.map(({ group, at, rows }) =>
      resultOrganizer(group, rows, wordsAt(`${at}-group`, group.name), `${at}-conclusion`),
    ),
  };
}

function planBody(content: SummaryContent, style: Style): Body | null {
  const rows = listBody('carePlans', content, style);
  if (rows === null && content.instructions === null) return null;
  const instructions =
    content.instructions === null
      ? []
      : [
          paragraph(el('content', { styleCode: 'Bold' }, style.words.instructions)),
          paragraph(lines(content.instructions)),
        ];
  return { text: [...instructions, ...(rows?.text ?? [])], entries: rows?.entries ?? [] };
}

function bodyOf(key: SectionKey, content: SummaryContent, style: Style): Body | null {
  switch (key) {
    case 'results':
      return resultsBody(content, style);
    case 'plan':
      return planBody(content, style);
    case 'treatment':
      return treatmentBody(content);
    case 'familyHistory':
      return familyBody(content, style);
    case 'notes':
      return notesBody(content, style);
    case 'careTeam':
      return careTeamBody(content, style);
    case 'allergies':
    case 'medications':
    case 'problems':
    case 'vitals':
    case 'immunizations':
    case 'procedures':
    case 'encounters':
    case 'goals':
    case 'socialHistory':
      return listBody(key, content, style);
  }
}

export interface SectionBody extends Kind {
  readonly key: SectionKey;
  readonly title: string;
  /** Null: nothing is held, and the document must say so. */
  readonly body: Body | null;
}
/** All sections that there is something for, and those that the document must have. */
export function sectionBodies(content: SummaryContent): SectionBody[] {
  const style = styleOf(content);
  return order.flatMap((key) => {
    const body = bodyOf(key, content, style);
    if (body === null && !kinds[key].isRequired) return [];
    return [{ ...kinds[key], key, title: style.words.sections[key], body }];
  });
}

/** The sections as they are written. One that nothing is held for says that there is no information, which is not the same as none. */
export const sectionsOf = (content: SummaryContent): Written[] =>
  sectionBodies(content).map(({ code, display, templateId, title, body }) =>
    el(
      'section',
      { nullFlavor: body === null ? 'NI' : null },
      templateId,
      code === null ? null : fixed('code', code, loinc, display),
      bare('title', title),
      bare('text', body === null ? paragraph(styleOf(content).words.nothing) : body.text),
      body?.entries.map((entry) => el('entry', { typeCode: 'DRIV' }, entry)),
    ),
  );
