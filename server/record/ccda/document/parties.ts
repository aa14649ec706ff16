import type { Party, XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf, isElement, rawTextOf, textOf } from '../xml/elements.ts';

const usesOf = (element: XmlElement): readonly string[] => (attributeOf(element, 'use') ?? '').split(/\s+/);
/** Names and addresses that should no longer be used. */
const isOld = (element: XmlElement): boolean => usesOf(element).some((use) => ['OLD', 'BAD', 'TMP'].includes(use));
const hasWords = (element: XmlElement): boolean => textOf(element) !== null;

const parts = ['prefix', 'given', 'family', 'suffix'] as const;
/** A name in words: its parts in spoken order, or its text if it has no parts. */
function nameText(name: XmlElement): string | null {
  const inside = name.children.filter(isElement);
  if (inside.length === 0) return textOf(name);
  // A call name is an alternative to the name and not part of it.
  const said = inside.filter((part) => !(attributeOf(part, 'qualifier') ?? '').split(/\s+/).includes('CL'));
  const isPlain = said.every((part) => parts.some((known) => known === part.name));
  const ordered = isPlain ? parts.flatMap((known) => said.filter((part) => part.name === known)) : said;
  const words = ordered.flatMap((part) => textOf(part) ?? []).join(' ');
  const own = name.children
    .flatMap((child) => (isElement(child) ? [] : [child]))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return textOf(name);
  // A name with words outside of its parts is read as written.
  return own.replace(/[\s,]/g, '') === '' ? words : textOf(name);
}

/** The name of a person or an organization: the legal one, else the first that is still in use. */
export function nameOf(element: XmlElement | null): string | null {
  const names = childrenOf(element, 'name').filter(hasWords);
  const legal = names.find((name) => usesOf(name).includes('L') && !isOld(name));
  const found = legal ?? names.find((name) => !isOld(name)) ?? names[0];
  return found === undefined ? null : nameText(found);
}

/** An address on one line, with its parts in order. */
export function addressOf(element: XmlElement | null): string | null {
  const all = childrenOf(element, 'addr').filter(hasWords);
  const address = all.find((each) => !isOld(each)) ?? all[0];
  if (address === undefined) return null;
  const inside = address.children
    .filter(isElement)
    .filter(({ name }) => name !== 'useablePeriod' && name !== 'delimiter')
    .flatMap((part) => textOf(part) ?? []);
  return inside.length === 0 ? textOf(address) : inside.join(', ');
}

/** Telephone numbers and electronic addresses, without their scheme. */
export const telecomsOf = (element: XmlElement | null): string[] =>
  childrenOf(element, 'telecom').flatMap((each) => {
    const value = (attributeOf(each, 'value') ?? '').replace(/^(?:tel|mailto|fax|sms):\s*/i, '').trim();
    return value === '' || isOld(each) ? [] : [value];
  });

/** The words of a coded element: its display name, its original text, or the display name of a translation. */
export function displayOf(code: XmlElement | null): string | null {
  if (code === null) return null;
  const translated = childrenOf(code, 'translation').flatMap((each) => attributeOf(each, 'displayName') ?? []);
  return attributeOf(code, 'displayName') ?? textOf(childOf(code, 'originalText')) ?? translated[0] ?? null;
}

/** A party of the header. `person` and `organization` say where each is found in `role`. */
export function partyOf(
  role: XmlElement | null,
  {
    person,
    organization,
    says,
  }: {
    readonly person: readonly string[];
    readonly organization: readonly string[];
    readonly says: string | null;
  },
): Party | null {
  if (role === null) return null;
  const people = person.flatMap((name) => childrenOf(role, name));
  const organizations = organization.flatMap((name) => childrenOf(role, name));
  const name = people.map(nameOf).find((each) => each !== null) ?? null;
  const [first] = organizations;
  const device = people.find((each) => each.name === 'assignedAuthoringDevice') ?? null;
  const software = textOf(childOf(device, 'softwareName')) ?? textOf(childOf(device, 'manufacturerModelName'));
  const telecoms = telecomsOf(role);
  const party = {
    name: name ?? software,
    organization: nameOf(first ?? null),
    role: says,
    address: addressOf(role) ?? addressOf(first ?? null),
    telecoms: telecoms.length > 0 ? telecoms : telecomsOf(first ?? null),
  };
  const isSilent = party.name === null && party.organization === null && party.address === null;
  return isSilent && party.telecoms.length === 0 ? null : party;
}

/** The party of an `assignedEntity`, which most people in the header are. */
export const assignedParty = (of: XmlElement | null, says: string | null = null): Party | null =>
  partyOf(of, {
    person: ['assignedPerson', 'assignedAuthoringDevice', 'informationRecipient', 'relatedPerson', 'associatedPerson'],
    organization: ['representedOrganization', 'receivedOrganization', 'scopingOrganization'],
    says: says ?? displayOf(childOf(of, 'code')),
  });

/** Text for a title, without any markup. */
export const plainTitle = (element: XmlElement | null): string | null =>
  element === null ? null : rawTextOf(element).replace(/\s+/g, ' ').trim() || null;
