import { hl7, sdtc, type XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';

const xsiType = '{http://www.w3.org/2001/XMLSchema-instance}type';

/** An element of HL7's later additions (`sdtc:`). */
export const addedElement = (of: XmlElement | null, name: string): XmlElement | null =>
  childrenOf(of, name, sdtc)[0] ?? null;

export const isTrue = (of: XmlElement | null, name: string): boolean => attributeOf(of, name) === 'true';
/** The data type that an element names (`PQ`), without its prefix. */
export const typeOf = (of: XmlElement | null): string | null => attributeOf(of, xsiType)?.replace(/^.*:/, '') ?? null;

/** Templates of C-CDA stand below this one. */
const ccda = '2.16.840.1.113883.10.20.';
/** Whether an element says that it follows one of these templates; `22.4.3` is below C-CDA's own, a whole one is told by its length. */
export function follows(of: XmlElement | null, ...templates: readonly string[]): boolean {
  const roots = childrenOf(of, 'templateId').map((template) => attributeOf(template, 'root'));
  return templates.some((template) =>
    roots.includes(template.startsWith('2.16.') || template.startsWith('1.3.') ? template : `${ccda}${template}`),
  );
}

/** The clinical statements that CDA knows; an entry or a relationship holds one of them. */
const statements = new Set([
  'act',
  'encounter',
  'observation',
  'observationMedia',
  'organizer',
  'procedure',
  'regionOfInterest',
  'substanceAdministration',
  'supply',
]);
export const statementOf = (holder: XmlElement | null): XmlElement | null => {
  for (const child of holder?.children ?? [])
    if (typeof child !== 'string' && child.namespace === hl7 && statements.has(child.name)) return child;
  return null;
};
export interface Related {
  readonly typeCode: string | null;
  readonly statement: XmlElement;
}
/** What stands in the relationships of a statement, in their order. */
export const relatedTo = (of: XmlElement | null): Related[] =>
  childrenOf(of, 'entryRelationship').flatMap((holder) => {
    const statement = statementOf(holder);
    return statement === null ? [] : [{ typeCode: attributeOf(holder, 'typeCode'), statement }];
  });
/** The members of an organizer, those of organizers in it too. */
export const membersOf = (organizer: XmlElement): XmlElement[] =>
  childrenOf(organizer, 'component').flatMap((holder) => {
    const statement = statementOf(holder);
    if (statement === null) return [];
    return statement.name === 'organizer' ? membersOf(statement) : [statement];
  });

/** Reasons that are the patient's own, of the v3 codes for why something was not done. */
const patientsOwn = new Set(['PATOBJ', 'RELIG', 'PHILISOP', 'VACEFF', 'VACSAF']);
/** Whether what was not done was declined. */
export const isDeclined = (statement: XmlElement): boolean =>
  relatedTo(statement).some(
    ({ typeCode, statement: one }) =>
      (typeCode === 'RSON' || follows(one, '22.4.53', '1.27')) &&
      patientsOwn.has(attributeOf(childOf(one, 'code'), 'code') ?? ''),
  );
