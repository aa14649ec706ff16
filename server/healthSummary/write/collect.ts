import { type HealthListKey, listedTreatment, recordDay, type RecordDate } from '@portal/api';
import { readCareTeam } from '../../care/readCareTeam.ts';
import { offeredBy } from '../../contacts/capabilities.ts';
import type { Db } from '../../db/pool.ts';
import type { Openings } from '../../testResults/opening.ts';
import { readPatientFacts } from './patientFacts.ts';
import { shownTreatment } from '../../treatmentSummary/treatmentSummary.ts';
import type { SummaryEntry, ResultGroup, SummaryContent, SummaryScope } from './content.ts';
import { stableId } from './datatypes.ts';
import { followUpEntries, heldNotes, planWords, visitEntries } from './fromPortal.ts';
import type { HeldEntry } from './fromRecord.ts';
import { stagesIn, treatmentParts } from './treatmentParts.ts';

/** On the clock of the facility. A month or a year is within if any of its days is; what has no date cannot be said to be outside. */
export function isWithin(
  { startDate, endDate }: Pick<SummaryScope, 'startDate' | 'endDate'>,
  timeZone: string,
  start: RecordDate | null,
  end: RecordDate | null = start,
): boolean {
  const [from, until] = [start ?? end, end ?? start].map((date) => (date === null ? null : recordDay(date, timeZone)));
  if (from === null || from === undefined || until === null || until === undefined) return true;
  return from <= endDate.slice(0, from.length) && until >= startDate.slice(0, until.length);
}

/** What happened at one time is told if that was within the range; what a person has, takes and cannot stand is told as it is now. */
const dated: ReadonlySet<HealthListKey> = new Set(['vitals', 'procedures', 'encounters']);

const dateOf = ({ entry }: SummaryEntry): RecordDate | null => entry.start ?? entry.end;
/** What is said to go on comes first, then what may, then what is past; within each the latest, and among what is planned the next. */
export function sorted(list: HealthListKey, entries: readonly SummaryEntry[]): readonly SummaryEntry[] {
  const isPlan = list === 'carePlans';
  const rankOf = ({ entry: { status, end } }: SummaryEntry) =>
    status === 'active' ? 0 : status === null && end === null ? 1 : 2;
  return entries.toSorted((one, other) => {
    const [at, otherAt] = [dateOf(one) ?? (isPlan ? '9' : ''), dateOf(other) ?? (isPlan ? '9' : '')];
    const later = at === otherAt ? 0 : at < otherAt ? 1 : -1;
    return isPlan ? -later : (dated.has(list) ? 0 : rankOf(one) - rankOf(other)) || later;
  });
}

const asKept = ({ id, entry, stage, isRadiation, resultStatus }: HeldEntry): SummaryEntry => ({
  id,
  entry,
  ...(stage === undefined ? {} : { stage }),
  ...(isRadiation === undefined ? {} : { isRadiation }),
  ...(resultStatus === undefined ? {} : { resultStatus }),
});

/** Past visits of the appointment book, but for days of which the record, which says what took place, tells as many or more. */
function unrecorded(booked: readonly SummaryEntry[], told: readonly SummaryEntry[], timeZone: string): SummaryEntry[] {
  const dayOf = (one: SummaryEntry): string => {
    const date = dateOf(one);
    return date === null ? '' : recordDay(date, timeZone);
  };
  const count = (visits: readonly SummaryEntry[], day: string) => visits.filter((one) => dayOf(one) === day).length;
  return booked.filter((one) => count(told, dayOf(one)) < count(booked, dayOf(one)));
}

const groupOfFinding = (one: SummaryEntry): ResultGroup => ({
  id: stableId(one.id, 'group'),
  isReport: false,
  name: one.entry.name ?? '',
  codes: one.entry.codes,
  date: one.entry.start,
  status: one.resultStatus ?? null,
  labName: null,
  conclusion: null,
  entries: [one],
});

export interface CollectedScope extends SummaryScope {
  /** What the reader has chosen to wait with. */
  readonly openings: Openings;
}

/** Reads all that the server holds of a patient for a summary. Results that the facility holds back, or that the reader waits with, are not in it. */
export async function collectSummary(db: Db, { openings, ...scope }: CollectedScope): Promise<SummaryContent> {
  const { patientId, language, now } = scope;
  const facts = await readPatientFacts(db, patientId, openings, language);
  const { facility, registration, treatment } = facts;
  const { root, timeZone } = facility;
  const plan = facts.plans.find(({ isCurrent }) => isCurrent);
  const visits = visitEntries(facts.visits, now, facility);
  const shown = shownTreatment(treatment.groups, listedTreatment(await offeredBy(db, facts.facilityId)));
  const reading = { root, language, timeZone, shown };
  const stages = stagesIn(treatment, reading);
  const told = facts.entries.map((one): HeldEntry => {
    const stage = one.list === 'problems' ? stages.get(one.resource) : undefined;
    return stage === undefined ? one : { ...one, stage };
  });

  const isPlanned = ({ list, entry }: { list: HealthListKey; entry: SummaryEntry['entry'] }) =>
    entry.status === 'planned' && (list === 'procedures' || list === 'encounters');
  const entriesOf = (list: HealthListKey): readonly SummaryEntry[] => {
    const own = told.filter((one) => (isPlanned(one) ? 'carePlans' : one.list) === list).map(asKept);
    const more =
      list === 'encounters'
        ? unrecorded(visits.past, own, timeZone)
        : list === 'carePlans'
          ? [...visits.planned, ...(plan === undefined ? [] : followUpEntries(plan, root))]
          : [];
    const all = [...own, ...more];
    return sorted(
      list,
      dated.has(list) ? all.filter(({ entry }) => isWithin(scope, timeZone, entry.start, entry.end)) : all,
    );
  };
  // What no laboratory reported stands among the results, each as a group of its own.
  const findings = entriesOf('results').map((one) => groupOfFinding(one));
  const reports = facts.groups.map((group) => ({ ...group, entries: group.entries.map(asKept) }));
  return {
    scope,
    patient: { ...registration, ...facts.name },
    facility,
    careTeam: await readCareTeam(db, patientId),
    entries: {
      problems: entriesOf('problems'),
      medications: entriesOf('medications'),
      allergies: entriesOf('allergies'),
      immunizations: entriesOf('immunizations'),
      vitals: entriesOf('vitals'),
      procedures: entriesOf('procedures'),
      encounters: entriesOf('encounters'),
      socialHistory: entriesOf('socialHistory'),
      goals: entriesOf('goals'),
      carePlans: entriesOf('carePlans'),
    },
    results: [...reports, ...findings].filter(({ date }) => isWithin(scope, timeZone, date)),
    notes: (await heldNotes(db, patientId, root)).filter(({ date }) => isWithin(scope, timeZone, date)),
    treatment: treatmentParts(treatment, reading),
    instructions: planWords(plan),
  };
}
