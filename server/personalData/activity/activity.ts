import {
  type Act,
  type ActivityGroup,
  type ActivityLine,
  AuditRowId,
  type CalendarDate,
  Instant,
  type PatientId,
  Section,
  type UserId,
  type activityPeople,
  readAs,
} from '@portal/api';
import * as v from 'valibot';
import { deviceIn } from '../../http/deviceOf.ts';
import { type Db, statement } from '../../db/pool.ts';
import { type ActivityRow, type Line, linesOf, mostGapMs } from './activityLines.ts';
import { partOfCall, typesOf } from './acts.ts';
import { type Opened, type OpenedKey, openedIn, readOpened } from './opened.ts';

const chunk = 400;
const mostRows = 6000;
/** Later than any row has an id. */
const noId = Number.MAX_SAFE_INTEGER;

const Row = v.object({
  id: AuditRowId,
  instant: Instant,
  /** The same to the microsecond. */
  at: v.string(),
  type: v.string(),
  userId: v.nullable(v.number()),
  role: v.nullable(v.string()),
  name: v.nullable(v.string()),
  sessionId: v.nullable(v.number()),
  event: v.nullable(v.string()),
  isAhead: v.boolean(),
  /** Of what was refused. */
  call: v.nullable(v.string()),
  device: v.nullable(v.string()),
  browser: v.nullable(v.string()),
  title: v.nullable(v.string()),
  detail: v.record(v.string(), v.unknown()),
});
type FoundRow = v.InferOutput<typeof Row>;
type Row = FoundRow & ActivityRow;

const stampOf = <const Column extends string>(column: Column) =>
  `to_char((${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` as const;
/** Rows of `page`, a part of the log that an index gave, with what they mean. */
const withFacts =
  `select page.id, page.happened_at as instant, ${stampOf('page.happened_at')} as at, page.type, page.actor_user_id as "userId", page.actor_role as role,
     page.actor_name as name, page.session_id as "sessionId", page.detail ->> 'event' as event, coalesce(page.detail ->> 'ahead' = 'true', false) as "isAhead", page.detail ->> 'call' as call, started.detail ->> 'device' as device, started.detail ->> 'browser' as browser,
     coalesce(case when page.type = 'questionnaire.signed' then concat_ws(' · ', t.title, 'SHA-256 ' || (page.detail ->> 'hash')) end, t.title, case when m.id is not null then concat_ws(' ', c.title_value, m.provider_first_name, m.provider_last_name) end,
       case when page.type in ('healthSummary.sent', 'healthSummary.sendFailed', 'healthSummary.shared', 'healthSummary.linkOpened', 'healthSummary.linkFetched', 'healthSummary.brought') then page.detail ->> 'to' end,
       case when page.type in ('invitation.created', 'representative.end_changed') then page.detail ->> 'reason' end,
       case when page.type in ('patient.merged', 'patient.unmerged') then (select j.from_mrn from patient_merges j where j.id = (page.detail ->> 'mergeId')::bigint) end) as title,
     page.detail
   from page
   left join lateral (select s.detail from audit_events s where s.session_id = page.session_id and s.type = 'session.started' limit 1) started on true
   left join assigned_questionnaires q on page.type in ('questionnaire.submitted', 'questionnaire.signed', 'questionnaire.declined', 'questionnaire.assigned', 'questionnaire.moved') and q.patient_id in (page.patient_id, $patientId::bigint)
     and q.id::text = page.detail ->> 'assignedQuestionnaireId'
   left join questionnaire_templates t on t.id = coalesce(q.template_id,
     case when page.type in ('questionnaire.assigned', 'questionnaire.withdrawn', 'questionnaire.series_begun', 'questionnaire.series_ended') then (page.detail ->> 'templateId')::bigint end)
   left join secure_threads m on m.patient_id in (page.patient_id, $patientId::bigint) and m.id = case when page.type in ('message.sent', 'request.sent') then (page.detail ->> 'threadId')::bigint end
   left join care_providers c on c.id = m.care_provider_id
   order by page.happened_at desc, page.id desc` as const;
/** The records that are one with the patient's by now: each keeps its chain, and so its rows, under the id that it had. */
const whose = `with recursive whose (id) as (
     select $patientId::bigint union select m.from_patient_id from patient_merges m join whose on m.into_patient_id = whose.id where m.undone_at is null)` as const;
/** `$to` and `$beforeId` continue from a place; both ends of the range are included. A refused background request is left out: it is nobody's act. */
const between = `e.happened_at >= $from::timestamptz and e.happened_at <= $to::timestamptz and (e.happened_at < $to::timestamptz or e.id < $beforeId::bigint)
     and ($types::text[] is null or e.type = any($types))
     and not (e.type = 'access.refused' and coalesce(e.detail ->> 'background' = 'true', false))
     and ($who::text is null or case $who
       when 'you' then e.actor_user_id = $userId
       when 'representative' then e.actor_user_id <> $userId and e.actor_role in ('patient', 'representative')
       else e.actor_user_id is distinct from $userId and coalesce(e.actor_role, 'admin') in ('admin', 'kioskManager') end)`;
const ofPatient = statement(
  'activity.ofPatient',
  `${whose}, page as (
     select e.* from whose cross join lateral (
       select e.* from audit_events e where e.patient_id = whose.id and ${between} order by e.happened_at desc, e.id desc limit $chunk) e
     order by e.happened_at desc, e.id desc limit $chunk)
   ${withFacts}`,
  Row,
);
const ofActor = statement(
  'activity.ofActor',
  `${whose}, page as (select e.* from audit_events e where e.actor_user_id = $userId and ($patientId::bigint is null or e.patient_id is null or e.patient_id in (select id from whose))
     and ${between} order by e.happened_at desc, e.id desc limit $chunk)
   ${withFacts}`,
  Row,
);
const bounds = statement(
  'activity.bounds',
  `select ${stampOf('($startDate::date::timestamp at time zone f.time_zone)')} as "from",
     ${stampOf("(($endDate::date + 1)::timestamp at time zone f.time_zone) - interval '1 microsecond'")} as "to", f.time_zone as "timeZone"
   from facilities f where f.id = coalesce((select p.home_facility_id from patients p where p.id = $patientId), $facilityId)`,
  v.object({ from: v.string(), to: v.string(), timeZone: v.string() }),
);
const position = statement(
  'activity.position',
  `${whose} select ${stampOf('e.happened_at')} as at from audit_events e where e.id = $id and (e.patient_id in (select id from whose) or e.actor_user_id = $userId)`,
  v.object({ at: v.string() }),
);

export interface ActivityScope {
  readonly userId: UserId;
  /** Null: all that a user did who has no record of their own. */
  readonly patientId: PatientId | null;
  /** Everything about the patient, or what the user did there. */
  readonly isOwnRecord: boolean;
  readonly facilityId: number;
}

export interface ActivityFilter {
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  readonly who: (typeof activityPeople)[number] | null;
  readonly what: ActivityGroup | null;
}

const addMs = (stamp: string, ms: number): string => new Date(Date.parse(stamp) + ms).toISOString();

/** The time zone in which days of the log count, and the instants between which they lie. */
export const activityBounds = (db: Db, scope: ActivityScope, { startDate, endDate }: ActivityFilter) =>
  db.one(bounds, { startDate, endDate, patientId: scope.patientId, facilityId: scope.facilityId });

async function* rowsOf(
  db: Db,
  scope: ActivityScope,
  filter: ActivityFilter,
  range: { readonly from: string; readonly to: string },
): AsyncGenerator<Row> {
  const types = filter.what === null ? null : typesOf(filter.what);
  const { userId, patientId } = scope;
  let [to, beforeId] = [range.to, noId];
  for (;;) {
    const rows = await db.many(scope.isOwnRecord ? ofPatient : ofActor, {
      userId,
      patientId,
      from: range.from,
      to,
      beforeId,
      types,
      who: filter.who,
      chunk,
    });
    for (const row of rows) yield { ...row, opened: openedIn(row.detail) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < chunk) return;
    [to, beforeId] = [last.at, last.id];
  }
}

const staffRoles: ReadonlySet<string> = new Set(['admin', 'kioskManager']);

/** What somebody does who has no session; all else without a person is the facility's own doing. */
const withoutSession: ReadonlySet<Act> = new Set([
  'signInFailed',
  'signUpFailed',
  'passwordResetAsked',
  'usernameAsked',
  'refused',
  'summaryOpened',
]);

function whoIn({ row, act }: Line<Row>, userId: UserId): ActivityLine['who'] {
  if (row.role !== null && staffRoles.has(row.role)) return 'staff';
  if (row.userId === null) return withoutSession.has(act) ? 'nobody' : 'staff';
  return row.userId === userId ? 'you' : 'representative';
}

const sectionIn = (detail: Row['detail']): Section | null => readAs(Section, detail['section']);

function told(line: Line<Row>, userId: UserId, openedBy: ReadonlyMap<OpenedKey, Opened>): ActivityLine {
  const { row, act, parts, opened, count } = line;
  const who = whoIn(line, userId);
  const ofPart = act === 'refused' ? partOfCall(row.call) : act === 'accessEndChanged' ? sectionIn(row.detail) : null;
  const device = deviceIn({ device: row.device, browser: row.browser });
  return {
    id: row.id,
    at: row.instant,
    act,
    parts: ofPart === null ? [...parts] : [ofPart],
    who,
    name: who === 'you' || who === 'nobody' ? null : row.name,
    device: device.kind === 'unknown' && who === 'staff' ? { kind: 'clinic', browser: null } : device,
    title: row.title,
    ...(act === 'copiedToDevice' ? { count } : {}),
    opened: opened.flatMap((key) => openedBy.get(key) ?? []),
  };
}

/** One page of the log, latest first, after the row `after`. */
export async function readActivity(
  db: Db,
  scope: ActivityScope,
  filter: ActivityFilter,
  { count, after }: { readonly count: number; readonly after: AuditRowId | null },
): Promise<{ readonly lines: ActivityLine[]; readonly next: AuditRowId | null }> {
  const range = await activityBounds(db, scope, filter);
  const { userId, patientId } = scope;
  const found = after === null ? null : await db.maybe(position, { id: after, patientId, userId });
  const from = found === null || after === null ? null : { ...found, id: after };
  const upTo = from === null ? range.to : addMs(from.at, mostGapMs + 1);
  const { lines, next } = await linesOf(
    rowsOf(db, scope, filter, { from: range.from, to: upTo < range.to ? upTo : range.to }),
    { count, after: from, mostRows },
  );
  const openedBy =
    scope.isOwnRecord && patientId !== null
      ? await readOpened(
          db,
          patientId,
          lines.flatMap(({ opened }) => opened),
        )
      : new Map<OpenedKey, Opened>();
  return { lines: lines.map((line) => told(line, userId, openedBy)), next };
}
