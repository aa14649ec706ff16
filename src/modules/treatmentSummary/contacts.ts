import type { ShownFact, ShownItem } from '@portal/api';

const isContact = ({ values: [first] }: ShownFact): boolean => first?.kind === 'phone' || first?.kind === 'email';
const valuesOf = (facts: readonly ShownFact[]): unknown[] =>
  facts.map(({ values }) => values.map(({ value }) => value));

/** The items of a group, with a person's contact details only at their first item. */
export function withContactsOnce(items: readonly ShownItem[]): readonly ShownItem[] {
  const said = new Set<string>();
  return items.map((shown) => {
    const who = valuesOf(shown.facts.filter(({ label }) => label === 'provider'));
    const facts = shown.facts.filter((fact) => {
      if (!isContact(fact)) return true;
      const contact = JSON.stringify([who, valuesOf([fact])]);
      const isNew = !said.has(contact);
      said.add(contact);
      return isNew;
    });
    return facts.length === shown.facts.length ? shown : { ...shown, facts };
  });
}
