import { type ReactNode, useSyncExternalStore } from 'react';
import { useConnection } from '../../src/data/connection.ts';
import { wouldLose } from '../../src/modules/questionnaires/fill/savedState.ts';
import { ConfirmDialog } from '../../src/ui/dialog/Dialog.tsx';
import { useWords } from '../../src/words/index.ts';
import { endTheVisit } from '../wipe/leave.tsx';
import { stepOf } from '../checkIn/state.ts';
import { useVisit } from './visit.ts';

const nothing = (): (() => void) => () => undefined;

/** Asks before the visit ends early, and says what happens to the answers. */
export function StopDialog({ onStay }: { readonly onStay: () => void }): ReactNode {
  const { t } = useWords();
  const offline = useConnection() === 'offline';
  const visit = useVisit();
  const handle = visit?.open?.handle ?? null;
  const state = useSyncExternalStore(
    handle ? (listener) => handle.subscribe(listener) : nothing,
    () => handle?.state() ?? null,
  );
  // With a connection the wipe sends the answers that are not saved yet; without one they would be lost.
  const losing = offline && state !== null && wouldLose(state);
  const checkIn = visit?.checkIn ?? null;
  const isCheckingIn = checkIn !== null && stepOf(checkIn) !== null;
  const text = checkIn?.hasUnsent
    ? 'kiosk.changesWillBeLost'
    : isCheckingIn
      ? 'kiosk.stopTextCheckIn'
      : losing
        ? 'kiosk.stopTextUnsaved'
        : 'kiosk.stopText';
  return (
    <ConfirmDialog
      title={t('kiosk.stopTitle')}
      message={t(text)}
      confirmLabel={t('kiosk.stopConfirm')}
      dismissLabel={t('kiosk.keepGoing')}
      danger={losing || checkIn?.hasUnsent === true}
      onConfirm={() => endTheVisit('left')}
      onDismiss={onStay}
    />
  );
}
