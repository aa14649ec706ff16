import type { Slot } from '@portal/api';
import type { AnswerSheet } from './sheet.ts';

const numbersIn = /^question-(\d+(?:-\d+)*)/;

/** The question of a control on the page, asked or not; null for a control of none. */
export function questionAt(element: Element, sheet: AnswerSheet): Slot | null {
  const part = element.closest('[id^="question-"]');
  const [id, ...behind] = (numbersIn.exec(part?.id ?? '')?.[1] ?? '').split('-').map(Number);
  const item = sheet.items.find(({ questionnaireItemId }) => questionnaireItemId === id);
  // The numbers of its controls follow the numbers of its rows; a slot does not include them.
  return item ? sheet.within(behind).slot(item.questionnaireItemId) : null;
}
