import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { sendAllNow, type UnsentCounts } from '../../data/outbox/outbox.ts';
import { currentSession, signOut } from '../../data/session.ts';
import { unlockByOtherTab } from '../../data/vault/unlocking.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormStack } from '../../ui/Form.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../words/index.ts';
import { isAllSent, unsentNow } from './endSession.ts';

interface LogOutProps {
  readonly onStay: () => void;
  /** Called when there is no session to end. */
  readonly onNobody: () => void;
  /** The terms are not accepted, and the facility takes no answers before they are. */
  readonly termsOpen?: boolean;
}

type Doing = 'looking' | 'asking' | 'sending' | 'keeping' | 'discarding';

/**
 * Logs out. Answers and messages that the facility does not have are offered for sending or keeping first (rulings, section 5): keeping
 * only locks this device, everything else deletes what it stores.
 */
export function LogOut({ onStay, onNobody, termsOpen = false }: LogOutProps): ReactNode {
  const { t } = useWords();
  const online = useConnection() === 'online' && currentSession()?.mode === 'online';
  const [doing, setDoing] = useState<Doing>('looking');
  const [unsent, setUnsent] = useState<UnsentCounts>({ questionnaires: 0, messages: 0 });
  const [failed, setFailed] = useState(false);
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const look = async () => {
      // Opened by its address in a new tab, it also ends what another tab has unlocked.
      if (currentSession() === null && (await unlockByOtherTab()) === null) {
        onNobody();
        return;
      }
      const found = await unsentNow();
      // What nobody can look through may be something that is not sent, and stays on the device, locked.
      if (found === null || isAllSent(found)) return signOut('asked', { keepUnsent: found === null });
      setUnsent(found);
      setDoing('asking');
    };
    void look();
  }, [onNobody]);

  const send = async () => {
    setDoing('sending');
    setFailed(false);
    const left = await sendAllNow().catch(() => unsent);
    if (isAllSent(left)) return signOut('asked');
    setUnsent(left);
    setFailed(true);
    setDoing('asking');
  };
  const end = (how: 'keeping' | 'discarding') => {
    setDoing(how);
    void signOut('asked', { keepUnsent: how === 'keeping' });
  };
  const off = doing !== 'asking';

  if (doing === 'looking') return <Skeleton lines={2} />;
  return (
    <GateCard>
      <FormStack>
        <h2>{t('session.logoutTitleAsk')}</h2>
        {unsent.questionnaires > 0 ? <p>{t('session.logoutAskText', { count: unsent.questionnaires })}</p> : null}
        {unsent.messages > 0 ? <p>{t('session.logoutAskMessages', { count: unsent.messages })}</p> : null}
        <p>{t('session.logoutAskWhat')}</p>
        <div role="status">{failed ? <Banner kind="warning">{t('session.logoutSendFailed')}</Banner> : null}</div>
        {termsOpen ? <p>{t('session.logoutTermsFirst')}</p> : null}
        {online && !termsOpen ? (
          <Button busy={doing === 'sending'} disabled={off} onClick={() => void send()}>
            {t('session.logoutSend')}
          </Button>
        ) : null}
        <Button variant="secondary" busy={doing === 'keeping'} disabled={off} onClick={() => end('keeping')}>
          {t('session.logoutKeep')}
        </Button>
        <p>{t('session.logoutKeepHint')}</p>
        <Button variant="dangerQuiet" busy={doing === 'discarding'} disabled={off} onClick={() => end('discarding')}>
          {t('session.logoutDiscard')}
        </Button>
        <Button variant="quiet" disabled={off} onClick={onStay}>
          {t('core.stayLoggedIn')}
        </Button>
      </FormStack>
    </GateCard>
  );
}
