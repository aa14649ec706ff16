import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react';
import { afterNextPaint } from '../../../browser/painting/afterPaint.ts';
import type { DraftHandle } from '../../../data/drafts/types.ts';
import { waitAtMost } from '../../../data/pause.ts';
import { useWords } from '../../../words/index.ts';
import type { AnswerSheet } from './answerSheet.ts';
import { wouldLose } from './savedState.ts';

const loadLeaveDialog = () => import('../LeaveDialog.tsx');
const LeaveDialog = lazy(async () => ({ default: (await loadLeaveDialog()).LeaveDialog }));

/** Asks before unfinished answers are left, and does what the person chooses. */
export function useLeaving(handle: DraftHandle, sheet: AnswerSheet, isFilling: boolean) {
  const [question, setQuestion] = useState<{
    readonly answer: (leaves: boolean) => void;
    readonly wouldLose: boolean;
    readonly isOver?: true;
  } | null>(null);
  // The answers were sent, or wait for it, while the question was open: its button would delete them.
  if (question !== null && !isFilling && !question.isOver) setQuestion({ ...question, isOver: true });
  useEffect(() => {
    if (question?.isOver) question.answer(false);
  }, [question]);
  const { t } = useWords();
  const filling = useRef(isFilling);
  useEffect(() => {
    filling.current = isFilling;
  }, [isFilling]);
  useEffect(() => {
    // The dialog is loaded ahead, because it must show without a connection and after the files of this version are gone.
    return afterNextPaint(() => void loadLeaveDialog().catch(() => undefined));
  }, []);
  const isNeeded = useCallback(
    () => filling.current && handle.state().ownership === 'owner' && sheet.answers().length > 0,
    [handle, sheet],
  );
  const ask = useCallback(async () => {
    let isThere = false;
    const load = loadLeaveDialog().then(
      () => {
        isThere = true;
      },
      () => undefined,
    );
    // Waits a moment for running writes, so that the question says correctly what would be lost.
    await waitAtMost(1200, Promise.allSettled([handle.flush(), load]));
    // The dialog could not be loaded: a stored draft is kept without a question, and only what would be lost is asked about.
    if (!isThere) return !wouldLose(handle.state()) || window.confirm(t('questionnaires.leaveUnsavedText'));
    return new Promise<boolean>((resolve) => {
      setQuestion((open) => {
        open?.answer(false);
        return { answer: resolve, wouldLose: wouldLose(handle.state()) };
      });
    });
  }, [handle, t]);
  const close = (leaves: boolean) => {
    question?.answer(leaves);
    setQuestion(null);
  };
  const dialog =
    question !== null && !question.isOver ? (
      <Suspense>
        <LeaveDialog
          wouldLose={question.wouldLose}
          onKeep={async () => {
            await handle.flush().catch(() => undefined);
            if (wouldLose(handle.state())) setQuestion({ ...question, wouldLose: true });
            else close(true);
          }}
          onDiscard={async () => {
            await handle.discard();
            close(true);
          }}
          onStay={() => close(false)}
        />
      </Suspense>
    ) : null;
  return { isNeeded, ask, dialog };
}

/** The browser's own question, only while something is neither on the device nor on the server. */
export function useWarnBeforeUnload(handle: DraftHandle): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (wouldLose(handle.state())) event.preventDefault();
    };
    const sync = () => {
      window.removeEventListener('beforeunload', warn);
      // Only while it is needed, because this listener keeps a page out of the back-forward cache.
      if (wouldLose(handle.state())) window.addEventListener('beforeunload', warn);
    };
    sync();
    const stop = handle.subscribe(sync);
    return () => {
      stop();
      window.removeEventListener('beforeunload', warn);
    };
  }, [handle]);
}
