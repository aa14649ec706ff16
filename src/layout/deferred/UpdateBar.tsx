import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { RefreshCw } from '../../ui/icons.ts';
import { loadWords, useWords } from '../../words/index.ts';
import { anyOpenWork } from '../../browser/openWork.ts';
import { updateBar, updateBarIn } from './UpdateBar.css.ts';
import { startWorker, activateUpdate, useUpdate } from './worker.ts';

/** Says that a new version is there, and offers to load it. It never reloads by itself. */
export function UpdateBar(): ReactNode {
  const { t } = useWords();
  const state = useUpdate();
  const [there, setThere] = useState(false);
  useEffect(() => startWorker(), []);
  useEffect(() => {
    if (state !== 'none')
      loadWords('layout').then(
        () => setThere(true),
        () => undefined,
      );
  }, [state]);
  const shown = there && state !== 'none';
  const elsewhere = state === 'elsewhere';
  const explanation =
    state === 'notSaved'
      ? t('layout.updateNotSaved')
      : elsewhere
        ? t('layout.updatedElsewhere')
        : anyOpenWork()
          ? t('layout.updateSheet')
          : '';
  return (
    <div role="status" className={updateBar}>
      {shown ? (
        <div className={updateBarIn}>
          <p>
            {elsewhere ? null : <strong>{t('layout.updateReady')}</strong>} {explanation}
          </p>
          <Button
            variant="secondary"
            size="small"
            icon={RefreshCw}
            busy={state === 'updating'}
            onClick={() => void activateUpdate()}
          >
            {t(elsewhere ? 'layout.reload' : 'layout.update')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
