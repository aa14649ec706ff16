import type { TreatmentItem, TreatmentSummary, TreatmentValue } from '../treatmentSummary.ts';
import type { TreatmentField, TreatmentGroup, TreatmentKind, TreatmentLabel } from './treatmentGroups.ts';
import { type ListedGroup, treatmentGroupCalled, treatmentGroupOf } from './treatmentParts.ts';

/** The last of the days that mean "no date" in the systems from which records come (specification 3, section 9). */
const lastEmptyDay = '1900-01-01';

/** The first day that a date of any precision can mean; null when the text is not a date. */
const firstDayOf = (text: string): string | null => {
  const [found, year = '', month = '01', day = '01'] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?![\d-])/.exec(text) ?? [];
  return found === undefined ? null : `${year}-${month}-${day}`;
};
const isNumber = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text);

/** True when there is nothing to show: no number above 0, no date after 1900-01-01, no text except spaces. */
export function isEmptyValue(value: TreatmentValue | undefined, kind: TreatmentKind): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'boolean') return false;
  if (typeof value === 'number') return !(value > 0);
  if (typeof value !== 'string') return value.every((one) => String(one).trim() === '');
  const text = value.trim();
  if (text === '') return true;
  if (kind === 'number' && isNumber(text)) return !(Number(text) > 0);
  if (kind !== 'date') return false;
  const day = firstDayOf(text);
  return day !== null && day <= lastEmptyDay;
}

/** A value that is not empty. */
export interface ShownValue {
  readonly kind: TreatmentKind;
  readonly value: Exclude<TreatmentValue, null>;
}
/** One line of an item: its label, its value, and the values in brackets. */
export interface ShownFact {
  readonly label: TreatmentLabel;
  readonly values: readonly ShownValue[];
}
export interface ShownItem {
  readonly heading: ShownValue | null;
  readonly facts: readonly ShownFact[];
  /** The source's text that there is nothing; then it has neither heading nor facts. */
  readonly nullMessage: string | null;
  /** True when the patient has not seen it as it is now. */
  readonly isNew: boolean;
  readonly item: TreatmentItem;
}
export interface ShownGroup {
  readonly key: TreatmentGroup;
  readonly items: readonly ShownItem[];
}

/** The names of the fields with the value, the preferred first: its text, then its code. */
export const namesOfField = ({ name, orElse }: Pick<TreatmentField, 'name' | 'orElse'>): string[] =>
  [name, ...(orElse === undefined ? [] : [orElse])].flatMap((each) => [`${each}Display`, each]);

function valueIn(item: TreatmentItem, field: string, kind: TreatmentKind) {
  for (const name of namesOfField({ name: field })) {
    const value = Object.hasOwn(item, name) ? item[name] : null;
    if (value !== null && value !== undefined && !isEmptyValue(value, kind)) return { kind, value };
  }
  return null;
}

/** The fields of an item that a facility shows and that are not empty, in the order of the group. */
function factsOf(item: TreatmentItem, { key, fields: listed }: ListedGroup): (ShownFact & { readonly name: string })[] {
  return treatmentGroupOf(key).fields.flatMap((field) => {
    const { name, kind, orElse, with: more = [] } = field;
    if (kind === 'id') return [];
    const isListed = (one: string) => listed.has(one.toLowerCase());
    const preferred = isListed(name) ? valueIn(item, name, kind) : null;
    const own = preferred ?? (isListed(name) && orElse !== undefined ? valueIn(item, orElse, kind) : null);
    const label = preferred === null && own !== null ? (field.elseLabel ?? field.label) : field.label;
    const others = more.filter(isListed).map((one) => valueIn(item, one, 'text'));
    const values = [own, ...others].flatMap((value) => value ?? []);
    return values.length === 0 ? [] : [{ name, label, values }];
  });
}

/** An item as a patient may see it; null when there is nothing to show. */
export function shownItem(item: TreatmentItem, listed: ListedGroup): ShownItem | null {
  if (item.isNullMessageHolder) {
    const nullMessage = item.nullMessage?.trim() ?? '';
    return nullMessage === '' ? null : { heading: null, facts: [], nullMessage, isNew: false, item };
  }
  const facts = factsOf(item, listed);
  if (facts.length === 0) return null;
  const { heading: headings } = treatmentGroupOf(listed.key);
  const named = headings.flatMap((name) => facts.find((fact) => fact.name === name) ?? []).at(0);
  // A value with others in brackets is also shown complete among the facts.
  const [heading = null] = named?.values ?? [];
  return {
    heading,
    facts: facts.filter((fact) => fact !== named || fact.values.length > 1),
    nullMessage: null,
    isNew: !item.isPatientReviewed,
    item,
  };
}

/** What is shown of an answer: the groups in its order that the facility lists, without empty ones. */
export function shownGroups(summary: TreatmentSummary, listed: readonly ListedGroup[]): ShownGroup[] {
  return summary.flatMap(({ key: name, value }) => {
    const key = treatmentGroupCalled(name);
    const group = listed.find((one) => one.key === key);
    const items = group === undefined ? [] : value.flatMap((item) => shownItem(item, group) ?? []);
    return group === undefined || items.length === 0 ? [] : [{ key: group.key, items }];
  });
}

export const countNew = (groups: readonly ShownGroup[]): number =>
  groups.reduce((sum, { items }) => sum + items.filter(({ isNew }) => isNew).length, 0);
