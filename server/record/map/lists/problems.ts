import type { EntryStatus } from '@portal/api';
import type * as v from 'valibot';
import type { JsonObject } from '../../../questionnaires/fhir/json.ts';
import { codesOf, commentOf, type Concept, joined, namesOf, wordsOf } from '../../fhir/elements.ts';
import type { Condition } from '../conditions.ts';
import type { AllergyIntolerance } from '../history.ts';
import type { HealthEntryRow } from '../mapped.ts';
import { lateralityOf } from './bodySites.ts';
import { entryRow, quantityOrRangeText } from './entry.ts';
import { namedBy, saysNone } from './named.ts';

const clinical: Readonly<Record<string, EntryStatus>> = {
  active: 'active',
  recurrence: 'active',
  relapse: 'active',
  inactive: 'inactive',
  remission: 'inactive',
  resolved: 'resolved',
};
const codeIn = (concept: Concept | null | undefined, known: readonly string[]): boolean =>
  concept ? codesOf([concept]).some((code) => known.includes(code)) : false;
const clinicalStatus = (concept: Concept | null | undefined): EntryStatus | null =>
  (concept ? codesOf([concept]) : []).map((code) => clinical[code]).find((status) => status !== undefined) ?? null;

/** The entries of a Condition. A suspicion is left out until somebody has talked with the patient about it. */
export function problemEntries(resource: JsonObject, one: v.InferOutput<typeof Condition>): HealthEntryRow[] {
  const named = namedBy(one.code);
  if (named === null || codeIn(one.verificationStatus, ['unconfirmed', 'provisional', 'differential'])) return [];
  const isRefuted = codeIn(one.verificationStatus, ['refuted']);
  const end = one.abatementDateTime ?? one.abatementPeriod?.end ?? one.abatementPeriod?.start ?? null;
  const ended = quantityOrRangeText(one.abatementString, one.abatementAge, one.abatementRange);
  const isNone = saysNone('problems', named.codes);
  const overFor = end === null && ended === null ? null : 'resolved';
  return [
    entryRow('problems', resource, {
      ...named,
      negation: isNone ? 'none' : isRefuted ? 'negated' : null,
      status: isRefuted ? 'refuted' : isNone ? null : (clinicalStatus(one.clinicalStatus) ?? overFor),
      start: one.onsetDateTime ?? one.onsetPeriod?.start,
      end,
      recorded: one.recordedDate,
      facts: [
        ['onset', quantityOrRangeText(one.onsetString, one.onsetAge, one.onsetRange)],
        ['severity', namesOf(one.severity ? [one.severity] : [])],
        ['side', lateralityOf(one.bodySite)],
        ['bodySite', namesOf(one.bodySite)],
        ['comment', commentOf(one.note)],
        ['comment', ended],
      ],
    }),
  ];
}

/** The entries of an AllergyIntolerance, including ruled-out ones and "no known allergies". */
export function allergyEntries(resource: JsonObject, one: v.InferOutput<typeof AllergyIntolerance>): HealthEntryRow[] {
  const reactions = one.reaction ?? [];
  const substances = reactions.flatMap(({ substance }) => substance ?? []);
  const substance = namesOf(substances);
  const named = namedBy(one.code) ?? (substance === null ? null : { name: substance, missing: null, codes: [] });
  if (named === null) return [];
  const isRefuted = codeIn(one.verificationStatus, ['refuted']);
  const isNone = saysNone('allergies', named.codes);
  const isUnconfirmed = codeIn(one.verificationStatus, ['unconfirmed']);
  const status = clinicalStatus(one.clinicalStatus);
  return [
    entryRow('allergies', resource, {
      ...named,
      // A refuted "no known allergies" is too complicated for a list to say.
      negation: isNone ? 'none' : isRefuted ? 'negated' : null,
      status: isRefuted ? 'refuted' : isNone ? null : isUnconfirmed && status !== 'resolved' ? 'unconfirmed' : status,
      start: one.onsetDateTime ?? one.onsetPeriod?.start,
      recorded: one.recordedDate,
      facts: [
        ['onset', quantityOrRangeText(one.onsetString, one.onsetAge, one.onsetRange)],
        ...reactions.flatMap(
          ({ manifestation, description, severity, exposureRoute }) =>
            [
              ['reaction', joined([namesOf(manifestation), description])],
              ['severity', wordsOf(severity)],
              ['route', namesOf(exposureRoute ? [exposureRoute] : [])],
            ] as const,
        ),
        ['criticality', wordsOf(one.criticality)],
        ['comment', commentOf(one.note)],
      ],
    }),
  ];
}
