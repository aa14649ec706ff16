import { type ActivityLine, type AuditRowId, Instant, LanguageCode, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { requireActsFor } from '../../http/actsFor.ts';
import type { Actor, Handlers } from '../../http/handler.ts';
import { type ActivityFilter, type ActivityScope, activityBounds, readActivity } from './activity.ts';
import { activityCsv } from './activityReport.ts';
import { lastChecked } from '../../audit/lastCheck.ts';
import { type Db, statement } from '../../db/pool.ts';

const linesOnPage = 50;
const linesAtOnce = 2000;
/** Lines of a report at most: more than anybody reads, and less than would fill a server's memory. */
const linesOfReport = 200_000;

const readerOf = statement(
  'activity.reader',
  `select coalesce(u.language, f.default_language) as language, p.first_name || ' ' || p.last_name as patient
   from users u join facilities f on f.id = u.facility_id left join patients p on p.id = $patientId where u.id = $userId`,
  v.object({ language: v.string(), patient: v.nullable(v.string()) }),
);

/** Whose log somebody may read: their own record's, or what they did in one that they act for. */
async function scopeOf(db: Db, actor: Actor, asked: PatientId | undefined): Promise<ActivityScope> {
  const patientId = asked ?? actor.patientId;
  if (patientId !== null && patientId !== actor.patientId) await requireActsFor(db, actor, patientId);
  const { userId, facilityId } = actor;
  return { userId, facilityId, patientId, isOwnRecord: patientId !== null && patientId === actor.patientId };
}

async function wholeLog(db: Db, scope: ActivityScope, filter: ActivityFilter): Promise<ActivityLine[]> {
  const lines: ActivityLine[] = [];
  let after: AuditRowId | null = null;
  do {
    const page: Awaited<ReturnType<typeof readActivity>> = await readActivity(db, scope, filter, {
      count: linesAtOnce,
      after,
    });
    for (const line of page.lines) lines.push(line);
    after = page.next;
  } while (after !== null && lines.length < linesOfReport);
  return lines;
}

/** The activity log on the page and as a report (specification 3, sections 2, 4 and 7). */
export const activityHandlers = {
  async listActivity({ db, actor, query, isAbout }) {
    const scope = await scopeOf(db, actor, query.patientId);
    if (scope.patientId !== null) isAbout(scope.patientId);
    const { startDate, endDate, who = null, what = null, after = null } = query;
    const page = await readActivity(db, scope, { startDate, endDate, who, what }, { count: linesOnPage, after });
    // What is checked is the patient's whole chain: of another's it is not for the caller to know.
    const checked = scope.isOwnRecord && scope.patientId !== null ? await lastChecked(db, scope.patientId) : null;
    return { ...page, lastCheckedAt: checked === null ? null : v.parse(Instant, checked) };
  },

  async getActivityReport({ db, actor, query, isAbout }) {
    const scope = await scopeOf(db, actor, query.patientId);
    if (scope.patientId !== null) isAbout(scope.patientId);
    const { startDate, endDate, who = null, what = null } = query;
    const filter = { startDate, endDate, who, what };
    const { timeZone } = await activityBounds(db, scope, filter);
    const { language, patient } = await db.one(readerOf, { userId: actor.userId, patientId: scope.patientId });
    const chosen = query.language ?? v.parse(v.fallback(LanguageCode, 'en'), language);
    const lines = await wholeLog(db, scope, filter);
    const csv = activityCsv(lines, chosen, timeZone, scope.isOwnRecord ? null : patient);
    return { bytes: Buffer.from(csv, 'utf8'), fileType: 'csv', fileName: 'activity', goesTo: 'disk' };
  },
} satisfies Partial<Handlers>;
