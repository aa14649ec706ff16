import { CalendarDate, FacilityId, FormPatient, Instant, KioskVisitor, PatientId } from '@portal/api';
import * as v from 'valibot';
import type { Handlers } from '../http/handler.ts';
import { hashOf } from '../http/secrets.ts';
import { auditActor } from '../http/auditActor.ts';
import { instantOf } from '../db/instantOf.ts';
import { type Db, statement } from '../db/pool.ts';
import { aboutPatient } from '../questionnaires/asked.ts';
import { canStart, isDue, isMissed } from '../questionnaires/assigned.ts';
import { progressOfMany } from '../questionnaires/progress.ts';
import { revisionOf } from '../questionnaires/revisions.ts';
import { StoredAnswers } from '../questionnaires/template.ts';
import { isOpenOnTablet } from '../tablets/ownTablets.ts';
import { isVisitToCheckIn } from './arrivals.ts';
import { joinPatient } from './dueHandlers.ts';

const readFacilities = statement(
  'kioskVisitors.facilities',
  `select f.id as "facilityId", f.short_name as "shortName" from sessions m join kiosk_manager_facilities k on k.user_id = m.user_id join facilities f on f.id = k.facility_id
   where m.id = $sessionId and f.kiosk_enabled and ${isOpenOnTablet} order by f.short_name`,
  v.object({ facilityId: FacilityId, shortName: v.string() }),
);

const isListed = `(a.status = 'Completed' or (a.status in ('Assigned', 'Started') and not ${isMissed} is true))`;

/** SQL: since when user `o` is on another tablet. Only a valid token counts: a tablet left lying frees the patient within minutes. */
export const sinceOnOtherTablet = `select max(s.created_at) as since from sessions s
      where s.user_id = o.user_id and s.role = 'kioskPatient' and s.ended_at is null and s.expires_at > now() and s.tablet_hash is distinct from $tabletHash::bytea
        and exists (select from access_tokens k where k.session_id = s.id and k.expires_at > now())` as const;

/** Numeric ways to write a birth date (`to_char`): every order, with and without leading zeros, two or four digits of the year. */
const birthDateForms =
  'YYYY-MM-DD DD.MM.YYYY YYYY/MM/DD YY/MM/DD MM/DD/YYYY MM/DD/YY FMMM/FMDD/YYYY FMMM/FMDD/YY DD/MM/YYYY DD/MM/YY FMDD/FMMM/YYYY FMDD/FMMM/YY';

/** One word of a search. The separators of a date become those in `birthDateForms`. */
const searchedWord = (word: string): string =>
  /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/.test(word) ? word.replaceAll(/[-.]/g, '/') : word;

/** SQL: patient `p` has every word in name, number or birth date. The words are folded once, and not again for each patient. */
const matches = `(p.date_of_birth = $birthDate::date or not exists (
      select from unnest((select array_agg(search_fold(each)) from unnest($words::text[]) each)) word
      where position(word in p.search_text || ' ' || to_char(p.date_of_birth, '${birthDateForms}')) = 0))` as const;

/**
 * Everybody on a day who matches the words, with their state: for a questionnaire of that day, or a visit today that is asked about. It reads
 * the day of these facilities once, for the counts and for the list, and drafts and tablets only of those who match.
 */
const readVisitors = statement(
  'kioskVisitors.read',
  `with asked as (
    select a.patient_id,
      count(*) filter (where a.status <> 'Completed') as open_count,
      count(*) filter (where a.status = 'Completed') as sent_count,
      bool_or(a.status <> 'Completed' and coalesce(jsonb_array_length(d.answers), 0) > 0) as is_begun,
      bool_or(a.status <> 'Completed' and ${canStart} and ${isDue}) as can_start,
      greatest(max(a.closed_at), max(d.saved_at)) as last_saved_at
    from assigned_questionnaires a
      join questionnaire_templates t on t.id = a.template_id
      ${joinPatient('a.patient_id')}
      join facilities f on f.id = p.home_facility_id
      left join questionnaire_drafts d on d.assigned_questionnaire_id = a.id
    where a.home_facility_id = any($facilityIds::bigint[]) and a.due_date = $dueDate and ${isListed} and ${matches}
    group by a.patient_id
  ), expected as (
    select a.patient_id, count(*) filter (where a.arrived_at is null) as awaited_count, min(a.arrived_at) as arrived_at,
      coalesce(bool_and(a.arrived_by is not null) filter (where a.arrived_at is not null), false) as is_by_phone
    from appointments a ${joinPatient('a.patient_id')} join facilities f on f.id = p.home_facility_id
    where a.day = $dueDate and f.id = any($facilityIds::bigint[]) and ${isVisitToCheckIn} and ${matches}
    group by a.patient_id
  ), of_day as (
    select p.id, p.user_id, p.first_name, p.last_name, p.date_of_birth, p.mrn, p.search_text, f.short_name, f.time_zone,
      coalesce(q.open_count, 0) as open_count, coalesce(q.sent_count, 0) as sent_count, coalesce(q.is_begun, false) as is_begun,
      coalesce(q.can_start, false) or coalesce(e.awaited_count, 0) > 0 as can_start,
      q.last_saved_at, coalesce(e.awaited_count, 0) as awaited_count, e.arrived_at, coalesce(e.is_by_phone, false) as is_by_phone
    from asked q full join expected e on e.patient_id = q.patient_id
      ${joinPatient('coalesce(q.patient_id, e.patient_id)')}
      join facilities f on f.id = p.home_facility_id
    where p.deceased_since is null
  ), visitors as (
    select o.*, tablet.since as on_other_tablet_since,
      count(*) over (partition by search_fold(o.last_name), search_fold(o.first_name)) > 1 as has_namesake,
      case when open_count = 0 and awaited_count = 0 then 'finished' when is_begun or sent_count > 0 or arrived_at is not null or tablet.since is not null then 'inProgress' else 'waiting' end as state
    from of_day o left join lateral (${sinceOnOtherTablet}) tablet on true
  )
  select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'inProgress')::int as "inProgress",
    count(*) filter (where state = 'finished')::int as finished, (
      select coalesce(json_agg(one), '[]') from (
        select id as "patientId", first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth", has_namesake as "hasNamesake", mrn, short_name as "facilityShortName", time_zone as "timeZoneId",
          state, can_start as "canStartByPatient", ${instantOf('last_saved_at')} as "lastSavedAt", ${instantOf('on_other_tablet_since')} as "onOtherTabletSince",
          ${instantOf('arrived_at')} as "arrivedAt", is_by_phone as "arrivedByPhone"
        from visitors where $state::text is null or state = $state
        order by array_position(array['waiting', 'inProgress', 'finished'], state), search_text, id limit $most) one) as visitors
  from visitors`,
  v.object({
    waiting: v.number(),
    inProgress: v.number(),
    finished: v.number(),
    visitors: v.array(v.omit(KioskVisitor, ['awaitedVisits', 'questionnaires'])),
  }),
);
const readQuestionnaires = statement(
  'kioskVisitors.questionnaires',
  `select a.patient_id as "patientId", t.title, a.status = 'Completed' as "isSent", r.key as "revisionKey", a.answered_profile as "answeredProfile", d.answers as "draftAnswers",
     coalesce(a.answered_on, (a.closed_at at time zone f.time_zone)::date, today_in(f.time_zone)) as today
   from assigned_questionnaires a
     join questionnaire_templates t on t.id = a.template_id
     join questionnaire_revisions r on r.template_id = t.id and r.revision = coalesce(a.answered_revision, t.current_revision)
     join patients p on p.id = a.patient_id
     join facilities f on f.id = p.home_facility_id
     left join questionnaire_drafts d on d.assigned_questionnaire_id = a.id
   where a.due_date = $dueDate and a.patient_id = any($patientIds::bigint[]) and ${isListed}
   order by t.title, a.id`,
  v.object({
    patientId: PatientId,
    title: v.string(),
    isSent: v.boolean(),
    revisionKey: v.string(),
    answeredProfile: v.nullable(FormPatient),
    draftAnswers: v.nullable(StoredAnswers),
    today: CalendarDate,
  }),
);

const readAwaited = statement(
  'kioskVisitors.awaited',
  `select a.patient_id as "patientId", a.starts_at as "startsAt"
   from appointments a ${joinPatient('a.patient_id')} join facilities f on f.id = p.home_facility_id
   where a.day = $dueDate and a.patient_id = any($patientIds::bigint[]) and a.arrived_at is null and ${isVisitToCheckIn} order by a.starts_at nulls first, a.id`,
  v.object({ patientId: PatientId, startsAt: v.nullable(Instant) }),
);

type Questionnaires = KioskVisitor['questionnaires'];

async function questionnairesOf(
  db: Db,
  dueDate: CalendarDate,
  patientIds: readonly PatientId[],
): Promise<Map<PatientId, Questionnaires>> {
  const byPatient = new Map<PatientId, Questionnaires>();
  const progressIn = progressOfMany(30);
  for (const row of await db.many(readQuestionnaires, { dueDate, patientIds })) {
    const form = await aboutPatient(db, await revisionOf(db, row.revisionKey), row);
    const progress = await progressIn({ ...form, today: row.today }, row.draftAnswers ?? []);
    const one = {
      title: row.title,
      isSent: row.isSent,
      questionCount: progress?.total ?? 0,
      answeredCount: progress?.answered ?? 0,
    };
    byPatient.set(row.patientId, [...(byPatient.get(row.patientId) ?? []), one]);
  }
  return byPatient;
}

export const kioskVisitorHandlers = {
  async searchKioskVisitors({ db, actor, body, cookies, refuse }) {
    const facilities = await db.many(readFacilities, { sessionId: actor.sessionId });
    if (facilities.length === 0) throw refuse('feature_inactive');
    const tablet = cookies.get('tablet');
    const asked = {
      dueDate: body.dueDate,
      facilityIds: facilities
        .map(({ facilityId }) => facilityId)
        .filter((id) => body.facilityId === null || id === body.facilityId),
      words: body.words
        .split(/[\s,]+/)
        .filter((word) => word !== '')
        .map(searchedWord),
      birthDate: body.birthDate,
      tabletHash: tablet === null ? null : hashOf(tablet),
    };
    const { visitors: rows, ...counts } = await db.one(readVisitors, { ...asked, state: body.state, most: body.limit });
    const patientIds = rows.map(({ patientId }) => patientId);
    const questionnaires = await questionnairesOf(db, body.dueDate, patientIds);
    const awaited = await db.many(readAwaited, { dueDate: body.dueDate, patientIds });
    await auditActor(db, actor, 'read.searchKioskVisitors', { patientId: null, detail: { found: rows.length } });
    return {
      counts,
      visitors: rows.map((row) => ({
        ...row,
        questionnaires: questionnaires.get(row.patientId) ?? [],
        awaitedVisits: awaited
          .filter(({ patientId }) => patientId === row.patientId)
          .map(({ startsAt }) => ({ startsAt })),
      })),
      facilities,
    };
  },
} satisfies Partial<Handlers>;
