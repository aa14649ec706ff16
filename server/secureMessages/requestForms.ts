import {
  AssignedQuestionnaireId,
  CalendarDate,
  CareProviderId,
  IdempotencyKey,
  messageLength,
  RequestKind,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { plainText } from '../html/plainText.ts';
import { requireActsFor } from '../http/actsFor.ts';
import { type Handlers, refusal } from '../http/handler.ts';
import { assignQuestionnaire, findTemplates } from '../questionnaires/assign.ts';
import type { Completed } from '../questionnaires/handlers.ts';
import { offersOf } from './recipients.ts';
import { send } from './send.ts';
import { takesMessages } from './sql.ts';

/** Days within which the form that was begun is filled in; then it is missed, as any other. */
const dueAfterDays = 14;

const recipients = statement(
  'requestForms.recipients',
  `select t.care_provider_id as "careProviderId" from care_team_members t where t.patient_id = $patientId and ${takesMessages} order by t.id`,
  v.object({ careProviderId: CareProviderId }),
);
const begun = statement(
  'requestForms.begun',
  `update request_forms r set care_provider_id = $careProviderId
   from assigned_questionnaires a join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
   where r.patient_id = $patientId and r.kind = $kind and a.id = r.assigned_questionnaire_id and a.template_id = $templateId
     and a.status in ('Assigned', 'Started') and a.due_date >= today_in(f.time_zone) returning a.id as "assignedQuestionnaireId"`,
  v.object({ assignedQuestionnaireId: AssignedQuestionnaireId }),
);
const due = statement(
  'requestForms.due',
  `select (today_in(f.time_zone) + ${String(dueAfterDays)})::text as day from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId for update of p`,
  v.object({ day: CalendarDate }),
);
const add = statement(
  'requestForms.add',
  `insert into request_forms (assigned_questionnaire_id, patient_id, kind, care_provider_id) values ($assignedQuestionnaireId, $patientId, $kind, $careProviderId)`,
);
const find = statement(
  'requestForms.find',
  'select kind, care_provider_id as "careProviderId" from request_forms where assigned_questionnaire_id = $assignedQuestionnaireId and patient_id = $patientId',
  v.object({ kind: RequestKind, careProviderId: CareProviderId }),
);

/** Begins the form of a request; one that was begun before and not sent is continued. */
export const requestFormHandlers = {
  beginRequestForm({ actor, body: { careProviderId }, params: { patientId, kind }, refuse, tx }) {
    return tx(async (within) => {
      const able = await within.many(recipients, { patientId });
      if (!able.some((one) => one.careProviderId === careProviderId)) throw refuse('not_recipient');
      const offer = (await offersOf(within, patientId, actor.userId)).find((one) => one.kind === kind);
      const named = offer?.questionnaire ?? null;
      const [template] = named === null ? [] : await findTemplates(within, named);
      if (template === undefined) throw refuse('request_not_offered');
      // The answers are written under this right.
      if (patientId !== actor.patientId)
        await requireActsFor(within, actor, patientId, { section: 'Questionnaires', right: 'answer' });
      // The patient's row is locked, so that two presses begin one form.
      const { day } = await within.one(due, { patientId });
      const form = { patientId, kind, careProviderId };
      const open = await within.maybe(begun, { ...form, templateId: template.id });
      if (open !== null) return open;
      const assigned = await assignQuestionnaire(within, actor, {
        patientId,
        templateId: template.id,
        due: day,
        canStartByPatient: true,
      });
      const assignedQuestionnaireId = v.parse(AssignedQuestionnaireId, assigned.assignedQuestionnaireId);
      await within.run(add, { ...form, assignedQuestionnaireId });
      return { assignedQuestionnaireId };
    });
  },
} satisfies Partial<Handlers>;

/** The answers as a message, each below its question; what is too long for one is cut, and stands with the questionnaire. */
function contentOf(parts: Completed['said']): string {
  const text = parts
    .filter(({ answers }) => answers.length > 0)
    .map((part) => [plainText(part.text), ...part.answers].join('\n'))
    .join('\n\n');
  return text.length <= messageLength ? text : `${text.slice(0, messageLength - 2)} …`;
}

/**
 * Sends the request whose form was filled in, in the transaction that stores the answers. Where the facility no longer takes it, or nobody
 * reads messages any more, the answers are stored as those of any other questionnaire.
 */
export async function sendFilledForm(
  tx: Db,
  { actor, patientId, assignedQuestionnaireId, said }: Completed,
): Promise<void> {
  const form = await tx.maybe(find, { assignedQuestionnaireId, patientId });
  if (form === null) return;
  const offer = (await offersOf(tx, patientId, actor.userId)).find(({ kind }) => kind === form.kind);
  const able = (await tx.many(recipients, { patientId })).map(({ careProviderId }) => careProviderId);
  const careProviderId = able.includes(form.careProviderId) ? form.careProviderId : able[0];
  const content = contentOf(said);
  if (offer === undefined || careProviderId === undefined || content === '') return;
  const about = `form-${String(assignedQuestionnaireId)}`;
  await send(
    tx,
    { actor, patientId, key: v.parse(IdempotencyKey, `request-${about}`.padEnd(20, '_')), content, attachmentIds: [] },
    { careProviderId, subject: offer.title ?? form.kind, request: { kind: form.kind, about } },
    // The answers stay a draft: they can be sent when some of the day's messages are older than a day.
    (code) =>
      code === 'too_many_messages'
        ? refusal('too_many_requests')
        : new Error(`the request of a form was refused: ${code}`),
  );
}
