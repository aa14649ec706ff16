import { filled, type Resource, some } from '../../subject/fhirParts.ts';
import type { SummaryContent } from './content.ts';
import { type Context, terminology } from './fhirWords.ts';
import { type FamilyEntry, relativesOf, factValueOf } from './relatives.ts';

function illness({ entry }: FamilyEntry) {
  const years = entry.relative?.ageInYears ?? null;
  const comment = factValueOf(entry, 'comment');
  return {
    code: { text: factValueOf(entry, 'diagnosis') ?? entry.name },
    ...(years === null
      ? { onsetString: factValueOf(entry, 'ageAtDiagnosis') }
      : { onsetAge: { value: Number(years), unit: 'years', system: 'http://unitsofmeasure.org', code: 'a' } }),
    note: comment === undefined ? undefined : [{ text: comment }],
  };
}

export const familyResources = (content: Pick<SummaryContent, 'treatment'>, { patient }: Context): Resource[] =>
  relativesOf(content).map(({ id, name, relation, hasDied, told }) => ({
    resourceType: 'FamilyMemberHistory',
    id,
    // Who is asked seldom knows of all.
    status: 'partial',
    patient,
    relationship: {
      coding: relation === null ? undefined : [{ system: `${terminology}v3-RoleCode`, code: relation }],
      text: filled(name),
    },
    deceasedBoolean: hasDied ?? undefined,
    condition: some(told.map(illness)),
  }));
