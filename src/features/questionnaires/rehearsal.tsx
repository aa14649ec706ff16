import type { AssignedQuestionnaire, ItemType } from '@portal/api';
import { createRoot } from 'react-dom/client';
import { afterPaint } from '../../data/afterPaint.ts';
import { openAnswerSheet } from './answerSheet.ts';
import { ItemField } from './ItemField.tsx';

/** The kinds of question that a tap or one key answers. */
const rehearsed: readonly ItemType[] = ['SingleSelectionRadioButtonQuestion', 'BooleanQuestion', 'MultiSelectionQuestion', 'TextQuestion', 'NumberQuestion'];

/** As much again as the browser's engine needs to keep what it has learnt of the code. */
const times = 2;

const touch = ['pointerover', 'pointerenter', 'pointerdown', 'touchstart', 'pointerup', 'pointerout', 'touchend', 'mouseover', 'mousemove', 'mousedown', 'focusin', 'mouseup'] as const;
const key = ['focusin', 'keydown', 'keypress', 'beforeinput', 'keyup'] as const;

const send = (target: Element, names: readonly string[]): void => {
  for (const name of names) target.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
};

function tap(box: HTMLInputElement): void {
  const words = box.closest('label') ?? box;
  send(words, touch);
  box.click();
}

function type(field: HTMLInputElement | HTMLTextAreaElement): void {
  send(field, key);
  // Not by its value: that is how the page itself would change it, and no input.
  field.setRangeText('1');
  send(field, ['input']);
}

const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run);
  return () => cancelIdleCallback(request);
};

/**
 * Answers one question of each kind on a copy that belongs to no page and is thrown away. A phone compiles the way of an answer
 * when it is first gone: that happens here, while the person reads, and not between their first tap and the frame that shows it.
 * Gives the way to stop it.
 */
export function rehearse(questionnaire: AssignedQuestionnaire): () => void {
  const sheet = openAnswerSheet({ questionnaire, answers: [], write: () => undefined });
  const items = rehearsed.flatMap((kind) => sheet.items.find((item) => item.questionnaireItemType === kind) ?? []);
  const place = document.createElement('div');
  let root: ReturnType<typeof createRoot> | null = null;
  let stop = (): void => undefined;
  const end = () => {
    stop();
    const old = root;
    root = null;
    // Later: React does not end one tree while it is at work on another.
    if (old) setTimeout(() => old.unmount());
  };
  const steps = [
    () => {
      root = createRoot(place);
      root.render(items.map((item) => <ItemField key={item.questionnaireItemId} sheet={sheet} item={item} />));
    },
    ...Array.from({ length: times }, () => () => {
      afterPaint(() => undefined);
      for (const box of place.querySelectorAll<HTMLInputElement>('fieldset label:nth-child(-n + 2) > input')) tap(box);
    }),
    ...Array.from({ length: times }, () => () => {
      for (const field of place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type="radio"], [type="checkbox"]), textarea')) type(field);
    }),
    end,
  ];
  const next = (index: number): void => {
    const step = steps[index];
    if (step === undefined) return;
    stop = whenIdle(() => {
      step();
      next(index + 1);
    });
  };
  next(0);
  return end;
}
