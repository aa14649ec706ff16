import {
  asDecimal,
  type Answer,
  isRepeatingGroup,
  type ListAnswer,
  type QuestionnaireItem,
  type Score,
  scoreReader,
} from '@portal/api';
import type { ScoreDefinition, StoredScore, TemplateRevision } from './template.ts';

/**
 * The scores that the patient sees. A score without its number has only its message, and one without either is left out. Name and message
 * are those of the revision, which is in the reader's language.
 */
export function shownScores(scores: readonly StoredScore[], revision: TemplateRevision): Score[] {
  const definitionOf = new Map(revision.scores.map((score) => [score.scoreKey, score]));
  return scores.flatMap((score): Score[] => {
    const { scoreKey, scoreName, scoreValue, patientMessageOnCompletion, isShown, showsNumber = true } = score;
    if (!isShown || (!showsNumber && !patientMessageOnCompletion)) return [];
    const definition = definitionOf.get(scoreKey);
    const scoreMaximum = showsNumber && definition ? highestScore(revision.items, definition) : null;
    return [
      {
        scoreName: definition?.name ?? scoreName,
        scoreValue: showsNumber ? scoreValue : null,
        scoreMaximum,
        patientMessageOnCompletion: definition ? messageFor(definition, scoreValue) : patientMessageOnCompletion,
      },
    ];
  });
}

function messageFor({ messages }: ScoreDefinition, value: number): string | null {
  const message = messages.find(({ from, to }) => (from === null || value >= from) && (to === null || value <= to));
  return message?.text ?? null;
}

/** Whether an answer to the item has a value to add: an option has one, or the answer is a number. */
export const hasValue = (item: QuestionnaireItem): boolean =>
  'listAnswers' in item
    ? item.listAnswers.some((option) => option.score !== null)
    : item.questionnaireItemType === 'NumberQuestion' || item.questionnaireItemType === 'SliderQuestion';

/** The highest value of an item; null if it has none. */
function highestOf(item: QuestionnaireItem): number | null {
  if (!hasValue(item)) return null;
  if (item.questionnaireItemType === 'SliderQuestion') return item.maxValue;
  // The numbers of several answers are added.
  if (item.questionnaireItemType === 'NumberQuestion') return item.occurs === undefined ? item.maxValue : null;
  if (!('listAnswers' in item)) return null;
  const valueOf = ({ score }: ListAnswer): number => score ?? 0;
  if (item.questionnaireItemType !== 'MultiSelectionQuestion') return Math.max(...item.listAnswers.map(valueOf));
  const together = item.listAnswers
    .filter(({ isExclusive }) => isExclusive !== true)
    .map(valueOf)
    .filter((value) => value > 0)
    .toSorted((one, other) => other - one)
    .slice(0, item.occurs?.most ?? undefined)
    .reduce((sum, value) => sum + value, 0);
  return Math.max(together, ...item.listAnswers.filter(({ isExclusive }) => isExclusive === true).map(valueOf));
}

/** For "9 of 27". Null if there is no simple maximum: conditional items may never be asked together, and rows have no limit. */
export function highestScore(items: readonly QuestionnaireItem[], { constant, terms }: ScoreDefinition): number | null {
  const itemById = new Map(items.map((item) => [item.questionnaireItemId, item]));
  const isAlwaysAskedOnce = (item: QuestionnaireItem): boolean => {
    const { enableWhen, enableWhenExpression, parentItemId } = item;
    if (enableWhen || enableWhenExpression || isRepeatingGroup(item)) return false;
    const parent = parentItemId === undefined ? undefined : itemById.get(parentItemId);
    return parent === undefined || isAlwaysAskedOnce(parent);
  };
  let highest = constant;
  for (const { questionnaireItemId, weight } of terms) {
    const item = itemById.get(questionnaireItemId);
    const most = item && isAlwaysAskedOnce(item) ? highestOf(item) : null;
    if (most === null || weight <= 0) return null;
    highest += weight * most;
  }
  return terms.length === 0 ? null : asDecimal(highest);
}

/** The same for the score with a key; also null if the revision has no such score. */
export function highestScoreFor({ items, scores }: TemplateRevision, key: string): number | null {
  const definition = scores.find(({ scoreKey }) => scoreKey === key);
  return definition ? highestScore(items, definition) : null;
}

/** The scores of a questionnaire (rulings, section 8), in the order of their definitions. A score whose `needs` are not met is left out. */
export function scoresOf(
  items: readonly QuestionnaireItem[],
  definitions: readonly ScoreDefinition[],
  answers: readonly Answer[],
): StoredScore[] {
  if (definitions.length === 0) return [];
  const valueOf = scoreReader(items, answers);
  return definitions.flatMap((definition): StoredScore[] => {
    const scoreValue = valueOf(definition);
    if (scoreValue === null) return [];
    return [
      {
        scoreKey: definition.scoreKey,
        scoreName: definition.name,
        scoreValue,
        patientMessageOnCompletion: messageFor(definition, scoreValue),
        isShown: definition.isShown,
        ...(definition.showsNumber === false ? { showsNumber: false } : {}),
      },
    ];
  });
}
