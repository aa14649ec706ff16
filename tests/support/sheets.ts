import type { AssignedQuestionnaireId } from '@portal/api';
import * as v from 'valibot';
import type { Facility } from './facility.ts';

/** What the facility has stored of one assigned questionnaire. */
export interface StoredSheet {
  readonly status: string;
  /** The completion's answers as JSON; empty before the completion. */
  readonly answers: string;
  /** Its scores as JSON; empty before the completion. */
  readonly scores: string;
  /** The draft's answers as JSON; empty without a draft. */
  readonly draft: string;
  /** The number of submits in the audit log. */
  readonly submits: number;
}

const Row = v.object({
  status: v.string(),
  answers: v.string(),
  scores: v.string(),
  draft: v.string(),
  submits: v.number(),
});

/** Reads one assigned questionnaire from the database, without the product's code. */
export async function storedSheet(facility: Facility, id: AssignedQuestionnaireId): Promise<StoredSheet> {
  const [row] = await facility.db.query(
    `select a.status, coalesce(a.answers::text, '') as answers, coalesce(a.scores::text, '') as scores, coalesce(d.answers::text, '') as draft,
       (select count(*)::int from audit_events where type = 'questionnaire.submitted' and (detail->>'assignedQuestionnaireId')::bigint = a.id) as submits
     from assigned_questionnaires a left join questionnaire_drafts d on d.assigned_questionnaire_id = a.id where a.id = $1`,
    [id],
  );
  return v.parse(Row, row);
}
