import { type AuthenticatorKey, type Token, finishSignIn, setUpAtSignIn, textSignInCode } from '@portal/api';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { untilStopped } from '../../browser/untilStopped.ts';
import { useConnection } from '../../data/connection.ts';
import { failureOf, refusalOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { type UnfinishedSignIn, forgetUnfinished } from '../../data/unfinishedSignIn.ts';
import { Button } from '../../ui/Button.tsx';
import { FormStack } from '../../ui/Form.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { muted } from '../../ui/text.css.ts';
import { clearMessage, useWords } from '../../words/index.ts';
import { CodeForm, type CodeKind, type CodeTried } from './CodeForm.tsx';
import { RecoveryCodes, SetUp } from './setUpPart.ts';

interface SecondStepProps<Who> {
  readonly signIn: Extract<UnfinishedSignIn, { readonly lacks: 'secondStep' }>;
  readonly portalName: string;
  /** True: many people work with this device, so it is not remembered, prints nothing, and is nobody's phone. */
  readonly isShared: boolean;
  /** What stands around each card. */
  readonly frame: (title: string, lead: string | undefined, card: ReactNode) => ReactNode;
  /** What to do without phone and recovery codes. */
  readonly lost: string;
  /** The way back to the first step. */
  readonly back: ReactNode;
  /** Begins the session and gives whose it is; null: it did not begin, and the message bar says so. */
  readonly onToken: (token: Token) => Promise<Who | null>;
  /** The session has begun, and recovery codes were kept. */
  readonly onDone: (who: Who) => void;
  readonly onError: (error: unknown) => void;
  readonly onFailed: (failed: boolean) => void;
}

/** The second half of a login by password: asks for a code, or sets up what gives the codes where the facility requires it. */
export function SecondStep<Who>({
  signIn: { pending, needs, textsTo },
  portalName,
  isShared,
  frame,
  lost,
  back,
  onToken,
  onDone,
  onError,
  onFailed,
}: SecondStepProps<Who>): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const [kind, setKind] = useState<CodeKind>('app');
  const [isTexting, setIsTexting] = useState(false);
  const [authenticator, setAuthenticator] = useState<AuthenticatorKey | null>(null);
  /** How often the key was asked for, and how often it did not come. */
  const [tries, setTries] = useState({ begun: 1, failed: 0 });
  const [done, setDone] = useState<{ readonly who: Who; readonly codes: readonly string[] } | null>(null);
  const failed = useEffectEvent(onError);

  useEffect(() => {
    if (needs !== 'setUp') return;
    return untilStopped(
      send(setUpAtSignIn, { body: { pending } }),
      (key) => {
        setAuthenticator(key);
        // The pressed button is gone.
        if (tries.begun > 1) document.getElementById('main')?.focus({ preventScroll: true });
      },
      (error) => {
        setTries(({ begun }) => ({ begun, failed: begun }));
        failed(error);
      },
    );
  }, [pending, needs, tries.begun]);
  const askAgain = () => {
    clearMessage();
    onFailed(false);
    setTries(({ begun, failed: before }) => ({ begun: begun + 1, failed: before }));
  };

  const sendCode = async (code: string, remembersBrowser: boolean): Promise<CodeTried> => {
    try {
      const { recoveryCodes, ...token } = await send(finishSignIn, { body: { pending, code, remembersBrowser } });
      const who = await onToken(token);
      if (who === null) return 'shown';
      forgetUnfinished('secondStep');
      if (recoveryCodes === undefined) onDone(who);
      else setDone({ who, codes: recoveryCodes });
      return 'right';
    } catch (error) {
      if (refusalOf(finishSignIn, failureOf(error)) === 'code_wrong') return 'wrong';
      onError(error);
      return 'shown';
    }
  };
  const textCode = async (): Promise<void> => {
    setIsTexting(true);
    try {
      await send(textSignInCode, { body: { pending } });
      setKind('text');
    } catch (error) {
      onError(error);
    }
    setIsTexting(false);
  };
  const form = { isOffline, offersRemembering: !isShared, onCode: sendCode, onFailed };

  if (done !== null)
    return frame(
      t('secondFactor.setUpTitle'),
      undefined,
      <GateCard>
        <Suspense fallback={<Skeleton lines={6} />}>
          <RecoveryCodes codes={done.codes} isShared={isShared} onDone={() => onDone(done.who)} />
        </Suspense>
      </GateCard>,
    );
  if (needs === 'setUp')
    return frame(
      t('secondFactor.setUpTitle'),
      t('secondFactor.setUpLead'),
      <GateCard>
        <Suspense fallback={<Skeleton lines={6} />}>
          {authenticator !== null ? (
            <SetUp authenticator={authenticator} isShared={isShared} {...form}>
              {back}
            </SetUp>
          ) : tries.failed === 0 ? (
            <Skeleton lines={6} />
          ) : (
            <FormStack>
              <Button size="block" busy={tries.failed < tries.begun} onClick={askAgain}>
                {t('core.tryAgain')}
              </Button>
              {back}
            </FormStack>
          )}
        </Suspense>
      </GateCard>,
    );
  const leads: Readonly<Record<CodeKind, string>> = {
    app: t('secondFactor.stepLead', { portal: portalName }),
    text: t('secondFactor.textSent', { end: textsTo ?? '' }),
    recovery: t('secondFactor.recoveryLead'),
  };
  return frame(
    t('secondFactor.stepTitle'),
    leads[kind],
    <GateCard>
      <CodeForm key={kind} kind={kind} submit={t('core.continue')} {...form}>
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
        {back}
        <p className={muted}>{lost}</p>
      </CodeForm>
    </GateCard>,
  );
}
