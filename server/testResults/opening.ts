import { LabResultId, type LabResultOpening, type PatientId, type UserId, resultOpening } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type IndexedResult, isReviewed, receivedOn } from './labIndex.ts';

/** What a visit is called, and where it is, if somebody only takes a sample; in the languages in which facilities book. */
const sampling = String.raw`\m(?:labs?|laborat[oó]ri\w*|laboratoire|blood (?:draw|test|work)|phlebotom\w*|venipuncture|specimen|(?:extracci[oó]n|an[aá]lisis|toma|muestra) de sangre|prise de sang|pr[eé]l[eè]vement|(?:coleta|exame) de sangue)\M|抽血|采血|化验|检验科`;
/** Bookings that did not take place, or that nobody has agreed to. */
const notKept = `('missed', 'no show', 'noshow', 'cancelled', 'canceled', 'pending', 'requested')`;
/**
 * A visit with somebody who can explain a result. Schedules book laboratories and scanners by one name alone and people by two, or by one with a title. Where
 * it is unclear the result goes on waiting: its reader can open it at any time, and what was read is never unread.
 */
const explains = `(btrim(coalesce(a.provider_first_name, '')) <> '' and btrim(coalesce(a.provider_last_name, '')) <> ''
     or concat_ws(' ', a.provider_first_name, a.provider_last_name) ~* '\\m(dra?|prof\\w*|md|do|np|pa|rn|nurse|医生|医师|大夫)\\M')
   and not concat_ws(' ', a.type, a.subtype, a.provider_first_name, a.provider_last_name, a.short_location) ~* '${sampling}'`;

/**
 * The first visit of `$patientId` after an instant that is booked, not cancelled, and with somebody who can explain a result; a day without a time is over with
 * the day.
 */
const visitAfter = <const After extends string>(after: After, only: 'true' | "c.choice = 'wait'" = 'true') =>
  `(select coalesce(to_char(a.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), a.listed_day::text) as date,
     concat_ws(' ', a.provider_first_name, a.provider_last_name) as provider,
     coalesce(a.starts_at, (a.listed_day + 1)::timestamp at time zone f.time_zone) as moment
   from appointments a join facilities f on f.id = a.facility_id
   where a.patient_id = $patientId and a.kind = 'ExternalAppointment' and not a.is_cancelled and lower(a.status) not in ${notKept}
     and ${explains} and ${only}
     and coalesce(a.starts_at, (a.listed_day + 1)::timestamp at time zone f.time_zone) > ${after}
   order by moment limit 1)` as const;

/** A booked visit: a day, or a moment of one. */
export interface Visit {
  readonly date: string;
  readonly provider: string;
}

const next = statement(
  'labResults.nextVisit',
  `select visit.date, visit.provider from ${visitAfter('now()')} visit`,
  v.object({ date: v.string(), provider: v.string() }),
);
const preference = statement(
  'labResults.preference',
  'select value from user_preferences where user_id = $userId and name = $name',
  v.object({ value: v.string() }),
);
const choices = statement(
  'labResults.choices',
  `select c.lab_result_id as "labResultId", c.choice, c.chosen_at as "chosenAt", visit.date, visit.provider, coalesce(visit.moment <= now(), false) as "isOver"
   from lab_result_choices c join lab_results l on l.id = c.lab_result_id left join lateral ${visitAfter('c.chosen_at', "c.choice = 'wait'")} visit on true
   where c.user_id = $userId and l.patient_id = $patientId`,
  v.object({
    labResultId: LabResultId,
    choice: v.picklist(['open', 'wait']),
    chosenAt: v.string(),
    date: v.nullable(v.string()),
    provider: v.nullable(v.string()),
    isOver: v.boolean(),
  }),
);
export const keepChoice = statement(
  'labResults.keepChoice',
  `insert into lab_result_choices (user_id, lab_result_id, choice) values ($userId, $labResultId, $choice)
   on conflict (user_id, lab_result_id) do update set choice = excluded.choice, chosen_at = now()`,
);

/** The next visit that is booked with somebody who can explain a result. */
export const nextVisit = (db: Db, patientId: PatientId): Promise<Visit | null> => db.maybe(next, { patientId });

/** Whether a result is open to whoever reads, and until when it waits. */
export interface Opening {
  readonly opening: LabResultOpening;
  readonly waitsUntil: Visit | null;
}
const open: Opening = { opening: 'open', waitsUntil: null };

/** What a reader has chosen. */
export interface Openings {
  /** Asked before a new result is shown. */
  readonly asksFirst: boolean;
  /** The results that the reader waits with, or has waited with. */
  readonly waiting: readonly LabResultId[];
  readonly openingOf: (result: IndexedResult) => Opening;
}

/** Nothing was chosen: all is open but what the facility holds back. */
export const noOpenings: Openings = { asksFirst: false, waiting: [], openingOf: () => open };

/**
 * What the reader of a record has chosen about its results, as a rule for each. Held here and not by the page: what is closed leaves the
 * server neither as a value nor as a flag.
 */
export async function readOpenings(db: Db, userId: UserId, patientId: PatientId): Promise<Openings> {
  const asksFirst = (await db.maybe(preference, { userId, name: resultOpening.name }))?.value === 'askFirst';
  const chosen = new Map<number, v.InferOutput<typeof choices.row>>(
    (await db.many(choices, { userId, patientId })).map((one) => [one.labResultId, one]),
  );
  const openingOf = (result: IndexedResult): Opening => {
    const choice = chosen.get(result.labResultId);
    if (choice?.choice === 'wait' && !choice.isOver)
      return {
        opening: 'waiting',
        waitsUntil: choice.date === null ? null : { date: choice.date, provider: choice.provider ?? '' },
      };
    if (choice?.choice === 'wait' || !asksFirst || isReviewed(result)) return open;
    // What came in after it was opened was never chosen to be seen.
    return choice !== undefined && choice.chosenAt >= receivedOn(result) ? open : { opening: 'ask', waitsUntil: null };
  };
  const waiting = [...chosen.values()].filter(({ choice }) => choice === 'wait').map(({ labResultId }) => labResultId);
  return { asksFirst, waiting, openingOf };
}
