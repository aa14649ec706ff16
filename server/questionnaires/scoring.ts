import {
  type Answer,
  entriesByItem,
  isAnswered,
  type LanguageCode,
  type QuestionnaireItem,
  type Score,
  scoreOf,
} from '@portal/api';
import type { ScoreDefinition, StoredScore, TemplateRevision } from './template.ts';

/** Sums of binary fractions (0.1 + 0.2) are shown and compared as people write them. */
const tidy = (value: number): number => Number(value.toFixed(10));

/** What the patient sees of stored scores: without its number one is its message alone, and without either it is nothing. */
export function shownScores(scores: readonly StoredScore[], revision: TemplateRevision): Score[] {
  const definitionOf = new Map(revision.scores.map((score) => [score.scoreKey, score]));
  return scores.flatMap((score): Score[] => {
    const { scoreKey, scoreName, scoreValue, patientMessageOnCompletion, isShown, showsNumber = true } = score;
    if (!isShown || (!showsNumber && !patientMessageOnCompletion)) return [];
    const definition = definitionOf.get(scoreKey);
    const scoreMaximum = showsNumber && definition ? highestScore(revision.items, definition) : null;
    return [{ scoreName, scoreValue: showsNumber ? scoreValue : null, scoreMaximum, patientMessageOnCompletion }];
  });
}

/** The first message whose range holds the value, in the language asked for where there is one. */
export function messageFor(definition: ScoreDefinition, value: number, language: LanguageCode | null): string | null {
  const message = definition.messages.find(
    ({ from, to }) => (from === null || value >= from) && (to === null || value <= to),
  );
  if (!message) return null;
  return (language === null ? undefined : message.texts[language]) ?? message.text;
}

/** True where an answer to the item can be added: an option has a value, or the answer is a number. */
export const hasValue = (item: QuestionnaireItem): boolean =>
  'listAnswers' in item
    ? item.listAnswers.some((option) => option.score !== null)
    : item.questionnaireItemType === 'NumberQuestion' || item.questionnaireItemType === 'SliderQuestion';

/** The highest value of an item, or null where it has none. */
function highestOf(item: QuestionnaireItem | undefined): number | null {
  if (item === undefined || !hasValue(item)) return null;
  if (item.questionnaireItemType === 'SliderQuestion' || item.questionnaireItemType === 'NumberQuestion')
    return item.maxValue;
  if (!('listAnswers' in item)) return null;
  const values = item.listAnswers.map((option) => option.score ?? 0);
  return item.questionnaireItemType === 'MultiSelectionQuestion'
    ? values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0)
    : Math.max(...values);
}

/** The most that a score can be, so that "9" can be read as "9 of 27"; null where it has no plain upper end. */
export function highestScore(items: readonly QuestionnaireItem[], { constant, terms }: ScoreDefinition): number | null {
  const itemById = new Map(items.map((item) => [item.questionnaireItemId, item]));
  let highest = constant;
  for (const { questionnaireItemId, weight } of terms) {
    const most = highestOf(itemById.get(questionnaireItemId));
    if (most === null || weight <= 0) return null;
    highest += weight * most;
  }
  return terms.length === 0 ? null : tidy(highest);
}

/** The scores of a questionnaire (rulings, section 8), in the order of their definitions; one whose needs are unmet is left out. */
export function scoresOf(
  items: readonly QuestionnaireItem[],
  definitions: readonly ScoreDefinition[],
  answers: readonly Answer[],
  language: LanguageCode | null,
): StoredScore[] {
  if (definitions.length === 0) return [];
  const byItem = entriesByItem(answers);
  const itemById = new Map(items.map((item) => [item.questionnaireItemId, item]));
  const valueOf = (id: QuestionnaireItem['questionnaireItemId']) => {
    const item = itemById.get(id);
    return item ? scoreOf(item, byItem.get(id) ?? []) : null;
  };
  const answered = (id: QuestionnaireItem['questionnaireItemId']) => {
    const item = itemById.get(id);
    return item !== undefined && isAnswered(item, byItem.get(id) ?? []);
  };
  return definitions.flatMap((definition): StoredScore[] => {
    const met = definition.needs.every(
      ({ atLeast, of, by }) =>
        of.filter((id) => (by === 'answer' ? answered(id) : valueOf(id) !== null)).length >= atLeast,
    );
    if (!met) return [];
    const scoreValue = tidy(
      definition.terms.reduce(
        (sum, { questionnaireItemId, weight }) => sum + weight * (valueOf(questionnaireItemId) ?? 0),
        definition.constant,
      ),
    );
    return [
      {
        scoreKey: definition.scoreKey,
        scoreName: definition.name,
        scoreValue,
        patientMessageOnCompletion: messageFor(definition, scoreValue, language),
        isShown: definition.isShown,
        ...(definition.showsNumber === false ? { showsNumber: false } : {}),
      },
    ];
  });
}
