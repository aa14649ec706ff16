import type { EntryStatus } from '@portal/api';
import type * as v from 'valibot';
import type { JsonObject } from '../../../questionnaires/fhir/json.ts';
import { codesAt, type Context, nameAt, providerAt } from '../../fhir/directory.ts';
import { commentOf, displaysOf, joined, nameOf, namesOf, wordsOf, wordsOrCode } from '../../fhir/elements.ts';
import type { HealthEntryRow } from '../mapped.ts';
import {
  boundsOf,
  differBesideTimes,
  differInRoute,
  type Dosage,
  doseOf,
  dosagesOf,
  howTaken,
  limitsOf,
  timesOf,
} from '../dosage.ts';
import type { Medication } from '../treatments.ts';
import { entryRow, type Facts } from './entry.ts';
import { isDeclined } from './notDone.ts';
import { namedBy, saysNone, type Named } from './named.ts';

const statuses: Readonly<Record<string, EntryStatus>> = {
  active: 'active',
  'in-progress': 'active',
  completed: 'completed',
  stopped: 'stopped',
  'on-hold': 'onHold',
  intended: 'planned',
  'not-taken': 'notDone',
  'not-done': 'notDone',
};

const named = (one: v.InferOutput<typeof Medication>, context: Context): Named | null => {
  const own = namedBy(one.medicationCodeableConcept);
  if (own !== null) return own;
  const name = nameAt(context, one.medicationReference);
  return name === null ? null : { name, missing: null, codes: codesAt(context, one.medicationReference) };
};

/** How to take it. Of several dosages without words, each amount stands in one fact with its way and times, so that nobody takes the evening's in the morning. */
function dosagesFacts(dosages: readonly Dosage[]): Facts {
  const wordless = dosages.filter(({ text }) => wordsOf(text) === null);
  const together = differBesideTimes(wordless) ? wordless : [];
  return [
    ['dose', together.length === 0 ? null : howTaken(together).dose],
    ...dosages.flatMap((dosage) => dosageFacts(dosage, dosages, together)),
  ];
}
function dosageFacts(dosage: Dosage, all: readonly Dosage[], together: readonly Dosage[]): Facts {
  const isTold = together.includes(dosage);
  // A sentence on how to take it includes the times; composing them from numbers as well would repeat them.
  const frequency = wordsOf(dosage.text) === null ? timesOf(dosage) : wordsOrCode(dosage.timing?.code);
  // Of several dosages, each limit says to which it belongs: first 20 mg for 7 days, then 10 mg for 7 days.
  const ofDose = (words: string | null): string | null =>
    all.length > 1 && words !== null ? joined([doseOf(dosage) ?? wordsOf(dosage.text), words]) : words;
  const route = nameOf(dosage.route);
  const hasOwnAmount = new Set(all.map(doseOf)).size > 1;
  return [
    ['instructions', wordsOf(dosage.text)],
    ['instructions', wordsOf(dosage.patientInstruction)],
    ['instructions', namesOf(dosage.additionalInstruction)],
    ['dose', isTold ? null : doseOf(dosage)],
    ['route', isTold && differInRoute(together) ? null : differInRoute(all) ? ofDose(route) : route],
    ['frequency', isTold ? null : hasOwnAmount ? ofDose(frequency) : frequency],
    ...(isTold ? [] : limitsOf(dosage)).map((limit) => ['frequency', ofDose(limit)] as const),
    ['reason', nameOf(dosage.asNeededCodeableConcept)],
    ['bodySite', nameOf(dosage.site)],
    ['method', nameOf(dosage.method)],
  ];
}

/** The entries of a MedicationRequest, MedicationStatement or MedicationAdministration. Proposals, drafts and cancelled ones have none. */
export function medicationEntries(
  resource: JsonObject,
  one: v.InferOutput<typeof Medication>,
  context: Context,
): HealthEntryRow[] {
  const what = named(one, context);
  const status = wordsOf(one.status) ?? '';
  // US Core represents what patients say that they take as a plan that was reported.
  const isReported = one.reportedBoolean === true || Boolean(one.reportedReference);
  const isProposal = ['proposal', 'option'].includes(one.intent ?? '') || (one.intent === 'plan' && !isReported);
  if (what === null || isProposal || ['draft', 'cancelled'].includes(status)) return [];
  const isAdministered = resource['resourceType'] === 'MedicationAdministration';
  const dosages = dosagesOf(one);
  const performers = Array.isArray(one.performer) ? one.performer.map(({ actor }) => actor) : [one.performer];
  const isNotDone = ['not-taken', 'not-done'].includes(status) || one.doNotPerform === true;
  const bounds = boundsOf(dosages);
  const isNone = saysNone('medications', what.codes);
  const statusReasons = Array.isArray(one.statusReason) ? one.statusReason : one.statusReason ? [one.statusReason] : [];
  const reasons = [namesOf(one.reasonCode), displaysOf(one.reasonReference)];
  return [
    entryRow('medications', resource, {
      ...what,
      negation: isNone ? 'none' : isNotDone ? 'negated' : null,
      status: isNone
        ? null
        : isNotDone && isDeclined(statusReasons)
          ? 'declined'
          : isNotDone
            ? 'notDone'
            : statuses[status],
      start:
        one.effectivePeriod?.start ??
        one.effectiveDateTime ??
        bounds.start ??
        one.dispenseRequest?.validityPeriod?.start,
      end: one.effectivePeriod?.end ?? bounds.end,
      recorded: one.authoredOn ?? one.dateAsserted,
      facts: [
        ...dosagesFacts(dosages),
        ['reason', joined(isNotDone ? [namesOf(statusReasons), ...reasons] : reasons)],
        ['prescriber', providerAt(context, [one.requester]).providerName],
        ['performer', isAdministered ? providerAt(context, performers).providerName : null],
        ['comment', isNotDone ? null : namesOf(statusReasons)],
        ['comment', commentOf(one.note)],
      ],
    }),
  ];
}
