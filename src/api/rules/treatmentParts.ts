import { type Capability, type ModuleName, type Switched, detailsOf } from '../capabilities.ts';
import { type TreatmentField, type TreatmentGroup, treatmentGroups } from './treatmentGroups.ts';

/** A group as the rules read it. */
export const treatmentGroupOf = (
  key: TreatmentGroup,
): { readonly heading: readonly string[]; readonly fields: readonly TreatmentField[] } => treatmentGroups[key];

export const treatmentGroupKeys = Object.keys(treatmentGroups) as readonly TreatmentGroup[];

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The key of an existing group, ignoring case; null for any other name. */
export const treatmentGroupCalled = (name: string): TreatmentGroup | null =>
  treatmentGroupKeys.find((key) => isSame(key, name)) ?? null;

const types = 'TreatmentTypes';

/** What a facility switches one by one, as paths: the groups of the treatment summary, and the shown fields of each. */
export const switchableParts: Readonly<Partial<Record<ModuleName, readonly string[]>>> = {
  TreatmentSummary: treatmentGroupKeys.flatMap((key) =>
    treatmentGroupOf(key).fields.flatMap(({ name, with: more = [] }) =>
      [name, ...more].map((field) => `${types}.${key}.${field}`),
    ),
  ),
};

/** True when `part` equals `whole` or is inside it: `TreatmentTypes.Allergy` in `TreatmentTypes`. */
const isWithin = (part: string, whole: string): boolean =>
  isSame(part, whole) || part.toLowerCase().startsWith(`${whole.toLowerCase()}.`);

/** The parts that a name means: all parts of a whole, in their order. A name without parts means itself. */
export function partsOf(module: ModuleName, field: string): readonly string[] {
  const within = (switchableParts[module] ?? []).filter((part) => isWithin(part, field));
  return within.length > 0 ? within : [field];
}

/** True for an existing field of a module, or an existing part of one. */
export const isPart = (module: ModuleName, field: string): boolean =>
  (switchableParts[module] ?? []).some((part) => isWithin(part, field));

/** A group that a facility shows, with its shown fields, in lower case. */
export interface ListedGroup {
  readonly key: TreatmentGroup;
  readonly fields: ReadonlySet<string>;
}

const module: Capability = 'TreatmentSummary';

/** The groups that a facility has listed, in its order, each with the fields in that group's details (specification 3, section 3). */
export function listedTreatment(switched: Switched): ListedGroup[] {
  const groups = detailsOf(detailsOf(switched.modules.map(asDetail), module), types);
  return groups.flatMap(({ fieldName, details = [] }) => {
    const key = treatmentGroupCalled(fieldName);
    return key === null ? [] : [{ key, fields: new Set(details.map((one) => one.fieldName.toLowerCase())) }];
  });
}

const asDetail = ({ moduleName, details }: Switched['modules'][number]) => ({ fieldName: moduleName, details });
