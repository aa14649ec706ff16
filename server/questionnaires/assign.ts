import { CalendarDate, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';

const Template = v.object({
  id: v.number(),
  title: v.string(),
  revision: v.number(),
  sourceKey: v.nullable(v.string()),
});
export type Template = Readonly<v.InferOutput<typeof Template>>;
const ListedTemplate = v.object({
  ...Template.entries,
  items: v.number(),
  scores: v.number(),
  open: v.number(),
  completed: v.number(),
});
const all = statement(
  'template.all',
  `select t.id, t.title, t.current_revision as revision, t.source_key as "sourceKey",
     jsonb_array_length(r.content->'items') as items, jsonb_array_length(r.content->'scores') as scores,
     coalesce(uses.open, 0) as open, coalesce(uses.completed, 0) as completed
   from questionnaire_templates t join questionnaire_revisions r on r.template_id = t.id and r.revision = t.current_revision
     left join (select a.template_id, count(*) filter (where a.status in ('Assigned', 'Started'))::int as open, count(*) filter (where a.status = 'Completed')::int as completed
       from assigned_questionnaires a group by a.template_id) uses on uses.template_id = t.id
   order by lower(t.title), t.id`,
  ListedTemplate,
);
const matching = statement(
  'template.matching',
  `select t.id, t.title, t.current_revision as revision, t.source_key as "sourceKey"
   from questionnaire_templates t join questionnaire_revisions r on r.template_id = t.id and r.revision = t.current_revision
   where t.id::text = $named or t.source_key in ($named, split_part($named, '|', 1)) or lower(t.title) = lower($named) or lower(r.content->'source'->>'name') = lower($named)
     or exists (select from jsonb_array_elements(r.content->'source'->'identifier') one where one->>'value' = $named)
   order by t.id`,
  Template,
);
const patients = statement(
  'patient.matching',
  `select p.id, p.mrn, f.short_name as facility
   from patients p join facilities f on f.id = p.home_facility_id
   where p.id in (
       select numbered.id from patients numbered where numbered.mrn = $named
       union all select formerly.patient_id from former_record_numbers formerly where formerly.mrn = $named
       union all select own.id from users u join patients own on own.user_id = u.id where lower(u.username) = lower($named))
     and ($facility::text is null or lower(f.short_name) = lower($facility) or lower(f.name) = lower($facility)) order by p.id`,
  v.object({ id: PatientId, mrn: v.string(), facility: v.string() }),
);
const insert = statement(
  'assigned.insert',
  `insert into assigned_questionnaires (patient_id, template_id, due_date, can_start_by_patient)
   select p.id, $templateId, coalesce($due::date, today_in(f.time_zone)), $canStartByPatient from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId
   returning id, due_date as "dueDate"`,
  v.object({ id: v.number(), dueDate: v.pipe(v.string(), CalendarDate) }),
);

/** All templates, with their number of questions and how often each is in use. */
export const listTemplates = (db: Db): Promise<v.InferOutput<typeof ListedTemplate>[]> => db.many(all);
/** Templates with this id, URL, identifier, name or title. */
export const findTemplates = (db: Db, named: string): Promise<Template[]> => db.many(matching, { named });
/** Patients who have or had this record number, or have this username; only of one facility if its name or short name is given. */
export const findPatients = (
  db: Db,
  named: string,
  facility: string | null,
): Promise<{ id: PatientId; mrn: string; facility: string }[]> => db.many(patients, { named, facility });

/** Assigns a questionnaire and writes the patient's audit row. `due` null means today at the patient's facility. */
export async function assignQuestionnaire(
  tx: Db,
  actor: AuditActor,
  assignment: {
    readonly patientId: PatientId;
    readonly templateId: number;
    readonly due: CalendarDate | null;
    readonly canStartByPatient: boolean;
  },
): Promise<{ assignedQuestionnaireId: number; dueDate: CalendarDate }> {
  const { patientId, templateId, due, canStartByPatient } = assignment;
  const { id, dueDate } = await tx.one(insert, { patientId, templateId, due, canStartByPatient });
  await audit(tx, {
    type: 'questionnaire.assigned',
    actor,
    patientId,
    detail: { assignedQuestionnaireId: id, templateId, dueDate },
  });
  return { assignedQuestionnaireId: id, dueDate };
}
