import { type ReactNode, useSyncExternalStore } from 'react';
import { useConnection } from '../../src/data/connection.ts';
import { IdleVeil } from '../../src/ui/IdleVeil.tsx';
import { useWords } from '../../src/words/index.ts';
import { useVisit } from '../patient/visit.ts';
import { closeNow, type IdleWarning, stayHere } from './warning.ts';

const nothing = (): (() => void) => () => undefined;

/** What becomes of the answers so far, said before it happens: on the server, or gone from this tablet. */
function useFateOfAnswers(): 'none' | 'saved' | 'unsaved' {
  const offline = useConnection() === 'offline';
  const handle = useVisit()?.open?.handle ?? null;
  const state = useSyncExternalStore(handle ? (listener) => handle.subscribe(listener) : nothing, () => handle?.state() ?? null);
  if (!state) return 'none';
  if (state.server === 'saved') return 'saved';
  if (state.server === 'none') return 'none';
  return offline ? 'unsaved' : 'none';
}

/** Takes the place of everything while nobody touches the tablet. */
export default function IdleScreen({ warning }: { warning: IdleWarning }): ReactNode {
  const { t } = useWords();
  const fate = useFateOfAnswers();
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
          {fate === 'none' ? null : <> {t(fate === 'saved' ? 'kiosk.idleSaved' : 'kiosk.idleUnsaved')}</>}
        </>
      }
      announce={(left) => t('kiosk.secondsLeft', { seconds: left })}
      stayLabel={t(staff ? 'kiosk.staySignedIn' : 'kiosk.stillHere')}
      onStay={stayHere}
      closeLabel={t(staff ? 'kiosk.logOut' : 'kiosk.closeNow')}
      onClose={() => closeNow(warning.whose)}
    />
  );
}
