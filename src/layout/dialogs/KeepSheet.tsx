import { type ReactNode, type SubmitEvent, useId, useState, useEffect } from 'react';
import { declineKeeping, type KeepingRefused, startKeeping } from '../../data/keptRecords/keeping.ts';
import { passphraseFault, shortestPassphrase } from '../../data/keptRecords/passphrase.ts';
import { useProfile } from '../../data/profile.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Clock, type IconGlyph, Lock, Smartphone, User } from '../../ui/icons.ts';
import { noted } from '../../ui/Status.css.ts';
import { type MessageKey, useWords } from '../../words/index.ts';
import { keepFacts, keepNote, keepStatus } from './KeepSheet.css.ts';
import { stopAhead } from '../../data/keptRecords/ahead.ts';
import { useAheadProgress } from '../../data/keptRecords/aheadProgress.ts';
import { KeepProgress } from '../../records/keeping/KeepProgress.tsx';

const continueId = 'keep-continue';

/** The progress of fetching the offline copy. Fetching continues when the sheet is closed. */
function KeepProgressSheet({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const progress = useAheadProgress();
  // The button of the previous question had the focus and is gone.
  useEffect(() => document.getElementById(continueId)?.focus(), []);
  const isOver = progress?.state === 'done' || progress?.state === 'stopped';
  return (
    <Dialog
      title={t('layout.keepProgress')}
      onClose={onClose}
      focusFirst={continueId}
      actions={
        <>
          <Button id={continueId} onClick={onClose}>
            {t('core.continue')}
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

export interface KeepSheetProps {
  /** True: the question was shown by itself, and only once, so closing it means no. False: the person has opened it in the settings. */
  readonly isOnce: boolean;
  /** A person who signs in without a password chooses a passphrase. */
  readonly hasPassphrase: boolean;
  readonly onClose: () => void;
}

const faults = {
  empty: 'layout.keepPassphraseEmpty',
  short: 'layout.keepPassphraseMore',
  repeated: 'layout.keepPassphraseRepeated',
} as const satisfies Record<string, MessageKey>;

/** Asks whether to keep an offline copy on this device, and shows the progress after a yes. */
export function KeepSheet({ isOnce, hasPassphrase, onClose }: KeepSheetProps): ReactNode {
  const { t } = useWords();
  const actsForOthers = useProfile()?.ids.some(({ idType }) => idType === 'PatientContact') ?? false;
  const formId = useId();
  const fieldId = useId();
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [refused, setRefused] = useState<KeepingRefused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isKeeping, setKeeping] = useState(false);

  const keep = async () => {
    const fault = hasPassphrase ? passphraseFault(passphrase) : null;
    if (fault !== null) {
      setError(t(faults[fault], { count: shortestPassphrase }));
      document.getElementById(fieldId)?.focus();
      return;
    }
    setBusy(true);
    setRefused(null);
    const outcome = await startKeeping(hasPassphrase ? passphrase : null).catch(() => 'refused' as const);
    setBusy(false);
    if (outcome === null) setKeeping(true);
    else setRefused(outcome);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) void keep();
  };
  const decline = () => {
    if (isBusy) return;
    if (isOnce) void declineKeeping();
    onClose();
  };
  if (isKeeping) return <KeepProgressSheet onClose={onClose} />;

  const facts: readonly { readonly icon: IconGlyph; readonly text: MessageKey }[] = [
    { icon: Lock, text: hasPassphrase ? 'layout.keepLockedPassphrase' : 'layout.keepLocked' },
    ...(actsForOthers ? [{ icon: User, text: 'layout.keepOthers' } as const] : []),
    { icon: Smartphone, text: 'layout.keepBudget' },
    { icon: Clock, text: 'layout.keepEnds' },
  ];
  return (
    <Dialog
      title={t('layout.keepTitle')}
      description={t('layout.keepText')}
      onClose={decline}
      actions={
        <>
          <Button type="submit" form={formId} busy={isBusy}>
            {t('layout.keepYes')}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={decline}>
            {t(isOnce ? 'layout.keepNo' : 'core.cancel')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <ul className={keepFacts}>
          {facts.map(({ icon, text }) => (
            <li key={text} className={noted}>
              <Icon of={icon} size="s" />
              <span>{t(text)}</span>
            </li>
          ))}
        </ul>
        {hasPassphrase ? (
          <PasswordField
            id={fieldId}
            name="passphrase"
            label={t('layout.keepPassphrase')}
            hint={t('layout.keepPassphraseHint', { count: shortestPassphrase })}
            value={passphrase}
            onChange={(next) => {
              setPassphrase(next);
              setError(undefined);
            }}
            error={error}
            required
            autoComplete="new-password"
          />
        ) : null}
        <div role="status" className={keepStatus}>
          {refused === null || refused === 'cancelled' ? null : (
            <Banner kind="error">{t(refused === 'offline' ? 'layout.keepOffline' : 'layout.keepRefused')}</Banner>
          )}
        </div>
        <p className={keepNote}>{t(isOnce ? 'layout.keepOnce' : 'layout.keepShared')}</p>
      </Form>
    </Dialog>
  );
}
