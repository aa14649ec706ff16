import { type Answer, CalendarDate, FormPatient, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { allWithBytes, fileColumns, fileEntries } from '../files/storedFile.ts';
import { aboutPatient } from './asked.ts';
import { type Completion, type QuestionnaireResponse, responseOf } from './fhir/export.ts';
import { progressOfMany } from './progress.ts';
import { revisionOf } from './revisions.ts';
import { StoredAnswers, StoredScore } from './template.ts';

const Row = v.object({
  id: v.number(),
  patientId: PatientId,
  templateId: v.number(),
  revision: v.number(),
  revisionKey: v.string(),
  answers: StoredAnswers,
  scores: v.array(StoredScore),
  completedAt: v.string(),
  /** In the database's own precision, to go on after it. */
  closedMicros: v.number(),
  answeredProfile: v.nullable(FormPatient),
  today: CalendarDate,
  mrn: v.string(),
  facilityId: v.number(),
  facilityName: v.string(),
  timeZone: v.string(),
});
type Row = v.InferOutput<typeof Row>;
const completed =
  `select a.id, a.patient_id as "patientId", a.template_id as "templateId", a.answered_revision as revision, r.key as "revisionKey", a.answers, a.scores, a.closed_at as "completedAt", a.answered_profile as "answeredProfile",
     (extract(epoch from a.closed_at) * 1000000)::bigint as "closedMicros", coalesce(a.answered_on, (a.closed_at at time zone f.time_zone)::date) as today, p.mrn, f.id as "facilityId", f.name as "facilityName", f.time_zone as "timeZone"
   from assigned_questionnaires a
     join questionnaire_revisions r on r.template_id = a.template_id and r.revision = a.answered_revision
     join patients p on p.id = a.patient_id
     join facilities f on f.id = p.home_facility_id
   where a.status = 'Completed'` as const;
const wantedCompletions =
  `${completed} and a.closed_at >= greatest($since::date - 1, 'epoch'::timestamptz + $afterMicros * interval '1 microsecond')
     and (a.closed_at, a.id) > ('epoch'::timestamptz + $afterMicros * interval '1 microsecond', $afterId)
     and (a.closed_at at time zone f.time_zone)::date >= $since::date
     and ($until::date is null or (a.closed_at at time zone f.time_zone)::date <= $until::date)
     and ($templateId::bigint is null or a.template_id = $templateId)` as const;
const oldestFirst = 'order by a.closed_at, a.id limit $most::int';
const completions = statement('responses.completions', `${wantedCompletions} ${oldestFirst}`, Row);
const completionsOfPatient = statement(
  'responses.completionsOfPatient',
  `${wantedCompletions} and a.patient_id = $patientId ${oldestFirst}`,
  Row,
);
const completion = statement('responses.completion', `${completed} and a.id = $assignedQuestionnaireId`, Row);
const itemKeys = statement(
  'responses.itemKeys',
  'select id, item_key as key from questionnaire_item_ids where template_id = any($templateIds::bigint[])',
  v.object({ id: v.number(), key: v.string() }),
);
const optionKeys = statement(
  'responses.optionKeys',
  'select id, option_key as key from questionnaire_option_ids where template_id = any($templateIds::bigint[])',
  v.object({ id: v.number(), key: v.string() }),
);

const files = statement(
  'responses.files',
  `select f.id as "attachmentId", ${fileColumns('f')} from answer_attachments f
   where f.assigned_questionnaire_id = $assignedQuestionnaireId and f.sent_at is not null`,
  v.object({ attachmentId: v.number(), ...fileEntries }),
);
/** The files that answers name, by their ids. Nothing is read if none does. */
async function filesOf(
  db: Db,
  assignedQuestionnaireId: number,
  answers: readonly Answer[],
): Promise<ReadonlyMap<number, Buffer>> {
  if (!answers.some(({ attachment }) => attachment !== undefined)) return new Map();
  const rows = await allWithBytes(db, await db.many(files, { assignedQuestionnaireId }));
  return new Map(rows.map(({ attachmentId, content }) => [attachmentId, content]));
}

/** Which completions: from `since` to `until`, both included, by the date at each patient's facility. Null: any. */
export interface ResponseFilter {
  readonly since: string;
  readonly until: string | null;
  readonly templateId: number | null;
  readonly patientId: PatientId | null;
}
/** A completion after which to go on. */
export interface AfterResponse {
  readonly closedMicros: number;
  readonly id: number;
}
export interface GivenResponse {
  readonly patientId: PatientId;
  readonly response: QuestionnaireResponse;
  /** What it was made of. */
  readonly completion: Completion;
}

async function responsesOf(db: Db, rows: readonly Row[]): Promise<GivenResponse[]> {
  const templates = [...new Set(rows.map((row) => row.templateId))];
  const [items, options] = [
    await db.many(itemKeys, { templateIds: templates }),
    await db.many(optionKeys, { templateIds: templates }),
  ];
  const keys = {
    itemKeys: new Map(items.map((row) => [row.id, row.key])),
    optionKeys: new Map(options.map((row) => [row.id, row.key])),
  };
  const responses: GivenResponse[] = [];
  const progressIn = progressOfMany(Infinity);
  for (const { id, patientId, revisionKey, answeredProfile, closedMicros: _, today, ...row } of rows) {
    const content = await revisionOf(db, revisionKey);
    const isOverBudget =
      content.formLogic !== undefined &&
      (await progressIn(
        { ...(await aboutPatient(db, content, { patientId, answeredProfile })), today },
        row.answers,
      )) === null;
    const made = {
      assignedQuestionnaireId: id,
      content,
      isOverBudget,
      files: await filesOf(db, id, row.answers),
      ...row,
      ...keys,
    };
    responses.push({ patientId, response: responseOf(made), completion: made });
  }
  return responses;
}

/** The first `most` (null: all) of the completions after one, oldest first, as FHIR resources; and after which to go on, if it was `most`. */
export async function readSomeResponses(
  db: Db,
  { patientId, ...wanted }: ResponseFilter,
  after: AfterResponse | null,
  most: number | null,
): Promise<{ readonly responses: readonly GivenResponse[]; readonly next: AfterResponse | null }> {
  const range = { ...wanted, afterMicros: after?.closedMicros ?? 0, afterId: after?.id ?? 0, most };
  const rows = await (patientId === null
    ? db.many(completions, range)
    : db.many(completionsOfPatient, { ...range, patientId }));
  return { responses: await responsesOf(db, rows), next: rows.length === most ? (rows.at(-1) ?? null) : null };
}

/** The response of one completion; null if it is none. */
export async function readResponse(db: Db, assignedQuestionnaireId: number): Promise<GivenResponse | null> {
  const row = await db.maybe(completion, { assignedQuestionnaireId });
  return row === null ? null : ((await responsesOf(db, [row]))[0] ?? null);
}

/** All wanted completions at once; of everybody only where there are few. */
export const readResponses = async (
  db: Db,
  since: string,
  until: string | null,
  templateId: number | null,
  patientId: PatientId | null = null,
): Promise<readonly GivenResponse[]> =>
  (await readSomeResponses(db, { since, until, templateId, patientId }, null, null)).responses;
