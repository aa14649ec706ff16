import { type AssignedQuestionnaireId, languageHeader, type PatientId } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';
import { type Actor, type Refuse, notFound } from '../http/handler.ts';
import { assignedRevision, type Reader } from './asked.ts';
import {
  type AssignedQuestionnaireRow,
  isOpen,
  isStartableAndDue,
  lockedAssignedRowOf,
  questionnaireOf,
  seesOnlyDue,
} from './assigned.ts';

export const markStarted = statement(
  'questionnaire.started',
  "update assigned_questionnaires set status = 'Started', first_opened_at = coalesce(first_opened_at, now()) where id = $assignedQuestionnaireId and status = 'Assigned'",
);

/**
 * Whether a session may know of the questionnaire: patients and representatives of all their own, a tablet or a link only of those that are
 * due and open to the patient. `alsoClosedToday` is for writes that are repeated or slightly too late.
 */
export const mayReach = (actor: Actor, assigned: AssignedQuestionnaireRow, alsoClosedToday: boolean): boolean =>
  !seesOnlyDue(actor.role) ||
  isStartableAndDue(assigned) ||
  (alsoClosedToday && assigned.closedToday && assigned.canStart && assigned.isDue);

/** Locks the questionnaire for a write, or refuses. One that the facility has not opened to the patient does not exist for them. */
export async function assignedForWrite(
  tx: Db,
  actor: Actor,
  patientId: PatientId,
  id: AssignedQuestionnaireId,
): Promise<AssignedQuestionnaireRow> {
  const assigned = await lockedAssignedRowOf(tx, patientId, id);
  if (!assigned || !mayReach(actor, assigned, true) || (isOpen(assigned) && !assigned.canStart)) throw notFound();
  return assigned;
}

/** Who reads the questionnaire, and in which language. */
export const readerOf = ({
  actor,
  headers,
}: {
  readonly actor: Actor;
  readonly headers: { readonly [languageHeader]?: string | undefined };
}): Reader => ({ role: actor.role, language: headers[languageHeader] });

/** The refusal of a write to answers that somebody has sent, with what was sent. */
export async function alreadyCompleted(
  tx: Db,
  assigned: AssignedQuestionnaireRow,
  refuse: Refuse<'already_completed'>,
  reader: Reader,
): Promise<Error> {
  return refuse('already_completed', {
    completed: questionnaireOf(assigned, await assignedRevision(tx, assigned, reader)),
  });
}
