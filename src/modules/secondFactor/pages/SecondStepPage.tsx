import { type AuthenticatorKey, finishSignIn, setUpAtSignIn, textSignInCode } from '@portal/api';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useBranding } from '../../../browser/branding.ts';
import { textsOf } from '../../../browser/search.ts';
import { markTitleFailed } from '../../../browser/title.ts';
import { useConnection } from '../../../data/connection.ts';
import { failureOf, messageFor, refusalOf } from '../../../data/errors.ts';
import { send } from '../../../data/http.ts';
import { adoptTokens } from '../../../data/session.ts';
import { forgetUnfinished, unfinishedSignIn } from '../../../data/unfinishedSignIn.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { completeSignIn } from '../../../layout/session/completeSignIn.ts';
import { Button } from '../../../ui/Button.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { muted } from '../../../ui/text.css.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { showMessage, useWords } from '../../../words/index.ts';
import { CodeForm, type CodeKind, type CodeTried } from '../CodeForm.tsx';
import { RecoveryCodes, SetUp } from '../setUpPart.ts';

type Profile = Parameters<typeof completeSignIn>[0];

/** The second page of a login by password: asks for a code, or sets up what gives the codes where the facility requires it. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const router = useRouter();
  const isOffline = useConnection() === 'offline';
  const { portalName } = useBranding();
  const [signIn] = useState(() => unfinishedSignIn('secondStep'));
  const [kind, setKind] = useState<CodeKind>('app');
  const [isTexting, setIsTexting] = useState(false);
  const [authenticator, setAuthenticator] = useState<AuthenticatorKey | null>(null);
  const [done, setDone] = useState<{ readonly profile: Profile; readonly codes: readonly string[] } | null>(null);

  const startOver = useCallback(async (): Promise<void> => {
    forgetUnfinished('secondStep');
    await navigate({ to: '/login', search: textsOf(router.state.location.search), replace: true });
  }, [navigate, router]);
  const say = useCallback(
    async (error: unknown): Promise<void> => {
      const failure = failureOf(error);
      const { code, values } = (failure && messageFor(failure)) ?? { code: 'unspecified' as const, values: {} };
      if (failure?.kind === 'refused' && code === 'secondStepOver') await startOver();
      showMessage(code, values);
      markTitleFailed(true);
    },
    [startOver],
  );
  const goOn = async (profile: Profile): Promise<void> => {
    const target = await completeSignIn(profile, textsOf(router.state.location.search));
    await navigate({ to: target.path, search: target.search, replace: true });
  };

  useEffect(() => {
    // Opened without a password before it, as after a reload.
    if (signIn === null) {
      void startOver();
      return;
    }
    if (signIn.needs !== 'setUp') return;
    let isGone = false;
    send(setUpAtSignIn, { body: { pending: signIn.pending } }).then(
      (key) => {
        if (!isGone) setAuthenticator(key);
      },
      (error: unknown) => {
        if (!isGone) void say(error);
      },
    );
    return () => {
      isGone = true;
    };
  }, [signIn, startOver, say]);

  const sendCode = async (code: string, remembersBrowser: boolean): Promise<CodeTried> => {
    if (signIn === null) return 'shown';
    const { pending, username, password } = signIn;
    try {
      const { recoveryCodes, ...token } = await send(finishSignIn, { body: { pending, code, remembersBrowser } });
      const outcome = await adoptTokens(token, 'userNamePassword', { username, password });
      if (outcome.kind !== 'signedIn') {
        showMessage(outcome.kind === 'failed' ? outcome.message.code : 'unspecified');
        return 'shown';
      }
      forgetUnfinished('secondStep');
      if (recoveryCodes === undefined) await goOn(outcome.profile);
      else setDone({ profile: outcome.profile, codes: recoveryCodes });
      return 'right';
    } catch (error) {
      if (refusalOf(finishSignIn, failureOf(error)) === 'code_wrong') return 'wrong';
      await say(error);
      return 'shown';
    }
  };

  const textCode = async (): Promise<void> => {
    if (signIn === null) return;
    setIsTexting(true);
    try {
      await send(textSignInCode, { body: { pending: signIn.pending } });
      setKind('text');
    } catch (error) {
      await say(error);
    }
    setIsTexting(false);
  };

  if (done !== null)
    return (
      <SignInGate title={t('secondFactor.setUpTitle')}>
        <GateCard>
          <Suspense fallback={<Skeleton lines={6} />}>
            <RecoveryCodes codes={done.codes} onDone={() => void goOn(done.profile)} />
          </Suspense>
        </GateCard>
      </SignInGate>
    );
  const below = (
    <>
      <TextLink standalone href="/login">
        {t('secondFactor.startOver')}
      </TextLink>
      <p className={muted}>{t('secondFactor.lostBoth')}</p>
    </>
  );
  if (signIn?.needs === 'setUp')
    return (
      <SignInGate title={t('secondFactor.setUpTitle')} lead={t('secondFactor.setUpLead')}>
        <GateCard>
          {authenticator === null ? (
            <Skeleton lines={6} />
          ) : (
            <Suspense fallback={<Skeleton lines={6} />}>
              <SetUp
                authenticator={authenticator}
                isOffline={isOffline}
                offersRemembering
                onCode={sendCode}
                onFailed={markTitleFailed}
              />
            </Suspense>
          )}
        </GateCard>
      </SignInGate>
    );
  const textsTo = signIn?.textsTo ?? null;
  const leads: Readonly<Record<CodeKind, string>> = {
    app: t('secondFactor.stepLead', { portal: portalName }),
    text: t('secondFactor.textSent', { end: textsTo ?? '' }),
    recovery: t('secondFactor.recoveryLead'),
  };
  return (
    <SignInGate title={t('secondFactor.stepTitle')} lead={leads[kind]}>
      {signIn === null ? null : (
        <GateCard>
          <CodeForm
            key={kind}
            kind={kind}
            submit={t('secondFactor.continue')}
            isOffline={isOffline}
            offersRemembering
            onCode={sendCode}
            onFailed={markTitleFailed}
          >
            {textsTo === null ? null : (
              <Button variant="quiet" busy={isTexting} onClick={() => void textCode()}>
                {t(kind === 'text' ? 'secondFactor.textAgain' : 'secondFactor.useText')}
              </Button>
            )}
            {kind === 'app' ? null : (
              <Button variant="quiet" onClick={() => setKind('app')}>
                {t('secondFactor.useApp')}
              </Button>
            )}
            {kind === 'recovery' ? null : (
              <Button variant="quiet" onClick={() => setKind('recovery')}>
                {t('secondFactor.useRecovery')}
              </Button>
            )}
            {below}
          </CodeForm>
        </GateCard>
      )}
    </SignInGate>
  );
}
