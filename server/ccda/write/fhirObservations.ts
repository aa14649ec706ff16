import type { EntryValue } from '@portal/api';
import { filled, type Json, type Resource, some } from '../../personalData/fhirParts.ts';
import type { Kept, ResultGroup } from './content.ts';
import { stableId } from './datatypes.ts';
import { absent, concept, type Context, inWords, named, notes, said, terminology, time } from './fhirWords.ts';

/** A number of at most 15 digits keeps them: how many stood after its point is told beside it, since JSON forgets zeros. */
function valueOf({ codes, comparator, value, unit, isNumber, missing }: EntryValue): { readonly [name: string]: Json } {
  if (value === null && codes.length === 0)
    return { dataAbsentReason: named('data-absent-reason', absent[missing ?? 'unknown']) };
  if (codes.length > 0) return { valueCodeableConcept: concept(codes, value) };
  if (value === null || !isNumber || !/^-?\d{1,15}(\.\d+)?$/.test(value) || value.replace(/\D/g, '').length > 15)
    return { valueString: [comparator, value, unit].filter((part) => part !== null).join(' ') };
  const places = value.split('.')[1]?.length ?? 0;
  const precision =
    String(Number(value)) === value
      ? undefined
      : { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/quantity-precision', valueInteger: places }] };
  return {
    valueQuantity: { value: Number(value), _value: precision, comparator: comparator ?? undefined, unit: filled(unit) },
  };
}
type Category = 'laboratory' | 'vital-signs' | 'social-history';
/** A measurement with its values, the parts of one as components. */
export const observation = ({ id, entry }: Kept, { patient, facility }: Context, category: Category): Resource => {
  const [own, ...others] = entry.values.filter(({ name }) => name === null);
  const parts = [...entry.values.filter(({ name }) => name !== null), ...others];
  const performers = said(entry, 'performer').map((display) => ({ display }));
  return {
    resourceType: 'Observation',
    id,
    status: entry.status === 'notDone' ? 'cancelled' : entry.status === 'active' ? 'preliminary' : 'final',
    category: [named('observation-category', category)],
    code: concept(entry.codes, entry.name),
    subject: patient,
    ...time('effective', entry.start, entry.end),
    performer: performers.length > 0 ? performers : [facility],
    ...(own === undefined ? {} : valueOf(own)),
    ...(own === undefined && parts.length === 0 ? { dataAbsentReason: named('data-absent-reason', 'unknown') } : {}),
    interpretation: inWords(said(entry, 'interpretation')),
    note: notes(entry, 'performer', 'interpretation', 'referenceRange'),
    referenceRange: inWords(said(entry, 'referenceRange')),
    component: some(
      parts.map((value) => ({
        code: concept(value.codes, value.name ?? entry.name),
        ...valueOf({ ...value, codes: [] }),
      })),
    ),
  };
};

/** A report with its observations, the report first. */
export function reportOf(group: ResultGroup, context: Context): Resource[] {
  const performer = group.labName === null ? context.facility : { display: group.labName };
  const results = group.entries.map((one) => ({ ...observation(one, context, 'laboratory'), performer: [performer] }));
  return [
    {
      resourceType: 'DiagnosticReport',
      id: stableId(group.id, 'report'),
      status: group.isFinal ? 'final' : 'preliminary',
      category: [{ coding: [{ system: `${terminology}v2-0074`, code: 'LAB' }] }],
      code: concept(group.codes, group.name),
      subject: context.patient,
      ...time('effective', group.date, null),
      performer: [performer],
      result: some(results.map(({ id }) => ({ reference: `urn:uuid:${id}` }))),
      conclusion: filled(group.conclusion),
    },
    ...results,
  ];
}
