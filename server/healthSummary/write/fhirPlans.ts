import type { EntryStatus, HealthEntry, RecordDate } from '@portal/api';
import { filled, type Json, type Resource, some } from '../../subject/fhirParts.ts';
import type { SummaryEntry } from './content.ts';
import { valueOf } from './fhirObservations.ts';
import {
  absence,
  concept,
  type Context,
  displayed,
  inWords,
  notes,
  otherWords,
  period,
  factValues,
  terminology,
} from './fhirWords.ts';

/** Visits, goals and plans as resources of FHIR R4. */

const visitStates: Readonly<Partial<Record<EntryStatus, string>>> = {
  planned: 'planned',
  active: 'in-progress',
  completed: 'finished',
  onHold: 'onleave',
  stopped: 'cancelled',
  notDone: 'cancelled',
  declined: 'cancelled',
};
const isActCode = ({ system }: HealthEntry['codes'][number]): boolean =>
  /v3-ActCode$|2\.16\.840\.1\.113883\.5\.4$/.test(system ?? '');

/** What kind of visit it was is told where its source told it. */
export function encounter({ id, entry }: SummaryEntry, { patient }: Context): Resource {
  const kind = entry.codes.find(isActCode);
  return {
    resourceType: 'Encounter',
    id,
    status: (entry.status === null ? undefined : visitStates[entry.status]) ?? 'unknown',
    class:
      kind === undefined
        ? { system: `${terminology}v3-NullFlavor`, code: 'UNK' }
        : { system: `${terminology}v3-ActCode`, code: kind.code, display: filled(kind.display) },
    type: [concept(entry.codes, entry.name, entry.missing)],
    subject: patient,
    participant: some(factValues(entry, 'performer').map((display) => ({ individual: { display } }))),
    period: period(entry),
    // An Encounter has no notes: what no element says stands with the reasons for it.
    reasonCode: inWords([
      ...factValues(entry, 'reason'),
      ...otherWords(entry, 'reason', 'performer', 'place', 'diagnosis', 'outcome'),
    ]),
    diagnosis: some(factValues(entry, 'diagnosis').map((display) => ({ condition: { display } }))),
    hospitalization: factValues(entry, 'outcome').map((text) => ({ dischargeDisposition: { text } }))[0],
    location: some(factValues(entry, 'place').map((display) => ({ location: { display } }))),
  };
}

const goalStates: Readonly<Partial<Record<EntryStatus, string>>> = {
  planned: 'planned',
  active: 'active',
  onHold: 'on-hold',
  completed: 'completed',
  resolved: 'completed',
  stopped: 'cancelled',
  inactive: 'cancelled',
  notDone: 'rejected',
  declined: 'rejected',
};
const dayOf = (date: RecordDate | null): string | undefined => date?.slice(0, 10);
function targetValue(value: HealthEntry['values'][number]): { readonly [name: string]: Json } {
  const { valueQuantity, valueString } = valueOf({ ...value, codes: [] });
  return valueQuantity === undefined ? { detailString: valueString } : { detailQuantity: valueQuantity };
}
export function goal({ id, entry }: SummaryEntry, { patient }: Context): Resource {
  const status = entry.status === null ? undefined : goalStates[entry.status];
  const dueDate = dayOf(entry.end);
  const targets = entry.values.map((value) => ({
    // A value without a name of its own is of what the goal is about; FHIR asks of each target what is measured.
    measure:
      value.name === null && value.codes.length === 0
        ? concept(entry.codes, entry.name, entry.missing)
        : concept(value.codes, value.name),
    ...targetValue(value),
  }));
  return {
    resourceType: 'Goal',
    id,
    lifecycleStatus: status,
    _lifecycleStatus: status === undefined ? absence() : undefined,
    achievementStatus: factValues(entry, 'outcome').map((text) => ({ text }))[0],
    description: concept(entry.codes, entry.name, entry.missing),
    subject: patient,
    startDate: dayOf(entry.start),
    startCodeableConcept: entry.start === null ? factValues(entry, 'onset').map((text) => ({ text }))[0] : undefined,
    target: some(
      targets.length === 0 && dueDate !== undefined ? [{ dueDate }] : targets.map((one) => ({ ...one, dueDate })),
    ),
    statusDate: dayOf(entry.recorded),
    expressedBy: factValues(entry, 'performer').map((display) => ({ display }))[0],
    addresses: displayed(factValues(entry, 'reason')),
    note: notes(entry, 'outcome', 'performer', 'reason', ...(entry.start === null ? (['onset'] as const) : [])),
  };
}

const planStates: Readonly<Partial<Record<EntryStatus, string>>> = {
  active: 'active',
  onHold: 'on-hold',
  inactive: 'on-hold',
  completed: 'completed',
  resolved: 'completed',
  stopped: 'revoked',
};
/** What is still to be done is a plan's activity, since a plan itself has no state for that. */
function activity(entry: HealthEntry): { readonly [name: string]: Json } {
  const [description] = factValues(entry, 'instructions');
  const isTimed = entry.start !== null || entry.end !== null;
  const told = ['reason', 'performer', 'place', 'frequency'] as const;
  return {
    status: 'active',
    activity: [
      {
        progress: notes({
          ...entry,
          facts: entry.facts.filter(
            ({ name, value }) =>
              !told.some((one) => one === name && (one !== 'frequency' || !isTimed)) &&
              !(name === 'instructions' && value === description),
          ),
        }),
        detail: {
          code: concept(entry.codes, entry.name, entry.missing),
          status: entry.status === 'planned' || entry.status === null ? 'scheduled' : 'cancelled',
          doNotPerform: entry.negation === null ? undefined : true,
          scheduledPeriod: isTimed ? period(entry) : undefined,
          scheduledString: isTimed ? undefined : factValues(entry, 'frequency')[0],
          location: factValues(entry, 'place').map((display) => ({ display }))[0],
          performer: displayed(factValues(entry, 'performer')),
          reasonCode: inWords(factValues(entry, 'reason')),
          description,
        },
      },
    ],
  };
}
export function carePlan({ id, entry }: SummaryEntry, { patient }: Context): Resource {
  const state = entry.status === null ? 'unknown' : planStates[entry.status];
  const base = { resourceType: 'CarePlan', id, intent: 'plan', subject: patient };
  if (state === undefined || entry.negation !== null) return { ...base, ...activity(entry) };
  return {
    ...base,
    status: state,
    category: entry.codes.length === 0 ? undefined : [concept(entry.codes, null)],
    title: filled(entry.name),
    period: period(entry),
    created: entry.recorded ?? undefined,
    author: factValues(entry, 'performer').map((display) => ({ display }))[0],
    addresses: displayed(factValues(entry, 'reason')),
    note: notes(entry, 'performer', 'reason'),
  };
}
