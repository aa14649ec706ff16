import type { Slot } from '@portal/api';
import type { AnswerSheet } from './sheet.ts';

const numbersIn = /^question-(\d+(?:-\d+)*)/;

/** The question that a control on the page belongs to, asked or not; null for what is part of none. */
export function questionAt(element: Element, sheet: AnswerSheet): Slot | null {
  const part = element.closest('[id^="question-"]');
  const [id, ...behind] = (numbersIn.exec(part?.id ?? '')?.[1] ?? '').split('-').map(Number);
  const item = sheet.items.find(({ questionnaireItemId }) => questionnaireItemId === id);
  // Behind the numbers of its rows come those of its own controls, which a slot does not take.
  return item ? sheet.within(behind).slot(item.questionnaireItemId) : null;
}
