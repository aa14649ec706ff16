import { type Slot, isForPerson } from '@portal/api';
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { watchPresses } from '../../../ui/form/press.ts';
import type { AnswerSheet } from './answerSheet.ts';
import { questionId } from './items/itemParts.ts';
import { questionAt } from './questionAt.ts';

/** The control that must not move while questions appear or go. */
interface Held {
  /** What the person touched or reached last, and its position in the window. */
  readonly part: Element | null;
  readonly top: number;
  /** The control that has the focus, and its question. */
  readonly focused: Element | null;
  readonly slot: Slot | null;
}

const nothingToWatch = (): (() => void) => () => undefined;

/** Focuses the control of a question without moving the page: the chosen option, else the first one. */
function focusQuestion(id: string): boolean {
  const part = document.getElementById(id);
  const control = part?.matches('input, select, textarea')
    ? part
    : (part?.querySelector<HTMLElement>('input:checked') ??
      part?.querySelector<HTMLElement>('input:not(:disabled), select, textarea, button'));
  control?.focus({ preventScroll: true });
  return control !== null && control !== undefined;
}

/** Focuses the nearest question before one that is not asked any more, or the page where there is none. */
function focusBefore(sheet: AnswerSheet, slot: Slot | null): void {
  const [id, ...rowPath] = (slot ?? '').split('/').map(Number);
  const row = sheet.within(rowPath);
  const at = sheet.items.findIndex(({ questionnaireItemId }) => questionnaireItemId === id);
  const isFocused = sheet.items
    .slice(0, Math.max(at, 0))
    .toReversed()
    .filter((item) => isForPerson(item) && row.isAsked(item.questionnaireItemId))
    .some(({ questionnaireItemId }) => {
      const rows = row.slot(questionnaireItemId).split('/').slice(1).map(Number);
      return focusQuestion(questionId(questionnaireItemId, rows));
    });
  if (!isFocused) document.getElementById('main')?.focus({ preventScroll: true });
}

/**
 * Keeps the position of what the person is using when a question above it appears, goes or shows a fault, and focuses the question before
 * when the focused one is gone. For the element around the questions.
 */
export function useStillness(sheet: AnswerSheet): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const held = useRef<Held | null>(null);
  const { at } = useSyncExternalStore(
    sheet.isPlain ? nothingToWatch : sheet.subscribeAsking,
    sheet.asking,
    sheet.asking,
  );
  const faults = useSyncExternalStore(sheet.subscribeFaultsOnLeave, sheet.faultsOnLeave, sheet.faultsOnLeave);
  useEffect(watchPresses, []);
  useEffect(() => {
    const questions = list.current;
    if (questions === null) return;
    // Safari does not focus what is pressed, so a touch counts like the focus.
    let last: Element | null = null;
    const reach = ({ target }: Event): void => {
      last = target instanceof Element ? target : null;
    };
    const leave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Element && !questions.contains(relatedTarget)) last = null;
    };
    questions.addEventListener('pointerdown', reach);
    questions.addEventListener('focusin', reach);
    questions.addEventListener('focusout', leave);
    const hold = (): void => {
      const focused = questions.contains(document.activeElement) ? document.activeElement : null;
      const part = last?.isConnected ? last : focused;
      held.current = {
        part,
        top: part?.getBoundingClientRect().top ?? 0,
        focused,
        slot: focused && questionAt(focused, sheet),
      };
    };
    const stops = [sheet.subscribeAsking(hold), sheet.subscribeFaultsOnLeave(hold)];
    return () => {
      questions.removeEventListener('pointerdown', reach);
      questions.removeEventListener('focusin', reach);
      questions.removeEventListener('focusout', leave);
      for (const stop of stops) stop();
    };
  }, [sheet]);
  useLayoutEffect(() => {
    const before = held.current;
    held.current = null;
    if (before === null) return;
    const { part, top, focused, slot } = before;
    if (part?.isConnected) {
      const moved = part.getBoundingClientRect().top - top;
      if (Math.abs(moved) >= 1) window.scrollBy(0, moved);
    }
    const hasNoFocus = document.activeElement === null || document.activeElement === document.body;
    if (focused?.isConnected === false && hasNoFocus) focusBefore(sheet, slot);
  }, [at, faults, sheet]);
  return list;
}
