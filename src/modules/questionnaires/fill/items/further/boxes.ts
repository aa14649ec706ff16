import { type Answer, mostAnswers, type ItemOf, type QuestionnaireItemId, type RepeatingType } from '@portal/api';

/** The boxes of a question with several answers: one entry each, an empty one for an empty box. */
export function boxesOf(item: ItemOf<RepeatingType>, entries: readonly Answer[]): readonly Answer[] {
  const { questionnaireItemId, occurs } = item;
  const least = Math.min(Math.max(1, occurs?.least ?? 0), mostAnswers(item));
  return [
    ...entries,
    ...Array.from({ length: Math.max(0, least - entries.length) }, () => emptyBox(questionnaireItemId)),
  ];
}

/** The entry of an empty box; it is never sent. */
export const emptyBox = (questionnaireItemId: QuestionnaireItemId): Answer => ({ questionnaireItemId, textAnswer: '' });

/** The entry that a box shows; none for an empty box. */
export const shownInBox = (box: Answer): readonly Answer[] => (box.textAnswer === '' ? [] : [box]);

export const withBox = (boxes: readonly Answer[], index: number, next: Answer): readonly Answer[] =>
  boxes.map((box, at) => (at === index ? next : box));

export const withoutBox = (boxes: readonly Answer[], index: number): readonly Answer[] =>
  boxes.filter((_, at) => at !== index);
