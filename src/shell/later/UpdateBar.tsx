import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { RefreshCw } from '../../ui/icons.ts';
import { loadWords, useWords } from '../../words/index.ts';
import { anyOpenWork } from '../openWork.ts';
import { updateBar, updateBarIn } from './UpdateBar.css.ts';
import { startWorker, update, useUpdate } from './worker.ts';

/** Says that a new version is there. It only asks: nothing changes under somebody's hands. */
export function UpdateBar(): ReactNode {
  const { t } = useWords();
  const state = useUpdate();
  const [there, setThere] = useState(false);
  useEffect(() => startWorker(), []);
  useEffect(() => {
    if (state !== 'none') loadWords('shell').then(() => setThere(true), () => undefined);
  }, [state]);
  const shown = there && state !== 'none';
  const elsewhere = state === 'elsewhere';
  const explanation = state === 'notSaved' ? t('shell.updateNotSaved') : elsewhere ? t('shell.updatedElsewhere') : anyOpenWork() ? t('shell.updateSheet') : '';
  return (
    <div role="status" className={updateBar}>
      {shown ? (
        <div className={updateBarIn}>
          <p>
            {elsewhere ? null : <strong>{t('shell.updateReady')}</strong>} {explanation}
          </p>
          <Button variant="secondary" size="small" icon={RefreshCw} busy={state === 'updating'} onClick={() => void update()}>
            {t(elsewhere ? 'shell.reload' : 'shell.update')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
