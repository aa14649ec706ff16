import {
  type Answer,
  type AssignedQuestionnaire,
  CalendarDate,
  entriesByPlace,
  formOf,
  isForPerson,
  isRepeatingGroup,
  type ItemPlace,
  placesOf,
  LocalDateTime,
  type QuestionnaireItem,
  TimeOfDay,
} from '@portal/api';
import * as v from 'valibot';
import { signed } from './signatures.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const dayFor = (seed: number): string => `2026-02-${twoDigits(1 + (seed % 28))}`;

/** An answer to one item that every rule accepts; `seed` picks which. Headings get none. */
export function answerFor(item: QuestionnaireItem, seed = 0): readonly Answer[] {
  const { questionnaireItemId } = item;
  switch (item.questionnaireItemType) {
    case 'SectionHeader':
    case 'QuestionMatrixGrouping':
    case 'QuestionGroup':
    case 'AttachmentQuestion':
    case 'LookupQuestion':
    case 'SignatureQuestion':
      return [];
    case 'DateTimeQuestion':
      return [
        { questionnaireItemId, dateTimeAnswer: v.parse(LocalDateTime, `${dayFor(seed)}T09:${twoDigits(seed % 60)}`) },
      ];
    case 'TimeQuestion':
      return [{ questionnaireItemId, timeAnswer: v.parse(TimeOfDay, `${twoDigits(seed % 24)}:30`) }];
    case 'UrlQuestion':
      return [{ questionnaireItemId, textAnswer: `https://example.org/${seed}` }];
    case 'QuantityQuestion':
      return [
        {
          questionnaireItemId,
          numberAnswer: Math.min(item.maxValue ?? 1_000_000, (item.minValue ?? 0) + (seed % 3)),
          unitKey: item.units[seed % item.units.length]?.key,
        },
      ];
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
          dateAnswer: v.parse(CalendarDate, dayFor(seed)),
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

/** The answer at a place, with its row; for a repeating group, two rows. */
const answerAt = ({ item, rowPath }: ItemPlace, seed: number): readonly Answer[] => {
  const at = rowPath.length === 0 ? {} : { rowPath: [...rowPath] };
  if (isRepeatingGroup(item))
    return [{ questionnaireItemId: item.questionnaireItemId, ...at, rows: [2, 1].slice(0, item.occurs.most ?? 2) }];
  return isForPerson(item) ? answerFor(item, seed).map((answer) => ({ ...answer, ...at })) : [];
};

/** A complete answer sheet that the server accepts. Questions that are asked because of an answer are answered too. */
export function fullSheet(questionnaire: AssignedQuestionnaire, seed = 0): Answer[] {
  const form = formOf(questionnaire);
  let answers: Answer[] = [];
  for (let before = -1; before !== answers.length;) {
    before = answers.length;
    const bySlot = entriesByPlace(answers);
    answers = placesOf(form, answers)
      .filter(({ isAsked }) => isAsked)
      .flatMap((place, index) => bySlot.get(place.slot) ?? answerAt(place, seed + index));
  }
  return signed(form, answers);
}
