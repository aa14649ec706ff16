import { type ReactNode, useEffect } from 'react';
import { type AheadProgress, stopAhead, useAheadProgress } from '../../data/keptRecords/ahead.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { formatMegabytes, type Words, useWords } from '../../words/index.ts';
import { keepNote } from './KeepSheet.css.ts';

const continueId = 'keep-continue';

/** What is done and what comes now: "Test results done, Medical notes now". */
function stepOf({ finished, current, state }: AheadProgress, { t }: Pick<Words, 't'>): string {
  if (state === 'done') return t('layout.keepAllDone');
  const last = finished.at(-1);
  if (current === null) return last === undefined ? '' : t('layout.keepDone', { done: t(last) });
  return last === undefined
    ? t('layout.keepNow', { now: t(current) })
    : t('layout.keepDoneNow', { done: t(last), now: t(current) });
}

/** How far keeping has come. It goes on without the sheet. */
export function KeepProgressSheet({ onClose }: { onClose: () => void }): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const progress = useAheadProgress();
  // The question before it had the focus on a button that is gone.
  useEffect(() => document.getElementById(continueId)?.focus(), []);
  return (
    <Dialog
      open
      title={t('layout.keepProgress')}
      onClose={onClose}
      focusFirst={continueId}
      actions={
        <>
          <Button id={continueId} onClick={onClose}>
            {t('layout.keepContinue')}
          </Button>
          {progress?.state === 'done' || progress?.state === 'stopped' ? null : (
            <Button
              variant="secondary"
              onClick={() => {
                stopAhead();
                onClose();
              }}
            >
              {t('layout.keepStop')}
            </Button>
          )}
        </>
      }
    >
      {progress === null ? (
        <p role="status">{t('layout.keepStarting')}</p>
      ) : (
        <Progress
          label={t('layout.keepProgressLabel')}
          done={progress.done}
          total={progress.total}
          words={t('layout.keepCount', {
            done: progress.done,
            total: progress.total,
            size: formatMegabytes(locale, progress.bytes),
          })}
          trailing={<span role="status">{stepOf(progress, words)}</span>}
        />
      )}
      <p className={keepNote}>{t(progress?.isRefused ? 'layout.keepRefused' : 'layout.keepContinues')}</p>
    </Dialog>
  );
}
