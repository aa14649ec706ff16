import { CalendarDate, type PatientId, type RecordDate, readRecordDate, recordDay } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { daysOf as daysOfSql } from './documents.ts';
import { outsideDocuments } from '../record/documents/outsideDocuments.ts';
import { isHeldBack } from '../record/held.ts';

/** Of what other systems sent as documents the facility makes no summary: it is theirs, and what they tell is left out. */
const ofFacility = 'r.patient_id = $patientId and not r.is_hidden';
/** Visits that took place, as far as their time and status say. */
const pastVisits = `from appointments a join facilities f on f.id = a.facility_id
   where a.patient_id = $patientId and a.day is not null and not a.is_cancelled and lower(a.status) not in ('missed', 'no show', 'noshow', 'cancelled', 'canceled', 'pending')
     and coalesce(a.starts_at <= now(), a.day < today_in(f.time_zone))
     and not exists (select from appointments booked where booked.follow_up_id = a.id and not booked.is_cancelled)
     and (a.plan_id is null or exists (select from follow_up_plans plan where plan.id = a.plan_id and plan.archived_at is null))`;

/** Of a day in the range. */
const within = <const At extends string, const Precision extends string, const Written extends string>(
  ...date: readonly [At, Precision, Written]
) => {
  const { firstDay, lastDay } = daysOfSql(...date);
  return `${firstDay} <= $endDate::date and ${lastDay} >= $startDate::date` as const;
};
const entryDate = "coalesce(e.entry ->> 'start', e.entry ->> 'recorded', e.entry ->> 'end')";
const entryWithin = within(
  'e.entry_at',
  `case length(${entryDate}) when 4 then 'year' when 7 then 'month' when 10 then 'day' else 'time' end`,
  entryDate,
);
const resourceWithin = within(
  'coalesce(o.effective_at, p.effective_at, n.service_at)',
  'coalesce(o.effective_precision, p.effective_precision, n.service_precision)',
  'coalesce(o.effective, p.effective, n.service_date)',
);

/** What stands whatever the range, as allergies and diagnoses do, or is of a day in it. What is held back counts as if it were not there. */
const holds = statement(
  'healthSummary.holds',
  `select exists (select from treatment_summary_items i join record_resources r on r.id = i.resource_id where ${ofFacility})
     or exists (select from health_entries e join record_resources r on r.id = e.resource_id where e.patient_id = $patientId and ${ofFacility} and ${outsideDocuments}
       and (e.list_key in ('problems', 'medications', 'allergies', 'immunizations', 'socialHistory', 'goals', 'carePlans')
         or ${entryWithin}))
     or exists (select from record_resources r left join observations o on o.resource_id = r.id left join lab_reports p on p.resource_id = r.id left join clinical_notes n on n.resource_id = r.id
       where ${ofFacility} and ${resourceWithin} and not ${isHeldBack})
     or exists (select ${pastVisits} and a.day between $startDate::date and $endDate::date) as holds`,
  v.object({ holds: v.boolean() }),
);

const appointments = statement(
  'healthSummary.appointments',
  `select coalesce(to_char(a.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), a.day::text) as date, a.day, nullif(a.type, '') as "visitType",
     nullif(concat_ws(' ', a.provider_first_name, a.provider_last_name), '') as provider ${pastVisits}
   order by a.plan_id is not null, a.id`,
  v.object({
    date: v.string(),
    day: CalendarDate,
    visitType: v.nullable(v.string()),
    provider: v.nullable(v.string()),
  }),
);
const encounters = statement(
  'healthSummary.encounters',
  `select e.entry ->> 'start' as date, e.entry ->> 'name' as "visitType",
     (select fact ->> 'value' from jsonb_array_elements(e.entry -> 'facts') fact where fact ->> 'name' = 'performer' limit 1) as provider
   from health_entries e join record_resources r on r.id = e.resource_id
   where e.patient_id = $patientId and e.list_key = 'encounters' and e.kind = 'entry' and ${ofFacility} and ${outsideDocuments} and e.entry_at <= now()
     and e.entry ->> 'negation' is null and coalesce(e.entry ->> 'status', '') not in ('planned', 'notDone', 'declined', 'refuted')`,
  v.object({ date: v.string(), visitType: v.nullable(v.string()), provider: v.nullable(v.string()) }),
);

export interface OwnRange {
  readonly patientId: PatientId;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  readonly timeZone: string;
}

export const holdsAnything = async (db: Db, range: OwnRange): Promise<boolean> =>
  (await db.one(holds, { ...range, now: new Date() })).holds;

/** A visit at the facility, and the days to ask a summary for. */
export interface OwnVisit {
  readonly date: RecordDate;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  readonly visitType: string | null;
  readonly provider: string | null;
}

/** The days that a date of the record can mean. */
function daysOf(date: RecordDate, timeZone: string): Pick<OwnVisit, 'startDate' | 'endDate'> {
  const day = recordDay(date, timeZone);
  const [year = '', month] = day.split('-');
  const dates =
    day.length === 4
      ? [`${day}-01-01`, `${day}-12-31`]
      : day.length === 7
        ? [`${day}-01`, new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)]
        : [day, day];
  const [startDate, endDate] = v.parse(v.tuple([CalendarDate, CalendarDate]), dates);
  return { startDate, endDate };
}

/** Past visits at the facility, of its own calendar and of its record. The same moment and person, or the same day, person and kind, are one visit. */
export async function ownVisits(db: Db, patientId: PatientId, timeZone: string): Promise<OwnVisit[]> {
  const calendar = (await db.many(appointments, { patientId })).map(({ day, ...visit }) => ({
    ...visit,
    date: readRecordDate(visit.date) ?? day,
    startDate: day,
    endDate: day,
  }));
  const record = (await db.many(encounters, { patientId })).flatMap((visit) => {
    const date = readRecordDate(visit.date);
    return date === null ? [] : [{ ...visit, date, ...daysOf(date, timeZone) }];
  });
  const known = new Set<string>();
  return [...calendar, ...record].filter(({ date, startDate, endDate, visitType, provider }) => {
    const isMoment = date.length > 10 && provider !== null;
    const keys = [[startDate, endDate, visitType, provider], ...(isMoment ? [[date, provider]] : [])].map((parts) =>
      JSON.stringify(parts),
    );
    const isKnown = keys.some((key) => known.has(key));
    for (const key of keys) known.add(key);
    return !isKnown;
  });
}
