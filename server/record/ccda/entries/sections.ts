import type { HealthListKey } from '@portal/api';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf } from '../xml/elements.ts';
import { followsTemplate, relatedTo } from './elements.ts';

/** Lists by the LOINC code of a section. A section without a code is recognized by its template. */
const byCode: Readonly<Record<string, HealthListKey>> = {
  '11450-4': 'problems',
  '11348-0': 'problems',
  '75310-3': 'problems',
  '42347-5': 'problems',
  '46241-6': 'problems',
  '11535-2': 'problems',
  'C-CDAV2-DDN': 'problems',
  '78375-3': 'problems',
  '10219-4': 'problems',
  '10218-6': 'problems',
  '59769-0': 'problems',
  '10160-0': 'medications',
  '10183-2': 'medications',
  '75311-1': 'medications',
  '42346-7': 'medications',
  '29549-3': 'medications',
  '18610-6': 'medications',
  '48765-2': 'allergies',
  '11369-6': 'immunizations',
  '8716-3': 'vitals',
  '30954-2': 'results',
  '47519-4': 'procedures',
  '46240-8': 'encounters',
  '29762-2': 'socialHistory',
  '61146-7': 'goals',
  '18776-5': 'carePlans',
  '51847-2': 'carePlans',
  // Interventions and their outcomes.
  '62387-6': 'carePlans',
  '11383-7': 'carePlans',
};
const byTemplate: readonly (readonly [HealthListKey, ...string[]])[] = [
  [
    'problems',
    '22.2.5',
    '22.2.5.1',
    '22.2.20',
    '22.2.24',
    '22.2.43',
    '22.2.34',
    '22.2.35',
    '22.2.36',
    '22.2.58',
    '1.11',
  ],
  ['medications', '22.2.1', '22.2.1.1', '22.2.11', '22.2.11.1', '22.2.38', '22.2.44', '1.8'],
  ['allergies', '22.2.6', '22.2.6.1', '1.2'],
  ['immunizations', '22.2.2', '22.2.2.1', '1.6'],
  ['vitals', '22.2.4', '22.2.4.1', '1.16'],
  ['results', '22.2.3', '22.2.3.1', '1.14'],
  ['procedures', '22.2.7', '22.2.7.1', '1.12'],
  ['encounters', '22.2.22', '22.2.22.1', '1.3'],
  ['socialHistory', '22.2.17', '1.15'],
  ['goals', '22.2.60'],
  ['carePlans', '22.2.10', '22.2.9', '1.10', '21.2.3', '22.2.61'],
];

/** The list of a section; null if it belongs to none, such as family history. */
export function listOfSection(section: XmlElement): HealthListKey | null {
  const code = attributeOf(childOf(section, 'code'), 'code');
  if (code !== null && Object.hasOwn(byCode, code)) return byCode[code] ?? null;
  // A section with the LOINC code of another kind of section is of that kind, whatever its template.
  if (code !== null && /^\d+-\d$/.test(code)) return null;
  return byTemplate.find(([, ...templates]) => followsTemplate(section, ...templates))?.[0] ?? null;
}

/** Templates of statements that belong to one list in whichever section they are. */
const ofStatements: readonly (readonly [HealthListKey, ...string[]])[] = [
  ['problems', '22.4.3', '22.4.4', '22.4.33', '22.4.34'],
  ['medications', '22.4.16', '22.4.35', '22.4.36'],
  ['allergies', '22.4.30', '22.4.7', '22.4.90'],
  ['immunizations', '22.4.52'],
  ['vitals', '22.4.26', '22.4.27'],
  ['results', '22.4.1', '22.4.2'],
  ['procedures', '22.4.12', '22.4.13', '22.4.14'],
  ['encounters', '22.4.49'],
  ['socialHistory', '22.4.38', '22.4.78', '22.4.85', '15.3.8', '22.4.200'],
  ['goals', '22.4.121'],
];
const listsOf = (statement: XmlElement): HealthListKey[] =>
  ofStatements.flatMap(([list, ...templates]) => (followsTemplate(statement, ...templates) ? [list] : []));
/**
 * The list of a statement: that of its section, unless the statement follows a template of another list and neither it nor a statement
 * inside follows one of the section's list. A goal is in the list of goals in every plan.
 */
export function listOfStatement(section: HealthListKey, statement: XmlElement): HealthListKey {
  if (attributeOf(statement, 'moodCode') === 'GOL') return 'goals';
  if (section === 'carePlans') return 'carePlans';
  const [own] = listsOf(statement);
  const held = [statement, ...relatedTo(statement).map(({ statement: one }) => one)].flatMap(listsOf);
  return own === undefined || held.includes(section) ? section : own;
}
