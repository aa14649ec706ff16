import { type ReactNode, Suspense, lazy, useId, useState } from 'react';
import { type KeepingRefused, startKeeping, stopKeeping, useKeeping } from '../../data/keptRecords/keeping.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useWords } from '../../words/index.ts';
import { cardBody } from './account.css.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/dialog/Dialog.tsx')).ConfirmDialog }));

/** Whether this device keeps records to be read without a connection, and what it keeps. */
export function RecordsCard(): ReactNode {
  const { t } = useWords();
  const id = useId();
  const keeping = useKeeping();
  const [isEnding, setEnding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<KeepingRefused | null>(null);
  const isOn = keeping.kind === 'on';

  const act = async (work: () => Promise<KeepingRefused | null>) => {
    if (isBusy) return;
    setBusy(true);
    setRefused(null);
    setRefused(await work().catch(() => 'refused' as const));
    setBusy(false);
    setEnding(false);
  };
  const end = async () => {
    await stopKeeping();
    return null;
  };

  return (
    <Card labelledBy={id}>
      <div className={cardBody} id="records">
        <h2 id={id}>{t('account.records')}</h2>
        <Switch
          label={t('account.recordsSwitch')}
          state={t(isOn ? 'account.recordsOn' : 'account.recordsOff')}
          checked={isOn}
          disabledReason={
            keeping.kind === 'closed'
              ? t('account.recordsImpossible')
              : keeping.kind === 'newer'
                ? t('account.recordsNewer')
                : null
          }
          onChange={(next) => {
            if (next) void act(() => startKeeping(null));
            else setEnding(true);
          }}
        />
        <p>{t('account.recordsAbout')}</p>
        <div role="status">
          {refused === null ? null : (
            <Banner kind="error" onClose={() => setRefused(null)}>
              {t(refused === 'refused' ? 'account.recordsRefused' : 'account.offline')}
            </Banner>
          )}
        </div>
      </div>
      <Suspense fallback={null}>
        {isEnding ? (
          <ConfirmDialog
            open
            danger
            title={t('account.recordsEndTitle')}
            message={t('account.recordsEndText')}
            confirmLabel={t('account.recordsEnd')}
            dismissLabel={t('account.recordsEndNot')}
            busy={isBusy}
            onConfirm={() => void act(end)}
            onDismiss={() => setEnding(false)}
          />
        ) : null}
      </Suspense>
    </Card>
  );
}
