import { type Answer, installExpressions, installSignedTexts, submittedAnswers } from '@portal/api';
import { expressions } from '@portal/api/expressions';
import * as signedTexts from '@portal/api/signedText';
import * as v from 'valibot';
import { signed } from '../support/signatures.ts';
import { contentOf, type Ids } from '../../server/questionnaires/content.ts';
import type { TemplateDraft } from '../../server/questionnaires/draft.ts';
import { scoresOf } from '../../server/questionnaires/scoring.ts';
import type { TemplateRevision } from '../../server/questionnaires/template.ts';
import { type Completion, type QuestionnaireResponse, responseOf } from '../../server/questionnaires/fhir/export.ts';
import {
  type QuestionnaireReading,
  questionnairesIn,
  readQuestionnaire,
} from '../../server/questionnaires/fhir/import.ts';
import { defaultSettings, type ImportSettings } from '../../server/questionnaires/fhir/reading.ts';

/** For tests: the result of reading the first questionnaire of a file. */
export function readingOf(file: unknown, settings: ImportSettings = defaultSettings): QuestionnaireReading {
  const found = questionnairesIn(file);
  const [first] = typeof found === 'string' ? [] : found.questionnaires;
  if (typeof found === 'string' || !first) throw new Error(typeof found === 'string' ? found : 'no questionnaire');
  return readQuestionnaire(first, found.terminology, settings);
}

/** The draft of the first questionnaire of a file. Throws if it was refused. */
export function draftOf(file: unknown, settings?: ImportSettings): TemplateDraft {
  const reading = readingOf(file, settings);
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.refusals, null, 1));
  return reading.draft;
}

/** A draft as if it had been saved, with ids in the order of the keys. */
export function saved(draft: TemplateDraft): {
  content: TemplateRevision;
  itemKeys: Map<number, string>;
  optionKeys: Map<number, string>;
  ids: Ids;
} {
  const items = new Map<string, number>();
  const options = new Map<string, number>();
  const number = (map: Map<string, number>, key: string) => {
    const id = map.get(key) ?? map.size + 1;
    map.set(key, id);
    return id;
  };
  const ids: Ids = {
    item: (key) => number(items, key),
    option: (item, option) => number(options, JSON.stringify([item, option])),
  };
  const content = contentOf(draft, ids);
  const OptionKey = v.tuple([v.string(), v.string()]);
  return {
    content,
    ids,
    itemKeys: new Map([...items].map(([key, id]) => [id, key])),
    optionKeys: new Map([...options].map(([pair, id]) => [id, v.parse(OptionKey, JSON.parse(pair))[1]])),
  };
}

export type Said = Readonly<
  Record<
    string,
    {
      option?: string;
      options?: readonly string[];
      other?: string;
      number?: number;
      date?: string;
      text?: string;
      yes?: boolean;
      dateTime?: string;
      time?: string;
      unitKey?: string;
      coding?: { system?: string; code: string; display: string };
    }
  >
>;

/** Entries of an answer sheet for answers given by item key. */
export function answersOf(ids: Ids, said: Said): Answer[] {
  return Object.entries(said).flatMap(([key, one]): Answer[] => {
    const chosen = one.options ?? (one.option === undefined ? null : [one.option]);
    const entries =
      chosen === null
        ? [
            {
              numberAnswer: one.number,
              dateAnswer: one.date,
              textAnswer: one.text,
              isChecked: one.yes,
              dateTimeAnswer: one.dateTime,
              timeAnswer: one.time,
              unitKey: one.unitKey,
              coding: one.coding,
            },
          ]
        : chosen.map((option) => ({
            listAnswerId: ids.option(key, option),
            isChecked: true,
            ...(one.other !== undefined && option === chosen.at(-1) ? { otherOptionText: one.other } : {}),
          }));
    return entries.map((entry) =>
      v.parse(
        v.custom<Answer>(() => true),
        { questionnaireItemId: ids.item(key), ...JSON.parse(JSON.stringify(entry)) },
      ),
    );
  });
}

/** The answers of a draft with repeating groups: all of them in a first row and again in a second. */
function inRows(draft: TemplateDraft, ids: Ids, answers: readonly Answer[]): Answer[] {
  const byKey = new Map(draft.items.map((item) => [item.key, item]));
  const depthOf = (key: string | undefined): number => {
    const item = key === undefined ? undefined : byKey.get(key);
    if (!item) return 0;
    return depthOf(item.parentKey) + (item.type === 'QuestionGroup' && item.occurs !== null ? 1 : 0);
  };
  const depths = new Map(draft.items.map((item) => [ids.item(item.key), depthOf(item.parentKey)]));
  const rows = draft.items.flatMap((item) =>
    item.type === 'QuestionGroup' && item.occurs !== null && depthOf(item.parentKey) === 0
      ? [{ questionnaireItemId: ids.item(item.key), rows: item.occurs.most === 1 ? [1] : [1, 2] }]
      : [],
  );
  const placed = answers.flatMap((answer) => {
    const depth = depths.get(answer.questionnaireItemId) ?? 0;
    if (depth === 0) return [answer];
    const inner = Array.from({ length: depth - 1 }, () => 1);
    return [1, 2].map((row) => ({ ...answer, rowPath: [row, ...inner] }));
  });
  return v.parse(
    v.custom<Answer[]>(() => true),
    [...rows, ...placed],
  );
}

installExpressions(expressions);
installSignedTexts(signedTexts);

/** The response to a draft, with answers given by item key. */
export function respond(draft: TemplateDraft, said: Said, isOverBudget = false): QuestionnaireResponse {
  const { content, itemKeys, optionKeys, ids } = saved(draft);
  const answers = signed(content, submittedAnswers(content, inRows(draft, ids, answersOf(ids, said))));
  const completion: Completion = {
    assignedQuestionnaireId: 7,
    templateId: 3,
    revision: 2,
    content,
    answers,
    scores: scoresOf(content.items, content.scores, answers),
    completedAt: '2026-11-20T09:30:00.000Z',
    mrn: 'NL-1',
    timeZone: 'America/New_York',
    facilityId: 1,
    facilityName: 'Northlight',
    itemKeys,
    optionKeys,
    isOverBudget,
  };
  return responseOf(completion);
}

/** An answer to every question of a draft: the last option, the upper end, or some words. */
export const somethingToSay = (draft: TemplateDraft): Said =>
  Object.fromEntries(
    draft.items.flatMap((item): [string, Said[string]][] => {
      switch (item.type) {
        case 'SingleSelectionRadioButtonQuestion':
        case 'SingleSelectionDropdownQuestion':
        case 'MultiSelectionQuestion': {
          const last = item.options.at(-1);
          return [[item.key, { option: last?.key ?? '', ...(last?.isOther === true ? { other: 'Mine' } : {}) }]];
        }
        case 'BooleanQuestion':
          return [[item.key, { yes: true }]];
        case 'TextQuestion':
          return [[item.key, { text: 'Text' }]];
        case 'DateQuestion':
          return [[item.key, { date: '2026-02-28' }]];
        case 'SliderQuestion':
          return [[item.key, { number: item.maxValue }]];
        case 'NumberQuestion':
          return [[item.key, { number: Math.max(item.minValue ?? 0, Math.min(item.maxValue ?? 7, 7)) }]];
        case 'DateTimeQuestion':
          return [[item.key, { dateTime: '2026-02-28T09:30' }]];
        case 'TimeQuestion':
          return [[item.key, { time: '09:30' }]];
        case 'QuantityQuestion':
          return [[item.key, { number: Math.max(item.minValue ?? 0, 1), unitKey: item.units[0]?.key ?? '' }]];
        case 'UrlQuestion':
          return [[item.key, { text: 'https://example.org/' }]];
        case 'LookupQuestion': {
          const concept = draft.valueSets?.find((set) => set.key === item.valueSetKey)?.concepts.at(-1);
          if (!concept) return [];
          const { system, code, display } = concept;
          return [[item.key, { coding: { ...(system === null ? {} : { system }), code, display } }]];
        }
        case 'SectionHeader':
        case 'QuestionMatrixGrouping':
        case 'QuestionGroup':
        case 'AttachmentQuestion':
        case 'SignatureQuestion':
          return [];
      }
    }),
  );
