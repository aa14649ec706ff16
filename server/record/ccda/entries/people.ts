import { nameOf } from '../document/parties.ts';
import type { XmlElement } from '../tree.ts';
import { childOf, childrenOf, textOf } from '../xml/elements.ts';

const personOf = (role: XmlElement | null): string | null => nameOf(childOf(role, 'assignedPerson'));

/** Who did it: the person, else the organization. */
export const performersOf = (statement: XmlElement): string[] =>
  childrenOf(statement, 'performer').flatMap((performer) => {
    const role = childOf(performer, 'assignedEntity');
    return personOf(role) ?? nameOf(childOf(role, 'representedOrganization')) ?? [];
  });
export const authorOf = (statement: XmlElement): string | null => {
  for (const author of childrenOf(statement, 'author')) {
    const person = personOf(childOf(author, 'assignedAuthor'));
    if (person !== null) return person;
  }
  return null;
};
export const placesOf = (statement: XmlElement): string[] =>
  childrenOf(statement, 'participant')
    .filter((participant) => participant.attributes.get('typeCode') === 'LOC')
    .flatMap((participant) => {
      const role = childOf(participant, 'participantRole');
      return nameOf(childOf(role, 'playingEntity')) ?? textOf(childOf(role, 'scopingEntity', 'desc')) ?? [];
    });
