import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';

/** Announced only at these seconds: a screen reader that reads every second can read nothing else. */
const spoken = new Set([30, 20, 10]);
const stayId = 'stay-signed-in';

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The warning before the lock, with its countdown and one large way to stay. */
export function InactivityDialog({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Dialog
      alert
      title={t('layout.stillThere')}
      description={t('layout.locksIn', { time: clock(secondsLeft) })}
      onClose={onStay}
      focusFirst={stayId}
      actions={
        <Button id={stayId} onClick={onStay}>
          {t('core.stayLoggedIn')}
        </Button>
      }
    >
      <VisuallyHidden>
        <span role="status" aria-live="assertive">
          {spoken.has(secondsLeft) ? t('layout.locksInSeconds', { count: secondsLeft }) : ''}
        </span>
      </VisuallyHidden>
    </Dialog>
  );
}
