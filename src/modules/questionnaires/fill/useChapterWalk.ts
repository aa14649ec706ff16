import type { QuestionnaireItemId, Slot } from '@portal/api';
import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { focusPart } from '../../../ui/ErrorSummary.tsx';
import type { AnswerSheet, EnabledQuestion, Problem } from './answerSheet.ts';
import {
  type Chapter,
  chaptersOf,
  chapterWith,
  isBegun as isSheetBegun,
  nextUnanswered,
  stoppedAt,
} from './chapters.ts';
import { questionId } from './items/itemParts.ts';
import { questionAt } from './questionAt.ts';
import { afterNextPaint } from '../../../browser/painting/afterPaint.ts';

/**
 * Keeps this page's scroll position when a step back is blocked. Such a step leaves the history entry and returns to it, and the browser
 * then scrolls to the position of the page behind. The returned function scrolls to the top, also as the target of a step that is being
 * blocked.
 */
function useHeldScroll(isActive: boolean): () => void {
  const position = useRef(0);
  useEffect(() => {
    if (!isActive) return;
    const before = history.scrollRestoration;
    const entry = location.href;
    history.scrollRestoration = 'manual';
    const stepped = (): void => {
      if (location.href === entry) afterNextPaint(() => window.scrollTo(0, position.current));
      else position.current = window.scrollY;
    };
    window.addEventListener('popstate', stepped);
    return () => {
      window.removeEventListener('popstate', stepped);
      history.scrollRestoration = before;
    };
  }, [isActive]);
  return useCallback(() => {
    position.current = 0;
    window.scrollTo(0, 0);
  }, []);
}

type QuestionTarget = EnabledQuestion | Pick<Problem, 'item' | 'rowPath' | 'slot'>;

/** The chapters of a long questionnaire, and where the person is. */
export interface ChapterWalk {
  readonly chapters: readonly Chapter[];
  /** The chapter on the page; null on the overview. */
  readonly chapter: Chapter | null;
  /** The question that the person had reached when the questionnaire was opened. */
  readonly stopped: QuestionnaireItemId | null;
  /** The question to continue with: where the person stopped, or the next one since. Null where all are answered. */
  readonly resumeAt: () => EnabledQuestion | null;
  /** True once something was answered, here or before. */
  readonly isBegun: () => boolean;
  readonly open: (chapter: Chapter) => void;
  /** Goes to a question in any chapter; `part` gets the focus, where that is not the question itself. */
  readonly goTo: (question: QuestionTarget, part?: string) => void;
  readonly toOverview: () => void;
  /** Notes which question the person is at. */
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
}

const rowsOfQuestion = (question: QuestionTarget): readonly number[] =>
  'sheet' in question ? question.sheet.rowPath : question.rowPath;

/** The asked question whose control has the focus. */
function askedAt(element: Element, sheet: AnswerSheet): Slot | null {
  const slot = questionAt(element, sheet);
  return sheet.asked().some((question) => question.slot === slot) ? slot : null;
}

/** Null where the questionnaire is short enough for one page. */
export function useChapterWalk(sheet: AnswerSheet, failedSends: number): ChapterWalk | null {
  const chapters = useMemo(() => chaptersOf(sheet.blocks), [sheet]);
  const [at, setAt] = useState<{ sheet: AnswerSheet; index: number; part: string | null; move: number } | null>(null);
  const [{ stopped }, setOpening] = useState(() => ({ sheet, stopped: stoppedAt(sheet) }));
  const cursor = useRef<Slot | null>(null);

  // A questionnaire that was revised, or could not be sent, starts with its overview again.
  const [shown, setShown] = useState({ sheet, failedSends });
  if (shown.sheet !== sheet || shown.failedSends !== failedSends) {
    setShown({ sheet, failedSends });
    if (shown.sheet !== sheet) setOpening({ sheet, stopped: stoppedAt(sheet) });
    setAt(null);
  }
  const place = shown.sheet === sheet && shown.failedSends === failedSends ? at : null;

  const show = useCallback(
    (index: number, part: string | null) => setAt((before) => ({ sheet, index, part, move: (before?.move ?? 0) + 1 })),
    [sheet],
  );
  const goTo = useCallback(
    (question: QuestionTarget, part = questionId(question.item.questionnaireItemId, rowsOfQuestion(question))) => {
      cursor.current = question.slot;
      show(Math.max(chapterWith(chapters, question.item.questionnaireItemId), 0), part);
    },
    [chapters, show],
  );
  const open = useCallback((chapter: Chapter) => show(chapter.number - 1, null), [show]);
  const toOverview = useCallback(() => show(-1, null), [show]);
  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      cursor.current = askedAt(event.target, sheet) ?? cursor.current;
    },
    [sheet],
  );
  const resumeAt = useCallback(() => {
    if (cursor.current !== null) return nextUnanswered(sheet, cursor.current);
    const isStillAsked = sheet.asked().some(({ slot }) => slot === stopped?.slot);
    return stopped !== null && isStillAsked ? stopped : nextUnanswered(sheet, null);
  }, [sheet, stopped]);
  const isBegun = useCallback(() => isSheetBegun(sheet), [sheet]);

  const scrollToTop = useHeldScroll(chapters.length > 0);
  const wasShown = useRef(place);
  useEffect(() => {
    if (wasShown.current === place) return;
    wasShown.current = place;
    // After a failed sending the summary of what is wrong has the focus.
    if (place === null) return;
    if (place.part) focusPart(place.part);
    else {
      document.getElementById('main')?.focus({ preventScroll: true });
      scrollToTop();
    }
  }, [place, scrollToTop]);

  const chapter = place === null ? null : (chapters[place.index] ?? null);
  return useMemo(
    () =>
      chapters.length === 0
        ? null
        : {
            chapters,
            chapter,
            stopped: stopped?.item.questionnaireItemId ?? null,
            resumeAt,
            isBegun,
            open,
            goTo,
            toOverview,
            onFocus,
          },
    [chapters, chapter, stopped, resumeAt, isBegun, open, goTo, toOverview, onFocus],
  );
}
