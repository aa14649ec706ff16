import type { SummaryContent, TreatmentEntry } from './content.ts';

export interface FamilyEntry {
  readonly entry: TreatmentEntry;
  /** Its row in the table of the family's illnesses. */
  readonly index: number;
}

/** What is told of the patient's family, in the order in which it is shown. */
export const familyOf = ({ treatment }: Pick<SummaryContent, 'treatment'>): readonly FamilyEntry[] =>
  (treatment.find(({ key }) => key === 'FamilyHistory')?.entries ?? []).map((entry, index) => ({ entry, index }));

/** The same by relative: each with all their illnesses. What is said of the family as a whole is of no relative. */
export function relativesOf(
  content: Pick<SummaryContent, 'treatment'>,
): (NonNullable<TreatmentEntry['relative']> & { readonly name: string; readonly told: readonly FamilyEntry[] })[] {
  const family = familyOf(content);
  const seen = new Set<string>();
  return family.flatMap(({ entry: { name, relative } }) => {
    if (relative === null || seen.has(relative.id)) return [];
    seen.add(relative.id);
    return { ...relative, name, told: family.filter(({ entry }) => entry.relative?.id === relative.id) };
  });
}

export const factValueOf = ({ facts }: TreatmentEntry, field: string): string | undefined =>
  facts.find((fact) => fact.field === field)?.value;
