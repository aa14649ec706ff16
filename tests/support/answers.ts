import { type Answer, type AssignedQuestionnaire, CalendarDate, type QuestionnaireItem } from '@portal/api';
import * as v from 'valibot';

/** An answer that every rule accepts, for one item; `seed` picks which. Headings get none. */
export function answerFor(item: QuestionnaireItem, seed = 0): readonly Answer[] {
  const { questionnaireItemId } = item;
  switch (item.questionnaireItemType) {
    case 'SectionHeader':
    case 'QuestionMatrixGrouping':
      return [];
    case 'TextQuestion':
      return [{ questionnaireItemId, textAnswer: `answer ${seed}`.slice(0, item.maxLength) }];
    case 'BooleanQuestion':
      return [{ questionnaireItemId, isChecked: seed % 2 === 0 }];
    case 'NumberQuestion':
      return [
        { questionnaireItemId, numberAnswer: Math.min(item.maxValue ?? 1_000_000, (item.minValue ?? 0) + (seed % 3)) },
      ];
    case 'DateQuestion':
      return [
        {
          questionnaireItemId,
          dateAnswer: v.parse(CalendarDate, `2026-02-${String(1 + (seed % 28)).padStart(2, '0')}`),
        },
      ];
    case 'SliderQuestion': {
      const steps = Math.floor((item.maxValue - item.minValue) / item.step);
      return [
        { questionnaireItemId, numberAnswer: Number((item.minValue + (seed % (steps + 1)) * item.step).toFixed(6)) },
      ];
    }
    case 'SingleSelectionRadioButtonQuestion':
    case 'SingleSelectionDropdownQuestion':
    case 'MultiSelectionQuestion': {
      const option = item.listAnswers[seed % item.listAnswers.length];
      if (option === undefined) return [];
      const other = option.isOtherOption ? { otherOptionText: `other ${seed}` } : {};
      const ticked = item.questionnaireItemType === 'MultiSelectionQuestion' ? { isChecked: true } : {};
      return [{ questionnaireItemId, listAnswerId: option.listAnswerId, ...ticked, ...other }];
    }
  }
}

/** A whole sheet that the server accepts. */
export const fullSheet = (questionnaire: AssignedQuestionnaire, seed = 0): Answer[] =>
  questionnaire.questionnaireItems.flatMap((item, index) => answerFor(item, seed + index));
