import { hl7, sdtc, type XmlElement } from '../tree.ts';

type Maybe = XmlElement | null | undefined;

const xsiType = '{http://www.w3.org/2001/XMLSchema-instance}type';

/** Children of a name, in HL7's own namespace. */
export function elementsOf(of: Maybe, name: string, namespace: string = hl7): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of of?.children ?? [])
    if (typeof child !== 'string' && child.name === name && child.namespace === namespace) found.push(child);
  return found;
}
/** The first that the path leads to. */
export function elementAt(of: Maybe, ...path: readonly string[]): XmlElement | null {
  let here: XmlElement | null = of ?? null;
  for (const name of path) here = elementsOf(here, name)[0] ?? null;
  return here;
}
/** An element of HL7's later additions (`sdtc:`). */
export const addedElement = (of: Maybe, name: string): XmlElement | null => elementsOf(of, name, sdtc)[0] ?? null;

/** An attribute without the spaces around it; null where it is absent or says nothing. */
export function attributeOf(of: Maybe, name: string): string | null {
  const value = of?.attributes.get(name)?.trim() ?? '';
  return value === '' ? null : value;
}
export const isTrue = (of: Maybe, name: string): boolean => attributeOf(of, name) === 'true';
/** The data type that an element names (`PQ`), without its prefix. */
export const typeOf = (of: Maybe): string | null => attributeOf(of, xsiType)?.replace(/^.*:/, '') ?? null;

/** Templates of C-CDA stand below this one. */
const ccda = '2.16.840.1.113883.10.20.';
/** Whether an element says that it follows one of these templates; `22.4.3` is below C-CDA's own, a whole one is told by its length. */
export function follows(of: Maybe, ...templates: readonly string[]): boolean {
  const roots = elementsOf(of, 'templateId').map((template) => attributeOf(template, 'root'));
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
export const statementOf = (holder: Maybe): XmlElement | null => {
  for (const child of holder?.children ?? [])
    if (typeof child !== 'string' && child.namespace === hl7 && statements.has(child.name)) return child;
  return null;
};
export interface Related {
  readonly typeCode: string | null;
  readonly statement: XmlElement;
}
/** What stands in the relationships of a statement, in their order. */
export const relatedTo = (of: Maybe): Related[] =>
  elementsOf(of, 'entryRelationship').flatMap((holder) => {
    const statement = statementOf(holder);
    return statement === null ? [] : [{ typeCode: attributeOf(holder, 'typeCode'), statement }];
  });
/** The members of an organizer, those of organizers in it too. */
export const membersOf = (organizer: XmlElement): XmlElement[] =>
  elementsOf(organizer, 'component').flatMap((holder) => {
    const statement = statementOf(holder);
    if (statement === null) return [];
    return statement.name === 'organizer' ? membersOf(statement) : [statement];
  });
