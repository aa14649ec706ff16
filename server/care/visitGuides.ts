import { VisitGuide } from '@portal/api';
import type { Handlers } from '../http/handler.ts';
import { statement } from '../db/pool.ts';
import { visitsShown } from './appointmentHandlers.ts';

/**
 * For each visit that is not over or cancelled and each text of its facility that fits, the one in the best language. A text about a kind of
 * visit fits the type, the subtype, the label of the follow-up, or a test that is planned for it.
 */
const guides = statement(
  'appointments.guides',
  `select a.id as "appointmentId", g.about, g.title, g.content as text, g.language
   from ${visitsShown} a join facilities f on f.id = a.facility_id left join appointments r on r.id = a.follow_up_id
     cross join lateral (
       select distinct on (about, lower(name)) about, title, content, language from facility_guides e
       where e.facility_id = f.id and e.language in (coalesce($language, f.default_language), f.default_language, 'en') and case about
         when 'place' then position(lower(name) in lower(concat_ws(' ', a.short_location, a.place, a.location))) > 0
         else lower(name) in (lower(a.type), lower(a.subtype), lower(coalesce(a.follow_up_label, r.follow_up_label))) or exists (
           select from follow_up_tasks k join appointments planned on planned.id = k.appointment_id
             join follow_up_categories c on c.plan_id = planned.plan_id and c.category_key = k.category_key
           where planned.id = coalesce(r.id, a.id) and not k.is_addressed and lower(c.name) = lower(e.name)) end
       order by about, lower(name), language = $language desc, language = f.default_language desc) g
   where not a.is_cancelled and case a.kind when 'ExternalAppointment' then a.listed_day >= today_in(f.time_zone) - 1 else a.status = 'Pending' end
   order by a.listed_day, a.id, g.about desc, g.title`,
  VisitGuide,
);

export const visitGuideHandlers = {
  listVisitGuides: async ({ db, params: { patientId }, query: { language = null } }) =>
    db.many(guides, { patientId, language }),
} satisfies Partial<Handlers>;
