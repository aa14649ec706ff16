import { type ReactNode, useSyncExternalStore } from 'react';
import { useConnection } from '../../src/data/connection.ts';
import { IdleVeil } from '../../src/ui/IdleVeil.tsx';
import { useWords } from '../../src/words/index.ts';
import { fateOf } from '../patient/fate.ts';
import { useVisit } from '../patient/visit.ts';
import { closeNow, type IdleWarning, stayHere } from './warning.ts';

const nothing = (): (() => void) => () => undefined;

/** Says in advance what happens to the answers: they will be sent, the server has them, or they will be lost. */
function useAnswersText(): string | null {
  const { t } = useWords();
  const offline = useConnection() === 'offline';
  const visit = useVisit();
  const handle = visit?.open?.handle ?? null;
  const fate = useSyncExternalStore(handle ? (listener) => handle.subscribe(listener) : nothing, () =>
    visit ? fateOf(visit) : null,
  );
  const waits = visit?.open?.sending === 'waiting' ? `${t('kiosk.idleWaiting')} ` : '';
  switch (fate) {
    case 'sent':
      return t('kiosk.answersSent');
    case 'kept':
      return waits + t('kiosk.idleSaved');
    case 'lost':
      return offline ? waits + t('kiosk.idleUnsaved') : null;
    case 'unsent':
      return t('kiosk.changesWillBeLost');
    case null:
      return null;
  }
}

/** Replaces all pages while nobody touches the tablet. */
export default function IdleScreen({ warning }: { warning: IdleWarning }): ReactNode {
  const { t } = useWords();
  const answers = useAnswersText();
  const seconds = warning.secondsLeft;
  const staff = warning.whose === 'staff';
  return (
    <IdleVeil
      secondsLeft={seconds}
      total={warning.of}
      title={t('kiosk.idleTitle')}
      description={
        <>
          {t(staff ? 'kiosk.staffIdleText' : 'kiosk.idleText', { seconds })}
          {answers === null ? null : ` ${answers}`}
        </>
      }
      announce={(left) => t('kiosk.secondsLeft', { seconds: left })}
      stayLabel={t(staff ? 'core.stayLoggedIn' : 'kiosk.stillHere')}
      onStay={stayHere}
      closeLabel={t(staff ? 'kiosk.logOut' : 'kiosk.closeNow')}
      onClose={() => closeNow(warning.whose)}
    />
  );
}
