import type { EntryValue, HealthEntry } from '@portal/api';
import { decimal, filled, type Json, type Resource, some } from '../../subject/fhirParts.ts';
import type { SummaryEntry, ResultGroup } from './content.ts';
import { partNamed } from '../../record/map/lists/partFacts.ts';
import { stableId } from './datatypes.ts';
import {
  absent,
  concept,
  type Context,
  displayed,
  inWords,
  named,
  notes,
  factValues,
  terminology,
  time,
  whatOf,
} from './fhirWords.ts';
import { isFlagCode } from './narrative.ts';

/** A number with all its digits and its unit, a concept, or words. */
export function valueOf({ codes, comparator, value, unit, isNumber, missing }: EntryValue): {
  readonly [name: string]: Json;
} {
  if (value === null && codes.length === 0)
    return { dataAbsentReason: named('data-absent-reason', absent[missing ?? 'unknown']) };
  if (codes.length > 0) return { valueCodeableConcept: concept(codes, value) };
  const number = value === null || !isNumber ? undefined : decimal(value);
  if (number === undefined) return { valueString: [comparator, value, unit].filter((part) => part !== null).join(' ') };
  return { valueQuantity: { value: number, comparator: comparator ?? undefined, unit: filled(unit) } };
}

const resultStates = new Set(['registered', 'preliminary', 'final', 'amended', 'corrected', 'cancelled', 'unknown']);
const stateOf = ({ status }: HealthEntry, source: string | null | undefined): string => {
  if (source !== null && source !== undefined && resultStates.has(source)) return source;
  return status === 'notDone' ? 'cancelled' : status === 'active' ? 'preliminary' : 'final';
};
const flag = (text: string): Json => ({
  coding: isFlagCode(text) ? [{ system: `${terminology}v3-ObservationInterpretation`, code: text }] : undefined,
  text,
});

type Category = 'laboratory' | 'vital-signs' | 'social-history' | null;
/** A measurement with its values, the parts of one as components. */
export const observation = (
  { id, entry, resultStatus }: SummaryEntry,
  { patient, facility }: Context,
  category: Category,
): Resource => {
  const [own, ...others] = entry.values.filter(({ name }) => name === null);
  const parts = entry.values.filter(({ name }) => name !== null);
  const performers = factValues(entry, 'performer');
  const ofPart = (name: 'interpretation' | 'referenceRange', part: string | null): string[] =>
    factValues(entry, name).flatMap((text) => {
      const own = partNamed(entry, text);
      return (own?.part ?? null) === part ? [own?.words ?? text] : [];
    });
  const sites = [...factValues(entry, 'bodySite'), ...factValues(entry, 'side')];
  return {
    resourceType: 'Observation',
    id,
    status: stateOf(entry, resultStatus),
    category: category === null ? undefined : [named('observation-category', category)],
    code: whatOf(entry, 'no-known-problems'),
    subject: patient,
    ...time('effective', entry.start, entry.end),
    issued: entry.recorded?.includes('T') === true ? entry.recorded : undefined,
    performer: performers.length > 0 ? displayed(performers) : some([facility]),
    ...(own === undefined ? {} : valueOf(own)),
    ...(own === undefined && parts.length === 0 ? { dataAbsentReason: named('data-absent-reason', 'unknown') } : {}),
    interpretation: some(ofPart('interpretation', null).map(flag)),
    note: notes(entry, 'performer', 'interpretation', 'referenceRange', 'bodySite', 'side', 'method'),
    bodySite: sites.length === 0 ? undefined : { text: sites.join(', ') },
    method: factValues(entry, 'method').map((text) => ({ text }))[0],
    referenceRange: inWords(ofPart('referenceRange', null)),
    component: some([
      ...parts.map((value) => ({
        code: concept(value.codes, value.name ?? entry.name),
        ...valueOf({ ...value, codes: [] }),
        interpretation: some(ofPart('interpretation', value.name).map(flag)),
        referenceRange: inWords(ofPart('referenceRange', value.name)),
      })),
      ...others.map((value) => ({ code: concept(entry.codes, entry.name), ...valueOf(value) })),
    ]),
  };
};

const reportStates = new Set([...resultStates, 'partial', 'appended']);
/** A report with its observations, the report first; a finding that no laboratory reported by itself. */
export function reportOf(group: ResultGroup, context: Context): Resource[] {
  if (!group.isReport) return group.entries.map((one) => observation(one, context, null));
  const performer = group.labName === null ? some([context.facility]) : displayed([group.labName]);
  const results = group.entries.map((one) => ({ ...observation(one, context, 'laboratory'), performer }));
  return [
    {
      resourceType: 'DiagnosticReport',
      id: stableId(group.id, 'report'),
      status: group.status !== null && reportStates.has(group.status) ? group.status : 'unknown',
      category: [{ coding: [{ system: `${terminology}v2-0074`, code: 'LAB' }] }],
      code: concept(group.codes, group.name),
      subject: context.patient,
      ...time('effective', group.date, null),
      performer,
      result: some(results.map(({ id }) => context.refer('Observation', id))),
      conclusion: filled(group.conclusion),
    },
    ...results,
  ];
}
