import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useBranding } from '../../../browser/branding.ts';
import { textsOf } from '../../../browser/search.ts';
import { markTitleFailed } from '../../../browser/title.ts';
import { failureOf, someMessageFor } from '../../../data/errors.ts';
import { adoptTokens } from '../../../data/session.ts';
import { forgetUnfinished, unfinishedSignIn } from '../../../data/unfinishedSignIn.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { completeSignIn } from '../../../layout/session/completeSignIn.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { showMessage, useWords } from '../../../words/index.ts';
import { SecondStep } from '../SecondStep.tsx';

/** The second page of a login by password. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const router = useRouter();
  const { portalName } = useBranding();
  const [signIn] = useState(() => unfinishedSignIn('secondStep'));

  const startOver = useCallback(async (): Promise<void> => {
    forgetUnfinished('secondStep');
    await navigate({ to: '/login', search: textsOf(router.state.location.search), replace: true });
  }, [navigate, router]);
  useEffect(() => {
    // Opened without a password before it, as after a reload.
    if (signIn === null) void startOver();
  }, [signIn, startOver]);

  const say = async (error: unknown): Promise<void> => {
    const failure = failureOf(error);
    const { code, values } = someMessageFor(failure);
    if (failure?.kind === 'refused' && code === 'secondStepOver') await startOver();
    showMessage(code, values);
    markTitleFailed(true);
  };
  const goOn = async (profile: Parameters<typeof completeSignIn>[0]): Promise<void> => {
    const target = await completeSignIn(profile, textsOf(router.state.location.search));
    await navigate({ to: target.path, search: target.search, replace: true });
  };
  if (signIn === null) return <SignInGate title={t('secondFactor.stepTitle')}>{null}</SignInGate>;
  return (
    <SecondStep
      signIn={signIn}
      portalName={portalName}
      isShared={false}
      frame={(title, lead, card) => (
        <SignInGate title={title} lead={lead}>
          {card}
        </SignInGate>
      )}
      lost={t('secondFactor.lostBoth')}
      back={
        <TextLink standalone href="/login">
          {t('secondFactor.startOver')}
        </TextLink>
      }
      onToken={async (token) => {
        const { username, password } = signIn;
        const outcome = await adoptTokens(token, 'userNamePassword', { username, password });
        if (outcome.kind === 'signedIn') return outcome.profile;
        showMessage(outcome.kind === 'failed' ? outcome.message.code : 'unspecified');
        return null;
      }}
      onDone={(profile) => void goOn(profile)}
      onError={(error) => void say(error)}
      onFailed={markTitleFailed}
    />
  );
}
