import { type ReminderKind, type StopLink, readStopLink, stopNotices } from '@portal/api';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { untilStopped } from '../../../browser/untilStopped.ts';
import { markTitleFailed } from '../../../browser/title.ts';
import { useConnection } from '../../../data/connection.ts';
import { failureOf, messageFor, refusalOf } from '../../../data/errors.ts';
import { send } from '../../../data/http.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { secretFor } from '../../../layout/routing/addressSecret.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { CloudOff } from '../../../ui/icons.ts';
import { clearMessage, showMessage, useWords } from '../../../words/index.ts';
import { StopNotices } from '../StopNotices.tsx';

/** `null`: the link is no longer valid. */
type Known = StopLink | null | 'asking' | 'failed';

/** The page of a notice's link. Stopping takes a press, because mail programs open links by themselves. */
export function Page(): ReactNode {
  const { t } = useWords();
  const offline = useConnection() === 'offline';
  const [token] = useState(() => secretFor('/stop-notices'));
  const [known, setKnown] = useState<Known>(token === null ? null : 'asking');
  const [busy, setBusy] = useState<ReminderKind | null>(null);

  const failed = useCallback((error: unknown): 'over' | 'failed' => {
    const failure = failureOf(error);
    markTitleFailed(true);
    if (refusalOf(stopNotices, failure) === 'link_expired') return 'over';
    const message = failure && messageFor(failure);
    showMessage(message?.code ?? 'unspecified', message?.values);
    return 'failed';
  }, []);

  useEffect(() => {
    if (known !== 'asking' || token === null) return undefined;
    return untilStopped(send(readStopLink, { body: { token } }), setKnown, (error) =>
      setKnown(failed(error) === 'over' ? null : 'failed'),
    );
  }, [failed, known, token]);

  const stop = async (kind: ReminderKind) => {
    if (token === null) return;
    clearMessage();
    markTitleFailed(false);
    setBusy(kind);
    try {
      setKnown(await send(stopNotices, { body: { token, kind } }));
    } catch (error) {
      if (failed(error) === 'over') setKnown(null);
    } finally {
      setBusy(null);
    }
  };
  const askAgain = () => {
    clearMessage();
    markTitleFailed(false);
    setKnown('asking');
  };

  return (
    <SignInGate title={t('account.stopTitle')}>
      <div role="status">
        {offline ? (
          <Banner kind="warning" icon={CloudOff}>
            {t('account.offline')}
          </Banner>
        ) : null}
      </div>
      {known === 'asking' || known === 'failed' ? (
        <GateCard>
          {known === 'asking' ? (
            <p role="status">{t('account.stopLoading')}</p>
          ) : (
            <Button size="block" onClick={askAgain}>
              {t('account.stopAgain')}
            </Button>
          )}
        </GateCard>
      ) : (
        <StopNotices about={known} busy={busy} offline={offline} onStop={(kind) => void stop(kind)} />
      )}
    </SignInGate>
  );
}
