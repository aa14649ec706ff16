import type { XmlElement } from '../tree.ts';
import { elementAt, elementsOf } from './elements.ts';
import { plain, wordsIn } from './written.ts';

/** A name as it is spoken: its parts in their order, or its words. */
function nameWords(name: XmlElement | null): string | null {
  if (name === null) return null;
  const part = (which: string) => elementsOf(name, which).flatMap((each) => wordsIn(each, 200) ?? []);
  const parts = [...part('prefix'), ...part('given'), ...part('family'), ...part('suffix')];
  return plain(parts.join(' ')) ?? wordsIn(name, 200);
}
export const personOf = (role: XmlElement | null): string | null =>
  nameWords(elementAt(role, 'assignedPerson', 'name'));
export const organizationOf = (role: XmlElement | null): string | null =>
  wordsIn(elementAt(role, 'representedOrganization', 'name'), 300);

/** Who did it: the person, else their organization. */
export const performersOf = (statement: XmlElement): string[] =>
  elementsOf(statement, 'performer').flatMap((performer) => {
    const role = elementAt(performer, 'assignedEntity');
    return personOf(role) ?? organizationOf(role) ?? [];
  });
export const authorOf = (statement: XmlElement): string | null => {
  for (const author of elementsOf(statement, 'author')) {
    const person = personOf(elementAt(author, 'assignedAuthor'));
    if (person !== null) return person;
  }
  return null;
};
/** Where it was: the places of a statement. */
export const placesOf = (statement: XmlElement): string[] =>
  elementsOf(statement, 'participant')
    .filter((participant) => participant.attributes.get('typeCode') === 'LOC')
    .flatMap((participant) => {
      const role = elementAt(participant, 'participantRole');
      return (
        wordsIn(elementAt(role, 'playingEntity', 'name'), 300) ??
        wordsIn(elementAt(role, 'scopingEntity', 'desc'), 300) ??
        []
      );
    });
