import { type ReactNode, useEffect, useState } from 'react';
import { untilStopped } from '../../browser/untilStopped.ts';
import { useConnection } from '../../data/connection.ts';
import { useAheadProgress } from '../../data/keptRecords/aheadProgress.ts';
import type { KeepingRefused } from '../../data/keptRecords/keeping.ts';
import { type Keeping, useKeeping } from '../../data/keptRecords/state.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { type MessageKey, useWords } from '../../words/index.ts';
import type { PageLink } from './AccountNav.tsx';
import { KeptRecords, type KeptRecordsProps } from './KeptRecords.tsx';
import { SettingRow } from './SettingRow.tsx';
import { LazyConfirmDialog, loadDialog } from '../../ui/LazyConfirmDialog.tsx';

/** The page shows before the code of vault and offline copy is here, which is a fifth of its bytes. */
const loadKeeping = () => import('../../data/keptRecords/keeping.ts');
export interface RecordsCardProps extends Omit<KeptRecordsProps, 'entries' | 'signedInAt' | 'progress' | 'onDelete'> {
  /** The link to the part of Help about the offline copy; null when there is no such page. */
  readonly help: PageLink | null;
  /** Asks for a passphrase and begins; null for a person who signs in with a password. */
  readonly onPassphrase: (() => void) | null;
}

/** Milliseconds to wait for the vault before the page says that there is none. */
const vaultBound = 10_000;

/** Why the switch cannot be pressed; null: it can be. */
function reasonOf(keeping: Keeping, isOffline: boolean): MessageKey | null {
  switch (keeping.kind) {
    case 'closed':
      return 'account.recordsImpossible';
    case 'newer':
      return 'account.recordsNewer';
    case 'off':
      return isOffline ? 'account.recordsOffline' : null;
    case 'on':
      return null;
  }
}

/** The switch for the offline copy on this device, and what the copy contains. */
export function RecordsCard({ help, onPassphrase, ...kept }: RecordsCardProps): ReactNode {
  const { t } = useWords();
  const keeping = useKeeping();
  const progress = useAheadProgress();
  const isOffline = useConnection() === 'offline';
  const [isSettled, setSettled] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<KeepingRefused | 'deleted' | null>(null);
  const isOn = keeping.kind === 'on';

  useEffect(() => {
    const settle = async () => {
      const [{ vaultWhenReady }] = await Promise.all([import('../../data/vault/keeper.ts'), loadKeeping()]);
      await vaultWhenReady(vaultBound);
    };
    const settled = () => setSettled(true);
    return untilStopped(settle(), settled, settled);
  }, []);

  // Deleting works without a connection, so its question is loaded before the connection is lost.
  useEffect(() => {
    if (isOn) loadDialog().catch(() => undefined);
  }, [isOn]);

  const begin = async () => {
    if (isBusy) return;
    setOutcome(null);
    if (onPassphrase !== null) return onPassphrase();
    setBusy(true);
    setOutcome(
      await loadKeeping()
        .then(({ startKeeping }) => startKeeping(null))
        .catch(() => 'refused' as const),
    );
    setBusy(false);
  };
  const end = async () => {
    setBusy(true);
    setOutcome(
      await loadKeeping()
        .then(({ stopKeeping }) => stopKeeping())
        .then(
          () => 'deleted' as const,
          () => 'refused' as const,
        ),
    );
    setBusy(false);
    setEnding(false);
  };
  const reason = reasonOf(keeping, isOffline);

  return (
    <>
      <SettingRow
        id="records"
        title={t('account.records')}
        value={keeping.kind === 'closed' && !isSettled ? null : t(isOn ? 'account.recordsOn' : 'account.recordsOff')}
      >
        {keeping.kind === 'closed' && !isSettled ? (
          <Skeleton lines={2} />
        ) : (
          <Switch
            label={t('account.recordsSwitch')}
            state={t(isOn ? 'account.recordsOn' : 'account.recordsOff')}
            checked={isOn}
            disabledReason={reason === null ? null : t(reason)}
            onChange={(next) => {
              if (next) void begin();
              else setEnding(true);
            }}
          />
        )}
        <p>
          {t(onPassphrase === null ? 'account.recordsAbout' : 'account.recordsAboutPassphrase')}{' '}
          {help === null ? null : <a {...help}>{t('account.recordsMeaning')}</a>}
        </p>
        <div role="status">
          {outcome === null || outcome === 'cancelled' ? null : outcome === 'deleted' ? (
            <p>{t('account.recordsDeleted')}</p>
          ) : (
            <Banner kind="error" onClose={() => setOutcome(null)}>
              {t(outcome === 'refused' ? 'account.recordsRefused' : 'account.recordsOffline')}
            </Banner>
          )}
        </div>
        {isOn ? (
          <KeptRecords
            {...kept}
            entries={keeping.entries}
            signedInAt={keeping.signedInAt}
            progress={progress}
            onDelete={() => setEnding(true)}
          />
        ) : null}
      </SettingRow>
      {isEnding ? (
        <LazyConfirmDialog
          danger
          title={t('account.recordsEndTitle')}
          message={t('account.recordsEndText')}
          confirmLabel={t('account.recordsEnd')}
          dismissLabel={t('account.recordsEndNot')}
          busy={isBusy}
          onConfirm={() => void end()}
          onDismiss={() => setEnding(false)}
        />
      ) : null}
    </>
  );
}
