import type { AssignedQuestionnaireId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { Answered } from './metAlerts.ts';
import { revisionOf } from './revisions.ts';
import { highestScore } from './scoring.ts';
import { StoredAnswers, StoredScore, type TemplateRevision } from './template.ts';

const lastCompletion = statement(
  'answeredBefore.last',
  `select a.answers, a.scores, r.key as "revisionKey"
   from assigned_questionnaires own
     join assigned_questionnaires a on a.patient_id = own.patient_id and a.template_id = own.template_id and a.id <> own.id
     join questionnaire_revisions r on r.template_id = a.template_id and r.revision = a.answered_revision
   where own.patient_id = $patientId and own.id = $assignedQuestionnaireId and a.status = 'Completed' and a.closed_at <= coalesce(own.closed_at, now())
   order by a.closed_at desc, a.id desc limit 1`,
  v.object({ answers: StoredAnswers, scores: v.array(StoredScore), revisionKey: v.string() }),
);

/**
 * What the patient sent the last time that they answered this questionnaire, before this assignment was closed. Scores with another maximum
 * are left out, because 9 of 27 and 9 of 21 cannot be compared. Null if nothing was sent before.
 */
export async function answeredBefore(
  db: Db,
  assigned: { readonly id: AssignedQuestionnaireId; readonly patientId: PatientId },
  revision: TemplateRevision,
): Promise<Answered | null> {
  const { id: assignedQuestionnaireId, patientId } = assigned;
  const last = await db.maybe(lastCompletion, { patientId, assignedQuestionnaireId });
  if (last === null) return null;
  const revisionThen = await revisionOf(db, last.revisionKey);
  const maximumIn = ({ items, scores }: TemplateRevision, key: string): number | null => {
    const definition = scores.find(({ scoreKey }) => scoreKey === key);
    return definition ? highestScore(items, definition) : null;
  };
  const scores = last.scores.filter(
    ({ scoreKey }) => maximumIn(revision, scoreKey) === maximumIn(revisionThen, scoreKey),
  );
  return { answers: last.answers, scores };
}
