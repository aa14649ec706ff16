import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useWords } from '../../words/index.ts';

interface LeaveDialogProps {
  /** True when neither the device nor the server has what was typed last. */
  wouldLose: boolean;
  onKeep: () => Promise<void>;
  onDiscard: () => Promise<void>;
  onStay: () => void;
}

/** The question on leaving (specification 2, section 2). Keeping the draft is the first answer; the other button says "discard". */
export function LeaveDialog({ wouldLose, onKeep, onDiscard, onStay }: LeaveDialogProps): ReactNode {
  const { t } = useWords();
  const [busy, setBusy] = useState<'keep' | 'discard' | null>(null);
  const run = (kind: 'keep' | 'discard', act: () => Promise<void>) => () => {
    setBusy(kind);
    void act().finally(() => setBusy(null));
  };
  return (
    <Dialog
      alert
      title={t('questionnaires.leaveTitle')}
      description={t(wouldLose ? 'questionnaires.leaveUnsavedText' : 'questionnaires.leaveText')}
      focusFirst="leave-safe"
      onClose={() => {
        if (busy === null) onStay();
      }}
      actions={
        <>
          {wouldLose ? null : (
            <Button id="leave-safe" busy={busy === 'keep'} disabled={busy === 'discard'} onClick={run('keep', onKeep)}>
              {t('questionnaires.leaveKeep')}
            </Button>
          )}
          <Button
            id={wouldLose ? 'leave-safe' : undefined}
            variant={wouldLose ? 'primary' : 'secondary'}
            disabled={busy !== null}
            onClick={onStay}
          >
            {t('questionnaires.leaveStay')}
          </Button>
          <Button
            variant="dangerQuiet"
            busy={busy === 'discard'}
            disabled={busy === 'keep'}
            onClick={run('discard', onDiscard)}
          >
            {t('questionnaires.leaveDiscard')}
          </Button>
        </>
      }
    />
  );
}
