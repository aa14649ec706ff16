import { type EntryStatus, visitKind } from '@portal/api';
import * as v from 'valibot';
import type { JsonObject } from '../../../questionnaires/fhir/json.ts';
import { type Context, nameAt, organizationAt, providerAt } from '../../fhir/directory.ts';
import {
  Coding,
  commentOf,
  Concept,
  displaysOf,
  joined,
  listOf,
  nameOf,
  namesOf,
  Period,
  Reference,
  Text,
} from '../../fhir/elements.ts';
import type { HealthEntryRow } from '../mapped.ts';
import type { Procedure } from '../treatments.ts';
import { lateralityOf } from './bodySites.ts';
import { entryRow, quantityOrRangeText } from './entry.ts';
import { isDeclined } from './notDone.ts';
import { type Named, namedBy, saysNone } from './named.ts';

type Maybe<T> = T | null | undefined;

const procedureStatuses: Readonly<Record<string, EntryStatus>> = {
  preparation: 'planned',
  'in-progress': 'active',
  'not-done': 'notDone',
  'on-hold': 'onHold',
  stopped: 'stopped',
  completed: 'completed',
};

/** The entry of a Procedure. One that was not done says why. */
export function procedureEntries(
  resource: JsonObject,
  one: v.InferOutput<typeof Procedure>,
  context: Context,
): HealthEntryRow[] {
  const named = namedBy(one.code) ?? namedBy(one.category);
  if (named === null) return [];
  const isNotDone = one.status === 'not-done';
  const isNone = saysNone('procedures', named.codes);
  const statusReasons = one.statusReason ? [one.statusReason] : [];
  const actors = (one.performer ?? []).flatMap(({ actor, onBehalfOf }) => [actor, onBehalfOf]);
  const reasons = [namesOf(one.reasonCode), displaysOf(one.reasonReference)];
  const notDone = isDeclined(statusReasons) ? 'declined' : 'notDone';
  return [
    entryRow('procedures', resource, {
      ...named,
      negation: isNone ? 'none' : isNotDone ? 'negated' : null,
      status: isNone ? null : isNotDone ? notDone : procedureStatuses[one.status ?? ''],
      start: one.performedDateTime ?? one.performedPeriod?.start,
      end: one.performedPeriod?.end,
      facts: [
        ['onset', quantityOrRangeText(one.performedString, one.performedAge, one.performedRange)],
        ['side', lateralityOf(one.bodySite)],
        ['bodySite', namesOf(one.bodySite)],
        ['reason', joined(isNotDone ? [namesOf(statusReasons), ...reasons] : reasons)],
        ['performer', providerAt(context, actors).providerName],
        ['place', nameAt(context, one.location) ?? organizationAt(context, actors)],
        ['outcome', joined([nameOf(one.outcome), namesOf(one.complication)])],
        ['instructions', namesOf(one.followUp)],
        ['comment', isNotDone ? null : namesOf(statusReasons)],
        ['comment', commentOf(one.note)],
      ],
    }),
  ];
}

export const Encounter = v.object({
  status: Text,
  class: v.nullish(Coding),
  type: listOf(Concept),
  serviceType: v.nullish(Concept),
  period: v.nullish(Period),
  participant: listOf(v.object({ individual: v.nullish(Reference) })),
  reasonCode: listOf(Concept),
  reasonReference: listOf(Reference),
  diagnosis: listOf(v.object({ condition: v.nullish(Reference) })),
  hospitalization: v.nullish(v.object({ dischargeDisposition: v.nullish(Concept) })),
  location: listOf(v.object({ location: v.nullish(Reference) })),
  serviceProvider: v.nullish(Reference),
});
const visitStatuses: Readonly<Record<string, EntryStatus>> = {
  planned: 'planned',
  arrived: 'active',
  triaged: 'active',
  'in-progress': 'active',
  onleave: 'active',
  finished: 'completed',
};

/** The class of a visit. HL7's classes keep only their code, because the page has words for them in each language. */
function classOf(coding: Maybe<Coding>): Named | null {
  const named = coding ? namedBy({ coding: [coding] }) : null;
  return named === null || visitKind(named.codes) === null ? named : { ...named, name: null, missing: 'other' };
}

/** The entry of an Encounter. A cancelled one has none. */
export function encounterEntries(
  resource: JsonObject,
  one: v.InferOutput<typeof Encounter>,
  context: Context,
): HealthEntryRow[] | 'hidden' {
  if (one.status === 'cancelled') return 'hidden';
  const types = (one.type ?? []).flatMap((type) => namedBy(type) ?? []).filter(({ name }) => name !== null);
  const service = namedBy(one.serviceType);
  const named =
    types.length > 0
      ? {
          name: joined(types.map(({ name }) => name)),
          missing: null,
          codes: types.flatMap(({ codes }) => codes),
        }
      : service !== null && service.name !== null
        ? service
        : (classOf(one.class) ?? service ?? { name: null, missing: 'unknown' as const, codes: [] });
  const people = (one.participant ?? []).map(({ individual }) => providerAt(context, [individual]).providerName);
  const places = (one.location ?? []).map(({ location }) => nameAt(context, location));
  return [
    entryRow('encounters', resource, {
      ...named,
      status: visitStatuses[one.status ?? ''],
      start: one.period?.start,
      end: one.period?.end,
      facts: [
        ['reason', joined([namesOf(one.reasonCode), displaysOf(one.reasonReference)])],
        ['diagnosis', joined((one.diagnosis ?? []).map(({ condition }) => condition?.display))],
        ['performer', joined(people)],
        ['place', joined([...places, nameAt(context, one.serviceProvider)])],
        ['outcome', nameOf(one.hospitalization?.dischargeDisposition)],
      ],
    }),
  ];
}
