import { type Answer, entriesByItem, isAnswered, type LanguageCode, type QuestionnaireItem } from '@portal/api';
import type { ScoreDefinition, StoredScore } from './template.ts';

/** What an answered item adds to a score: the scores of its chosen options, or its number; null when it adds nothing. */
function scoreOf(item: QuestionnaireItem, entries: readonly Answer[]): number | null {
  switch (item.questionnaireItemType) {
    case 'SingleSelectionRadioButtonQuestion':
    case 'SingleSelectionDropdownQuestion':
    case 'MultiSelectionQuestion': {
      const chosen = new Set(entries.filter((entry) => entry.isChecked !== false).map((entry) => entry.listAnswerId));
      const scores = item.listAnswers.flatMap((option) => (chosen.has(option.listAnswerId) && option.score !== null ? [option.score] : []));
      return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0);
    }
    case 'NumberQuestion':
    case 'SliderQuestion':
      return entries[0]?.numberAnswer ?? null;
    case 'BooleanQuestion':
    case 'DateQuestion':
    case 'TextQuestion':
    case 'SectionHeader':
    case 'QuestionMatrixGrouping':
      return null;
  }
}

/** Sums of binary fractions (0.1 + 0.2) are shown and compared as people write them. */
const tidy = (value: number): number => Number(value.toFixed(10));

/** The first message whose range holds the value, in the language asked for where there is one. */
export function messageFor(definition: ScoreDefinition, value: number, language: LanguageCode | null): string | null {
  const message = definition.messages.find(({ from, to }) => (from === null || value >= from) && (to === null || value <= to));
  if (!message) return null;
  return (language === null ? undefined : message.texts[language]) ?? message.text;
}

/** The scores of a sheet (rulings, section 8), in the order of their definitions; one whose needs are unmet is left out. */
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
    const met = definition.needs.every(({ atLeast, of, by }) => of.filter((id) => (by === 'answer' ? answered(id) : valueOf(id) !== null)).length >= atLeast);
    if (!met) return [];
    const scoreValue = tidy(definition.terms.reduce((sum, { questionnaireItemId, weight }) => sum + weight * (valueOf(questionnaireItemId) ?? 0), definition.constant));
    return [{
      scoreKey: definition.scoreKey,
      scoreName: definition.name,
      scoreValue,
      patientMessageOnCompletion: messageFor(definition, scoreValue, language),
      isShown: definition.isShown,
    }];
  });
}
