import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { untilStopped } from '../../../browser/untilStopped.ts';
import { knowsPasskeys } from '../../../browser/passkeys.ts';
import type { Search } from '../../../browser/search.ts';
import { useIsFacilityDown } from '../../../data/connection.ts';
import { clearMarker } from '../../../data/keptRecords/marker.ts';
import type { UnlockableCopy } from '../../../data/vault/unlocking.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import type { SignInTarget } from '../../../layout/routing/redirect.ts';
import { loadSessionRuntime } from '../../../layout/session/loadSessionRuntime.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { CloudOff, ShieldCheck, FingerprintPattern } from '../../../ui/icons.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Status } from '../../../ui/Status.tsx';
import { showMessage, useWords } from '../../../words/index.ts';
import { LoginForm, type LoginFormProps } from '../LoginForm.tsx';
import { LostRecords } from '../LostRecords.tsx';
import { UnlockForm } from '../UnlockForm.tsx';
import { beginTry, showLoginFailure, type ContinueSignIn } from './logIn.ts';
import { startUnlock, type Unlocked, unlockByPasskeyHere, unlockHere } from './unlock.ts';

/** Opens what this device keeps by a touch. */
function PasskeyUnlock({
  variant,
  onUnlock,
}: {
  readonly variant: 'primary' | 'secondary';
  readonly onUnlock: () => Promise<void>;
}): ReactNode {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const unlock = async () => {
    setBusy(true);
    await onUnlock().finally(() => setBusy(false));
  };
  return (
    <Button variant={variant} size="block" busy={isBusy} icon={FingerprintPattern} onClick={() => void unlock()}>
      {t('session.unlockPasskey')}
    </Button>
  );
}

export interface OfflineLoginProps extends Pick<LoginFormProps, 'username' | 'password' | 'onUsername' | 'onPassword'> {
  readonly search: () => Search;
  readonly onward: ContinueSignIn;
}

/**
 * The login page without a connection: continues at once where another tab is unlocked, asks for the password alone where the device keeps
 * one person's records, and otherwise for a name too.
 */
export function OfflineLogin(props: OfflineLoginProps): ReactNode {
  const { username, password, onUsername, onPassword, search, onward } = props;
  const { t } = useWords();
  const isDown = useIsFacilityDown();
  const [kept, setKept] = useState<UnlockableCopy | null>(null);
  const [hasPasskey, setHasPasskey] = useState(false);
  const [hint, setHint] = useState<'newer' | 'again' | 'wrongPasskey' | null>(null);

  const start = useEffectEvent(() => startUnlock(search()));
  const goOn = useEffectEvent((target: SignInTarget) => onward(target, true));
  useEffect(
    () =>
      untilStopped(
        loadSessionRuntime().then(() => start()),
        (found) => {
          if ('target' in found) void goOn(found.target);
          else {
            setHasPasskey(found.hasPasskey && knowsPasskeys());
            setKept(found.kept);
          }
        },
        () => setKept({ kind: 'some' }),
      ),
    [],
  );

  /** False where it did not open; shows a message where only a newer version can open it. */
  const follow = async (unlocking: Promise<Unlocked | { readonly kind: 'cancelled' }>): Promise<boolean> => {
    beginTry();
    setHint(null);
    const unlocked = await unlocking;
    if (unlocked.kind === 'opened') await onward(unlocked.target, true);
    if (unlocked.kind === 'newer') setHint('newer');
    if (unlocked.kind === 'ended') showMessage('accessEnded');
    if (unlocked.kind === 'lost') setKept(unlocked);
    return unlocked.kind !== 'noMatch';
  };
  const unlock = (name: string | null, secret: string) => follow(unlockHere(name, secret, search()));
  const byName = { kind: 'some' } as const;
  const isLost = kept?.kind === 'lost';
  const title = t(isLost ? 'session.lostTitle' : 'session.welcomeBack');

  return (
    <SignInGate
      title={title}
      lead={
        <>
          <Chip kind="offline" icon={CloudOff}>
            {t(isDown ? 'core.noAnswer' : 'session.offline')}
          </Chip>
          {isLost ? null : (
            <>
              <br />
              {t(isDown ? 'session.downText' : 'session.offlineText')}
            </>
          )}
        </>
      }
    >
      <div role="status">
        {hint === 'newer' || kept?.kind === 'newer' ? (
          <Banner kind="warning" title={t('session.unlockNewerTitle')}>
            {t('session.unlockNewer')}
          </Banner>
        ) : hint === 'again' ? (
          <Banner kind="info">{t('session.lostAgainHow')}</Banner>
        ) : hint === 'wrongPasskey' ? (
          <Banner kind="error">{t('session.unlockPasskeyWrong')}</Banner>
        ) : null}
      </div>
      {hasPasskey && (kept?.kind === 'one' || kept?.kind === 'some') ? (
        <GateCard>
          <PasskeyUnlock
            variant={kept.kind === 'one' ? 'primary' : 'secondary'}
            onUnlock={async () => {
              const isOpen = await follow(unlockByPasskeyHere(search())).catch(() => false);
              if (!isOpen) setHint('wrongPasskey');
            }}
          />
        </GateCard>
      ) : null}
      {kept === null ? (
        <GateCard>
          <Skeleton lines={3} />
        </GateCard>
      ) : kept.kind === 'lost' ? (
        <LostRecords
          unsent={kept.unsent}
          onAgain={() => {
            setHint('again');
            setKept(byName);
          }}
          onNotNow={() => {
            clearMarker();
            setKept(byName);
          }}
        />
      ) : kept.kind === 'one' ? (
        <>
          <GateCard>
            <UnlockForm opensWith={kept.opensWith} isSecond={hasPasskey} onSubmit={(secret) => unlock(null, secret)} />
          </GateCard>
          <Card>
            <Status icon={ShieldCheck}>
              {t(
                hasPasskey
                  ? 'session.unlockOnlyYou'
                  : kept.opensWith === 'passphrase'
                    ? 'session.unlockOnlyPassphrase'
                    : 'session.unlockOnlyPassword',
              )}
            </Status>
          </Card>
          <Button variant="quiet" onClick={() => setKept(byName)}>
            {t('session.someoneElse')}
          </Button>
        </>
      ) : (
        <GateCard>
          <LoginForm
            kind="unlock"
            username={username}
            password={password}
            onUsername={onUsername}
            onPassword={onPassword}
            onSubmit={async () => {
              const isOpen = await unlock(username.trim(), password).catch(() => false);
              if (!isOpen) showLoginFailure('unlockFailed');
            }}
          />
        </GateCard>
      )}
    </SignInGate>
  );
}
