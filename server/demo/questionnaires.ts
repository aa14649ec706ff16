import { type Answer, CalendarDate, type QuestionnaireItem, submittedAnswers } from '@portal/api';
import * as v from 'valibot';
import { saveTemplate } from '../questionnaires/saveTemplate.ts';
import { scoresOf } from '../questionnaires/scoring.ts';
import { TemplateRevision } from '../questionnaires/template.ts';
import { type Db, statement } from '../db/pool.ts';
import type { SeedContext } from './context.ts';
import {
  atHome,
  beforeYourVisit,
  demoTemplates,
  gettingHere,
  howAreYouDoing,
  moodThisWeek,
  painAndMedicines,
  sleepDiary,
  tenQuestions,
  yearlyReview,
} from './questionnaireTemplates.ts';

const revision = statement(
  'seed.questionnaires.revision',
  'select content from questionnaire_revisions where template_id = $templateId and revision = 1',
  v.object({ content: TemplateRevision }),
);
/** `$inDays`: days from today, at the patient's facility. */
const assign = statement(
  'seed.questionnaires.assign',
  `insert into assigned_questionnaires (patient_id, template_id, due_date, can_start_by_patient, assigned_at)
   select p.id, $templateId, today_in(f.time_zone) + $inDays::int, true, now() - interval '5 days'
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId returning id`,
  v.object({ id: v.number() }),
);
/** Due on the day of the staff, who serve all facilities by one calendar: the latest of their days. */
const assignToday = statement(
  'seed.questionnaires.assignToday',
  `insert into assigned_questionnaires (patient_id, template_id, due_date, can_start_by_patient, assigned_at)
   values ($patientId, $templateId, (select max(today_in(time_zone)) from facilities), $canStartByPatient, now() - interval '5 days')`,
);
const assignMissed = statement(
  'seed.questionnaires.assignMissed',
  `insert into assigned_questionnaires (patient_id, template_id, due_date, assigned_at, first_opened_at, status)
   select p.id, $templateId, today_in(f.time_zone) - 45, now() - interval '60 days', now() - interval '50 days', 'Started'
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId`,
);
const declined = statement(
  'seed.questionnaires.declined',
  "update assigned_questionnaires set status = 'Declined', first_opened_at = now() - interval '12 days', closed_at = now() - interval '12 days' where id = $assignedQuestionnaireId",
);
const completed = statement(
  'seed.questionnaires.completed',
  `update assigned_questionnaires set status = 'Completed', first_opened_at = now() - $daysAgo::int * interval '1 day', closed_at = date_trunc('milliseconds',
     now() - $daysAgo::int * interval '1 day'),
     answered_revision = 1, completion_key = $completionKey, answers = $answers, scores = $scores where id = $assignedQuestionnaireId`,
);

/** Weekly: six times until the one that is open now, and on for another half a year. `$inDays`: when the first was due. */
const beginSeries = statement(
  'seed.questionnaires.beginSeries',
  `insert into questionnaire_series (patient_id, template_id, rule, opens_days_before, missed_after_days, created_at)
   select p.id, $templateId, jsonb_build_object('kind', 'calendar', 'unit', 'week', 'every', 1, 'from', today_in(f.time_zone) + $inDays::int,
     'end', jsonb_build_object('kind', 'times', 'times', 33)), 5, 1, now() - interval '45 days'
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId returning id`,
  v.object({ id: v.number() }),
);
const putInSeries = statement(
  'seed.questionnaires.putInSeries',
  `update assigned_questionnaires set series_id = $seriesId, series_key = $seriesKey, opens_on = due_date - 5, missed_after_days = 1
   where id = $assignedQuestionnaireId`,
);

/** How often, for each of the six questions of the mood, week by week: a hard time that gets better. */
const moodByWeek = [
  [3, 2, 2, 2, 2, 2],
  [2, 2, 2, 2, 2, 1],
  [2, 1, 1, 2, 1, 1],
  [1, 2, 2, 1, 2, 1],
  [1, 1, 1, 1, 1, 0],
  [1, 1, 0, 1, 1, 0],
] as const;
/** The one of this week is due in so many days, and open. */
const moodDueInDays = 5;

/** An invented answer to an item; `step` makes the questionnaires differ. */
function answerTo(item: QuestionnaireItem, step: number): Answer[] {
  const { questionnaireItemId } = item;
  switch (item.questionnaireItemType) {
    case 'SingleSelectionRadioButtonQuestion':
    case 'SingleSelectionDropdownQuestion':
    case 'MultiSelectionQuestion': {
      const choices = item.listAnswers.filter((option) => !option.isOtherOption);
      const chosen = choices[step % choices.length];
      return chosen
        ? [
            {
              questionnaireItemId,
              listAnswerId: chosen.listAnswerId,
              ...(item.questionnaireItemType === 'MultiSelectionQuestion' ? { isChecked: true } : {}),
            },
          ]
        : [];
    }
    case 'BooleanQuestion':
      return [{ questionnaireItemId, isChecked: step % 2 === 0 }];
    case 'SliderQuestion':
      return [{ questionnaireItemId, numberAnswer: item.minValue + item.step * (step % 8) }];
    case 'NumberQuestion':
      return [{ questionnaireItemId, numberAnswer: (item.minValue ?? 0) + (step % 8) }];
    case 'DateQuestion':
      return [{ questionnaireItemId, dateAnswer: v.parse(CalendarDate, `2026-0${String(1 + (step % 9))}-15`) }];
    case 'TextQuestion':
      return [{ questionnaireItemId, textAnswer: 'I feel a little better than last time.' }];
    case 'SectionHeader':
    case 'QuestionMatrixGrouping':
    case 'QuestionGroup':
    case 'DateTimeQuestion':
    case 'TimeQuestion':
    case 'QuantityQuestion':
    case 'UrlQuestion':
    case 'AttachmentQuestion':
    case 'LookupQuestion':
      return [];
  }
}

/**
 * The demo's questionnaires (rulings, section 7): `patient` has one of each kind of item due today, one overdue, some to come,
 * one that repeats, and a history; whoever sits in the waiting room has something due today, one of them not yet to be started, some with two.
 */
export async function seedQuestionnaires(tx: Db, { patients }: Pick<SeedContext, 'patients'>): Promise<void> {
  const ids = new Map<string, number>();
  for (const template of demoTemplates) ids.set(template.title, (await saveTemplate(tx, template)).templateId);
  const idOf = ({ title }: { readonly title: string }): number => {
    const id = ids.get(title);
    if (id === undefined) throw new Error(`No template ${title}`);
    return id;
  };
  const give = async (patientId: number, template: { readonly title: string }, inDays: number) =>
    (await tx.one(assign, { patientId, templateId: idOf(template), inDays })).id;
  /** `step`: of the first answer, or of each. */
  const complete = async (
    patientId: number,
    template: { readonly title: string },
    daysAgo: number,
    step: number | readonly number[],
  ) => {
    const id = await give(patientId, template, -daysAgo);
    const { content } = await tx.one(revision, { templateId: idOf(template) });
    const answers = submittedAnswers(
      content,
      content.items.flatMap((item, place) =>
        answerTo(item, typeof step === 'number' ? step + place : (step[place] ?? 0)),
      ),
    );
    const scores = scoresOf(content.items, content.scores, answers);
    await tx.run(completed, {
      assignedQuestionnaireId: id,
      daysAgo,
      completionKey: `demo-completion-${String(id).padStart(8, '0')}`,
      answers: JSON.stringify(answers),
      scores: JSON.stringify(scores),
    });
    return id;
  };
  /** The mood of each week: what was answered, what is open, and what comes next. */
  const giveMoods = async (patientId: number) => {
    const first = moodDueInDays - 7 * moodByWeek.length;
    const { id: seriesId } = await tx.one(beginSeries, { patientId, templateId: idOf(moodThisWeek), inDays: first });
    const assigned: number[] = [];
    for (const [week, steps] of moodByWeek.entries())
      assigned.push(await complete(patientId, moodThisWeek, -first - 7 * week, steps));
    assigned.push(
      await give(patientId, moodThisWeek, moodDueInDays),
      await give(patientId, moodThisWeek, moodDueInDays + 7),
    );
    for (const [turn, assignedQuestionnaireId] of assigned.entries())
      await tx.run(putInSeries, { assignedQuestionnaireId, seriesId, seriesKey: String(turn) });
  };

  for (const { patientId, username } of patients) {
    if (username === 'patient') {
      await give(patientId, howAreYouDoing, 0);
      await give(patientId, painAndMedicines, -4);
      await give(patientId, tenQuestions, 3);
      await give(patientId, yearlyReview, 21);
      await giveMoods(patientId);
      await complete(patientId, beforeYourVisit, 90, 2);
      await tx.run(declined, { assignedQuestionnaireId: await give(patientId, gettingHere, -10) });
      await tx.run(assignMissed, { patientId, templateId: idOf(sleepDiary) });
    } else if (username !== null) {
      await give(patientId, beforeYourVisit, username === 'limited' ? 2 : 5);
      if (username === 'newpatient') await give(patientId, atHome, 6);
    }
  }
  const inTheWaitingRoom = patients.filter((patient) => patient.dueToday && patient.username !== 'patient');
  for (const [place, { patientId, notStartable }] of inTheWaitingRoom.entries()) {
    await tx.run(assignToday, {
      patientId,
      templateId: idOf([moodThisWeek, beforeYourVisit, tenQuestions][place % 3] ?? beforeYourVisit),
      canStartByPatient: !notStartable,
    });
    if (place % 4 === 2 && !notStartable)
      await tx.run(assignToday, { patientId, templateId: idOf(painAndMedicines), canStartByPatient: true });
  }
}
