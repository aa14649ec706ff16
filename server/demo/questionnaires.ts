import { type Answer, type QuestionnaireItem, submittedAnswers } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { saveTemplate } from '../questionnaires/saveTemplate.ts';
import { scoresOf } from '../questionnaires/scoring.ts';
import { TemplateRevision } from '../questionnaires/template.ts';
import type { DemoContext } from './context.ts';
import { byName, dataList, flag, RelativeDay } from './data.ts';
import { readQuestionnaires } from './questionnaireFiles.ts';

const revision = statement(
  'seed.questionnaires.revision',
  'select content from questionnaire_revisions where template_id = $templateId and revision = 1',
  v.object({ content: TemplateRevision }),
);
/** Staff who serve all facilities use one date for all of them: the latest. */
const assign = statement(
  'seed.questionnaires.assign',
  `insert into assigned_questionnaires (patient_id, template_id, due_date, can_start_by_patient, assigned_at)
   values ($patientId, $templateId, coalesce($due::date, (select max(today_in(time_zone)) from facilities)), $canStart, now() - make_interval(days => $assignedDaysAgo))
   returning id`,
  v.object({ id: v.number() }),
);
const open = statement(
  'seed.questionnaires.open',
  "update assigned_questionnaires set status = 'Started', first_opened_at = now() - make_interval(days => $openedDaysAgo) where id = $id",
);
const decline = statement(
  'seed.questionnaires.decline',
  `update assigned_questionnaires set status = 'Declined', first_opened_at = now() - make_interval(days => $declinedDaysAgo),
     closed_at = now() - make_interval(days => $declinedDaysAgo) where id = $id`,
);
const complete = statement(
  'seed.questionnaires.complete',
  `update assigned_questionnaires set status = 'Completed', first_opened_at = now() - make_interval(days => $daysAgo),
     closed_at = date_trunc('milliseconds', now() - make_interval(days => $daysAgo)),
     answered_revision = 1, completion_key = $completionKey, answers = $answers, scores = $scores where id = $id`,
);
/** A weekly series that ends half a year after the open questionnaire. */
const beginSeries = statement(
  'seed.questionnaires.beginSeries',
  `insert into questionnaire_series (patient_id, template_id, rule, opens_days_before, missed_after_days, created_at)
   select patient_id, template_id, jsonb_build_object('kind', 'calendar', 'unit', 'week', 'every', 1, 'from', due_date,
     'end', jsonb_build_object('kind', 'times', 'times', 33)), 5, 1, now() - interval '45 days'
   from assigned_questionnaires where id = $id returning id`,
  v.object({ id: v.number() }),
);
const putInSeries = statement(
  'seed.questionnaires.putInSeries',
  'update assigned_questionnaires set series_id = $seriesId, series_key = $seriesKey, opens_on = due_date - 5, missed_after_days = 1 where id = $id',
);

const staffToday = 'today of the staff';
const Assigned = v.strictObject({
  patient: v.string(),
  questionnaire: v.string(),
  due: v.union([v.literal(staffToday), RelativeDay]),
  canStart: v.optional(v.boolean(), true),
  assignedDaysAgo: v.optional(v.number(), 5),
  /** Opened but not answered. */
  openedDaysAgo: v.optional(v.number()),
  declinedDaysAgo: v.optional(v.number()),
  /** An answer to each item: the text of an option, free text, or yes or no. */
  answered: v.optional(v.strictObject({ daysAgo: v.number(), answers: v.array(v.union([v.string(), v.boolean()])) })),
  /** It belongs to a weekly series. The first questionnaire with this flag starts the series. */
  inSeries: flag,
});

function answerTo(item: QuestionnaireItem, given: string | boolean | undefined): Answer {
  const { questionnaireItemId } = item;
  if (typeof given === 'boolean') return { questionnaireItemId, isChecked: given };
  if (item.questionnaireItemType === 'TextQuestion' && given !== undefined)
    return { questionnaireItemId, textAnswer: given };
  const option = 'listAnswers' in item ? item.listAnswers.find(({ answerText }) => answerText === given) : undefined;
  if (option === undefined) throw new Error(`"${String(given)}" is no answer to "${item.formattedText}"`);
  return { questionnaireItemId, listAnswerId: option.listAnswerId };
}

async function answer(
  tx: Db,
  id: number,
  templateId: number,
  { daysAgo, answers: given }: { readonly daysAgo: number; readonly answers: readonly (string | boolean)[] },
): Promise<void> {
  const { content } = await tx.one(revision, { templateId });
  const answers = submittedAnswers(
    content,
    content.items.map((item, place) => answerTo(item, given[place])),
  );
  await tx.run(complete, {
    id,
    daysAgo,
    completionKey: `demo-completion-${String(id).padStart(8, '0')}`,
    answers: JSON.stringify(answers),
    scores: JSON.stringify(scoresOf(content.items, content.scores, answers)),
  });
}

/** Adds questionnaires that are due today, overdue, upcoming and answered, a series, and those for the waiting room. */
export async function seedQuestionnaires(tx: Db, { patient }: Pick<DemoContext, 'patient'>): Promise<void> {
  const templates = new Map<string, number>();
  for (const { draft, settings } of await readQuestionnaires())
    templates.set(draft.title, (await saveTemplate(tx, draft, { settings })).templateId);
  const templateCalled = byName('questionnaire', templates);
  const turns: number[] = [];
  for (const one of await dataList('assigned-questionnaires.json', Assigned)) {
    const { patientId, facility } = patient(one.patient);
    const templateId = templateCalled(one.questionnaire);
    const due = one.due === staffToday ? null : one.due(facility.today);
    const { id } = await tx.one(assign, { ...one, patientId, templateId, due });
    if (one.openedDaysAgo !== undefined) await tx.run(open, { id, openedDaysAgo: one.openedDaysAgo });
    if (one.declinedDaysAgo !== undefined) await tx.run(decline, { id, declinedDaysAgo: one.declinedDaysAgo });
    if (one.answered !== undefined) await answer(tx, id, templateId, one.answered);
    if (one.inSeries) turns.push(id);
  }
  const [first] = turns;
  if (first === undefined) return;
  const { id: seriesId } = await tx.one(beginSeries, { id: first });
  for (const [turn, id] of turns.entries()) await tx.run(putInSeries, { id, seriesId, seriesKey: String(turn) });
}
