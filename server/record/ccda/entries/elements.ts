import { hl7Namespace, sdtc, type XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';

const xsiType = '{http://www.w3.org/2001/XMLSchema-instance}type';

/** A child element of HL7's later additions (`sdtc:`). */
export const addedElement = (of: XmlElement | null, name: string): XmlElement | null =>
  childrenOf(of, name, sdtc)[0] ?? null;

export const isTrue = (of: XmlElement | null, name: string): boolean => attributeOf(of, name) === 'true';
/** The data type that an element declares (`PQ`), without its prefix. */
export const typeOf = (of: XmlElement | null): string | null => attributeOf(of, xsiType)?.replace(/^.*:/, '') ?? null;

/** The root of C-CDA's template ids. */
const ccda = '2.16.840.1.113883.10.20.';
/** Whether an element follows one of these templates. Short ids such as `22.4.3` are below C-CDA's root; a long one is complete. */
export function followsTemplate(of: XmlElement | null, ...templates: readonly string[]): boolean {
  const roots = childrenOf(of, 'templateId').map((template) => attributeOf(template, 'root'));
  return templates.some((template) =>
    roots.includes(template.startsWith('2.16.') || template.startsWith('1.3.') ? template : `${ccda}${template}`),
  );
}

/** The clinical statements of CDA. An entry or a relationship contains one of them. */
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
    if (typeof child !== 'string' && child.namespace === hl7Namespace && statements.has(child.name)) return child;
  return null;
};
export interface Related {
  readonly typeCode: string | null;
  /** Where it stands in an order that its source gives; 0 where it gives none. */
  readonly sequence: number;
  readonly statement: XmlElement;
}
/** The statements in the relationships of a statement, in order. */
export const relatedTo = (of: XmlElement | null): Related[] =>
  childrenOf(of, 'entryRelationship').flatMap((holder) => {
    const statement = statementOf(holder);
    const sequence = Number(attributeOf(childOf(holder, 'sequenceNumber'), 'value') ?? 0);
    return statement === null ? [] : [{ typeCode: attributeOf(holder, 'typeCode'), sequence, statement }];
  });
/** The members of an organizer, including those of nested organizers. */
export const membersOf = (organizer: XmlElement): XmlElement[] =>
  childrenOf(organizer, 'component').flatMap((holder) => {
    const statement = statementOf(holder);
    if (statement === null) return [];
    return statement.name === 'organizer' ? membersOf(statement) : [statement];
  });

/** The HL7 v3 codes for reasons of the patient's own why something was not done. */
const patientsOwn = new Set(['PATOBJ', 'RELIG', 'PHILISOP', 'VACEFF', 'VACSAF']);
/** Whether something was not done because it was declined. */
export const isDeclined = (statement: XmlElement): boolean =>
  relatedTo(statement).some(
    ({ typeCode, statement: one }) =>
      (typeCode === 'RSON' || followsTemplate(one, '22.4.53', '1.27')) &&
      patientsOwn.has(attributeOf(childOf(one, 'code'), 'code') ?? ''),
  );
