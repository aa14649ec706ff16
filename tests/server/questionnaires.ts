import {
  type Answer,
  AssignedQuestionnaire,
  AssignedQuestionnaireId,
  CalendarDate,
  isRepeatingGroup,
  type PatientId,
  type QuestionnaireItem,
} from '@portal/api';
import * as v from 'valibot';
import type { AuditActor } from '../../server/audit/audit.ts';
import { openPool, type Pool } from '../../server/db/pool.ts';
import { assignQuestionnaire } from '../../server/questionnaires/assign.ts';
import type { TemplateDraft } from '../../server/questionnaires/draft.ts';
import { saveTemplate } from '../../server/questionnaires/saveTemplate.ts';
import { QuestionnaireSettings } from '../../server/questionnaires/settings.ts';

/** For tests: the facility's side of questionnaires, on the database of a test server. */
const facility: AuditActor = { userId: null, role: 'admin', name: 'a test', sessionId: null };

/** A template with two choices (one that allows free text, one that scores), a number, a text and a date. */
export const smallTemplate: TemplateDraft = {
  sourceKey: 'urn:test:small',
  title: 'Small',
  description: 'A test questionnaire',
  defaultMessage: 'Thank you.',
  items: [
    {
      key: 'often',
      type: 'SingleSelectionRadioButtonQuestion',
      html: 'How often?',
      isRequired: true,
      options: [
        { key: 'no', text: 'Never', score: 0 },
        { key: 'yes', text: 'Often', score: 3 },
      ],
    },
    {
      key: 'where',
      type: 'MultiSelectionQuestion',
      html: 'Where?',
      options: [
        { key: 'here', text: 'Here' },
        { key: 'other', text: 'Elsewhere', isOther: true },
      ],
    },
    { key: 'many', type: 'NumberQuestion', html: 'How many?', minValue: 0, maxValue: 10, decimals: 1, unit: null },
    { key: 'words', type: 'TextQuestion', html: 'Say more', isMultiline: true, maxLength: 2000 },
    { key: 'day', type: 'DateQuestion', html: 'When?' },
  ],
  scores: [
    {
      key: 'total',
      name: 'Total',
      terms: [{ itemKey: 'often' }],
      messages: [{ from: 3, to: null, text: 'Please call us.', texts: { es: 'Llámenos.' } }],
    },
  ],
};

/**
 * The same with a question that is asked only after "Often" and a repeating group, so that every rule about answers is tested with these
 * too.
 */
export const branchingTemplate: TemplateDraft = {
  ...smallTemplate,
  sourceKey: 'urn:test:branching',
  title: 'Branching',
  items: [
    ...smallTemplate.items,
    {
      key: 'since',
      type: 'TextQuestion',
      html: 'Since when so often?',
      isMultiline: false,
      maxLength: 100,
      isRequired: true,
      enableWhen: {
        behavior: 'all',
        conditions: [{ itemKey: 'often', operator: '=', is: { kind: 'options', optionKeys: ['yes'] } }],
      },
    },
    { key: 'helpers', type: 'QuestionGroup', html: 'What helps', occurs: { least: 0, most: 3 }, layout: 'list' },
    {
      key: 'helper',
      parentKey: 'helpers',
      type: 'TextQuestion',
      html: 'What is it?',
      isMultiline: false,
      maxLength: 100,
      isRequired: true,
    },
    {
      key: 'times',
      parentKey: 'helpers',
      type: 'NumberQuestion',
      html: 'Times a day',
      minValue: 0,
      maxValue: 10,
      decimals: 0,
      unit: null,
    },
  ],
};

export interface FacilitySide {
  readonly pool: Pool;
  /** Saves a template, with the settings of its file if there are any. Returns its id. */
  template(draft: TemplateDraft, settings?: unknown): Promise<number>;
  /** Assigns the template, due `inDays` from today in UTC; null for no due date. */
  assign(
    patientId: PatientId,
    templateId: number,
    inDays?: number,
    canStartByPatient?: boolean,
  ): Promise<AssignedQuestionnaireId>;
  end(): Promise<void>;
}

/** The date this many days from today in a time zone. */
export function dateFromToday(days: number, timeZone: string): CalendarDate {
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date());
  return v.parse(
    CalendarDate,
    new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10),
  );
}

export function facilitySide(databaseUrl: string): FacilitySide {
  const pool = openPool(databaseUrl, 3, () => undefined);
  return {
    pool,
    template: (draft, settings) =>
      pool.tx(async (tx) => {
        const own = settings === undefined ? {} : { settings: v.parse(QuestionnaireSettings, settings) };
        return (await saveTemplate(tx, draft, own)).templateId;
      }),
    async assign(patientId, templateId, inDays = 0, canStartByPatient = true) {
      // The time zone of the demo's `patient`. Elsewhere the date is at most one day off; tests to which that matters set their own.
      const due = dateFromToday(inDays, 'America/New_York');
      const { assignedQuestionnaireId } = await pool.tx((tx) =>
        assignQuestionnaire(tx, facility, { patientId, templateId, due, canStartByPatient }),
      );
      return v.parse(AssignedQuestionnaireId, assignedQuestionnaireId);
    },
    end: () => pool.end(),
  };
}

/** The answer of a call as a questionnaire. */
export const asQuestionnaire = (body: unknown): AssignedQuestionnaire => v.parse(AssignedQuestionnaire, body);

/** The item whose text begins like this. */
export function itemOf(questionnaire: AssignedQuestionnaire, text: string): QuestionnaireItem {
  const item = questionnaire.questionnaireItems.find((one) => one.formattedText.startsWith(text));
  if (!item) throw new Error(`no item "${text}"`);
  return item;
}
export function optionOf(item: QuestionnaireItem, text: string) {
  const option = 'listAnswers' in item ? item.listAnswers.find((one) => one.answerText === text) : undefined;
  if (!option) throw new Error(`no option "${text}"`);
  return option.listAnswerId;
}

/**
 * Answers the small questionnaire with "Often", five, some words and a day; in the branching one also since when, and two rows of what
 * helps.
 */
export function goodAnswers(questionnaire: AssignedQuestionnaire, words = 'All is well'): Answer[] {
  const often = itemOf(questionnaire, 'How often?');
  const idOf = (text: string) => itemOf(questionnaire, text).questionnaireItemId;
  const more = (): Answer[] => [
    { questionnaireItemId: idOf('Since when'), textAnswer: 'Spring' },
    { questionnaireItemId: idOf('What helps'), rows: [2, 1] },
    { questionnaireItemId: idOf('What is it?'), rowPath: [2], textAnswer: 'Tea' },
    { questionnaireItemId: idOf('Times a day'), rowPath: [2], numberAnswer: 4 },
    { questionnaireItemId: idOf('What is it?'), rowPath: [1], textAnswer: 'A walk' },
  ];
  return [
    { questionnaireItemId: often.questionnaireItemId, listAnswerId: optionOf(often, 'Often') },
    { questionnaireItemId: idOf('How many?'), numberAnswer: 5 },
    { questionnaireItemId: idOf('Say more'), textAnswer: words },
    { questionnaireItemId: idOf('When?'), dateAnswer: v.parse(CalendarDate, '2026-02-28') },
    ...(questionnaire.questionnaireItems.some(isRepeatingGroup) ? more() : []),
  ];
}
