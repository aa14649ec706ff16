import { AssignedQuestionnaireId, Instant, type PatientId, type ScoreHistory } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { revisionOf } from './revisions.ts';
import { safeHtml } from '../html/richText.ts';
import { highestScoreFor } from './scoring.ts';
import { type ScoreDefinition, StoredScore, type TemplateRevision } from './template.ts';
import type { ShownRevision } from './texts.ts';

/** Only the newest are read, for somebody who answers daily for years. */
const mostCompletions = 1000;
const completions = statement(
  'scoreHistory.completions',
  `select * from (
     select a.id, a.closed_at as "closedAt", a.scores, r.key as "revisionKey"
     from assigned_questionnaires a join questionnaire_revisions r on r.template_id = a.template_id and r.revision = a.answered_revision
     where a.patient_id = $patientId and a.status = 'Completed'
       and a.template_id = (select own.template_id from assigned_questionnaires own where own.patient_id = $patientId and own.id = $assignedQuestionnaireId)
     order by a.id = $assignedQuestionnaireId desc, a.closed_at desc, a.id desc limit $most) newest
   order by "closedAt", id`,
  v.object({
    id: AssignedQuestionnaireId,
    closedAt: Instant,
    scores: v.array(StoredScore),
    revisionKey: v.string(),
  }),
);
type Completion = Omit<v.InferOutput<typeof completions.row>, 'revisionKey'> & { readonly revision: TemplateRevision };

/** Whether the patient sees the score's number. */
const isNumberShown = ({ isShown, showsNumber = true }: StoredScore): boolean => isShown && showsNumber;

/** The ranges of a score's messages, lowest first. */
const rangesOf = ({ messages }: ScoreDefinition) =>
  messages
    .map(({ from, to, text }) => ({ from, to, message: safeHtml(text) }))
    .toSorted((one, other) => (one.from ?? -Infinity) - (other.from ?? -Infinity));

/**
 * All values of the scores that one completion shows, from this and the other completions of its questionnaire. A value of another revision
 * counts only if its score has the same key and the same maximum: 9 of 27 and 9 of 21 do not belong on one line. `shown` is the
 * completion's revision in the reader's language.
 */
export async function scoreHistoryOf(
  db: Db,
  { id, patientId }: { readonly id: AssignedQuestionnaireId; readonly patientId: PatientId },
  shown: ShownRevision,
): Promise<ScoreHistory> {
  const rows = await db.many(completions, { patientId, assignedQuestionnaireId: id, most: mostCompletions });
  const all: Completion[] = [];
  // One after another, because the statements of a read share one connection.
  for (const { revisionKey, ...row } of rows) all.push({ ...row, revision: await revisionOf(db, revisionKey) });
  const own = all.find((one) => one.id === id);
  return {
    templateTitle: shown.title,
    ...(shown.language === undefined ? {} : { language: shown.language }),
    scores: (own?.scores ?? []).filter(isNumberShown).map(({ scoreKey, scoreName }) => {
      const definition = shown.scores.find((score) => score.scoreKey === scoreKey);
      const scoreMaximum = highestScoreFor(shown, scoreKey);
      const given = all.flatMap((one) => {
        const score = one.scores.find((stored) => stored.scoreKey === scoreKey && isNumberShown(stored));
        return score === undefined ? [] : [{ one, score }];
      });
      const comparable = given.filter(({ one }) => highestScoreFor(one.revision, scoreKey) === scoreMaximum);
      return {
        scoreName: definition?.name ?? scoreName,
        scoreMaximum,
        ranges: definition === undefined ? [] : rangesOf(definition),
        values: comparable.map(({ one, score }) => ({
          assignedQuestionnaireId: one.id,
          completedDate: one.closedAt,
          scoreValue: score.scoreValue,
        })),
        leftOut: given.length - comparable.length,
      };
    }),
  };
}
