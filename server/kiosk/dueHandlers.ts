import { KioskPatientRow, type PatientId } from '@portal/api';
import * as v from 'valibot';
import type { Handlers } from '../http/handler.ts';
import { type Db, statement } from '../db/pool.ts';
import { canStart, isDue, isMissed } from '../questionnaires/assigned.ts';
import { isOpenOnTablet } from '../tablets/ownTablets.ts';

const kioskFacilities = statement(
  'kiosk.facilities',
  `select f.id from sessions m join kiosk_manager_facilities k on k.user_id = m.user_id join facilities f on f.id = k.facility_id
   where m.id = $sessionId and f.kiosk_enabled and ${isOpenOnTablet}`,
  v.object({ id: v.number() }),
);
/** SQL: joins patient `p`, looked up one by one (`offset 0`), because with old statistics the planner reads all patients for those of a day. */
export const joinPatient = <Id extends string>(id: Id) =>
  `join lateral (select * from patients one where one.id = ${id} offset 0) p on true` as const;
/** A later day's questionnaire is listed but not active. The kiosk uses a search (`visitorHandlers.ts`); this list is limited too. */
const kioskPatients = statement(
  'kiosk.patients',
  `select p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName", p.date_of_birth as "dateOfBirth", p.mrn, f.short_name as "facilityShortName",
     array_agg(t.title order by t.title, a.id) as "questionnaireTitles", bool_or(${canStart} and ${isDue}) as "canStartByPatient"
   from assigned_questionnaires a
     join questionnaire_templates t on t.id = a.template_id
     ${joinPatient('a.patient_id')}
     join facilities f on f.id = p.home_facility_id
   where a.home_facility_id = any($facilityIds::bigint[]) and a.due_date = $dueDate and a.status in ('Assigned', 'Started')
     and not ${isMissed} is true
   group by p.id, p.first_name, p.last_name, p.date_of_birth, p.mrn, f.id order by p.last_name, p.first_name, p.id limit 500`,
  KioskPatientRow,
);
const startable = statement(
  'kiosk.startable',
  `select exists (select from assigned_questionnaires a
     join questionnaire_templates t on t.id = a.template_id join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
     where a.patient_id = $patientId and a.status in ('Assigned', 'Started') and ${canStart} and ${isDue} and not ${isMissed} is true) as "isThere"`,
  v.object({ isThere: v.boolean() }),
);

/** True if a tablet may be handed to this patient: a questionnaire is due, open to the patient and not closed yet. */
export async function hasStartableDueQuestionnaire(db: Db, patientId: PatientId): Promise<boolean> {
  return (await db.one(startable, { patientId })).isThere;
}

/** The patients at the facilities of a kiosk for whom a questionnaire of a day waits (specification 2; rulings, section 8). */
export const kioskDueHandlers = {
  async listKioskPatients({ db, actor, query, refuse }) {
    const facilities = await db.many(kioskFacilities, { sessionId: actor.sessionId });
    if (facilities.length === 0) throw refuse('feature_inactive');
    return db.many(kioskPatients, { facilityIds: facilities.map((facility) => facility.id), dueDate: query.dueDate });
  },
} satisfies Partial<Handlers>;
