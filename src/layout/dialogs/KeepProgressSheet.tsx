import { type ReactNode, useEffect } from 'react';
import { stopAhead } from '../../data/keptRecords/ahead.ts';
import { useAheadProgress } from '../../data/keptRecords/aheadProgress.ts';
import { KeepProgress } from '../../records/keeping/KeepProgress.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useWords } from '../../words/index.ts';
import { keepNote } from './KeepSheet.css.ts';

const continueId = 'keep-continue';

/** The progress of fetching the offline copy. Fetching continues when the sheet is closed. */
export function KeepProgressSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const progress = useAheadProgress();
  // The button of the previous question had the focus and is gone.
  useEffect(() => document.getElementById(continueId)?.focus(), []);
  const isOver = progress?.state === 'done' || progress?.state === 'stopped';
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
          {isOver ? null : (
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
      {progress === null ? <p role="status">{t('layout.keepStarting')}</p> : <KeepProgress progress={progress} />}
      {isOver ? null : <p className={keepNote}>{t('layout.keepContinues')}</p>}
    </Dialog>
  );
}
