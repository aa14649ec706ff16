import { LabResultId, type LabResultOpening, type PatientId, type UserId, resultOpening } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type IndexedResult, isReviewed, receivedOn } from './labIndex.ts';

/** Words in the name or place of a visit at which only a sample is taken, in the languages in which facilities book. */
const sampling = String.raw`\m(?:labs?|laborat[oó]ri\w*|laboratoire|blood (?:draw|test|work)|phlebotom\w*|venipuncture|specimen|(?:extracci[oó]n|an[aá]lisis|toma|muestra) de sangre|prise de sang|pr[eé]l[eè]vement|(?:coleta|exame) de sangue)\M|抽血|采血|化验|检验科`;
/** Status of bookings that did not take place or that nobody has confirmed. */
const notKept = `('missed', 'no show', 'noshow', 'cancelled', 'canceled', 'pending', 'requested')`;
/**
 * SQL: whether a visit is with somebody who can explain a result. Schedules book laboratories and scanners under a single name, and people
 * under two names or one with a title. In doubt the result goes on waiting: its reader can open it at any time, while a result that was
 * read cannot be unread.
 */
const explains = `(btrim(coalesce(a.provider_first_name, '')) <> '' and btrim(coalesce(a.provider_last_name, '')) <> ''
     or concat_ws(' ', a.provider_first_name, a.provider_last_name) ~* '\\m(dra?|prof\\w*|md|do|np|pa|rn|nurse|医生|医师|大夫)\\M')
   and not concat_ws(' ', a.type, a.subtype, a.provider_first_name, a.provider_last_name, a.short_location) ~* '${sampling}'`;

/**
 * SQL: the first visit of `$patientId` after an instant that is booked, not cancelled, and with somebody who can explain a result. A day
 * without a time ends with the day.
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

/** A booked visit: `date` is a day or an instant. */
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

/** The next booked visit with somebody who can explain a result. */
export const nextVisit = (db: Db, patientId: PatientId): Promise<Visit | null> => db.maybe(next, { patientId });

/** Whether a result is open to its reader, and for which visit it waits. */
export interface Opening {
  readonly opening: LabResultOpening;
  readonly waitsUntil: Visit | null;
}
const open: Opening = { opening: 'open', waitsUntil: null };

export interface Openings {
  /** The reader wants to be asked before a new result is shown. */
  readonly asksFirst: boolean;
  /** The results that the reader has put off until a visit, including those whose visit is over. */
  readonly waiting: readonly LabResultId[];
  readonly openingOf: (result: IndexedResult) => Opening;
}

/** For a reader who has chosen nothing: all is open except what the facility holds back. */
export const noOpenings: Openings = { asksFirst: false, waiting: [], openingOf: () => open };

/** A reader's choices as a rule for each result, applied here and not by the page: nothing of a closed result leaves the server. */
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
    // A part that came in after the result was opened was not chosen to be seen.
    return choice !== undefined && choice.chosenAt >= receivedOn(result) ? open : { opening: 'ask', waitsUntil: null };
  };
  const waiting = [...chosen.values()].filter(({ choice }) => choice === 'wait').map(({ labResultId }) => labResultId);
  return { asksFirst, waiting, openingOf };
}
