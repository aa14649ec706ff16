import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import type { Handlers } from '../http/handler.ts';
import { readPlans } from './readPlans.ts';
import { abbreviationAt } from './zones.ts';

/** The portal's rule for an overdue follow-up: nothing is booked and its time is over (`visitState` of the portal). */
const overdue = statement(
  'followUp.overdue',
  `select count(*)::int as count from follow_up_plans p join appointments a on a.plan_id = p.id and a.patient_id = $patientId join facilities f on f.id = a.facility_id
   where p.patient_id = $patientId and p.archived_at is null and a.status = 'Pending'
     and not coalesce(a.starts_at + make_interval(mins => coalesce(a.duration_minutes, 60)) > now(), a.listed_day >= today_in(f.time_zone))
     and not exists (select from appointments booked where booked.follow_up_id = a.id and not booked.is_cancelled)`,
  v.object({ count: v.number() }),
);

/** The follow-up plan (specification 2, sections 2, 3 and 4). A booked visit gives its follow-up the actual date. */
export const followUpPlanHandlers = {
  async getFollowUpPlan({ db, params, query }) {
    const found = await readPlans(db, params.patientId, query.includeArchived === 'true');
    return found.map((one) => {
      const { isCurrent: _, ...plan } = one;
      return { ...plan, timeZoneAbbreviation: abbreviationAt(plan.timeZoneId, new Date()) };
    });
  },

  countOverdueFollowUps: async ({ db, params }) => (await db.one(overdue, { patientId: params.patientId })).count,
} satisfies Partial<Handlers>;
