import { type ReactNode, useEffect, useState } from 'react';
import { useBranding } from '../../src/browser/branding.ts';
import { parseSearch } from '../../src/browser/search.ts';
import { failureOf, someMessageFor, refusalOf } from '../../src/data/errors.ts';
import { finishSignIn } from '@portal/api';
import { adoptTokens } from '../../src/data/session.ts';
import { forgetUnfinished, unfinishedSignIn } from '../../src/data/unfinishedSignIn.ts';
import { SecondStep } from '../../src/modules/secondFactor/SecondStep.tsx';
import { clearMessage, showMessage, useWords } from '../../src/words/index.ts';
import { runtime } from '../runtime.ts';
import { loginPath, setUpPath, staffTarget } from '../target.ts';
import { offerPasskey } from './offerPasskey.ts';
import { BackToLogin, SignInFrame, toLogin } from './SignInFrame.tsx';

const go = async (path: string): Promise<void> => (await runtime()).enter(path);

/** The second page of a sign-in of staff, where the facility requires it. */
export function Page(): ReactNode {
  const { t } = useWords();
  const { portalName } = useBranding();
  const [signIn] = useState(() => unfinishedSignIn('secondStep'));
  const [target] = useState(() => staffTarget(parseSearch(location.search)['redirect']));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    // Opened without a password before it, as after a reload.
    if (signIn === null) toLogin();
  }, [signIn]);

  const say = async (error: unknown): Promise<void> => {
    const failure = failureOf(error);
    if (refusalOf(finishSignIn, failure) === 'tablet_not_set_up') return go(setUpPath);
    const { code, values } = someMessageFor(failure);
    if (failure?.kind === 'refused' && code === 'secondStepOver') {
      forgetUnfinished('secondStep');
      await go(loginPath);
    }
    setFailed(true);
    showMessage(code, values);
  };
  if (signIn === null) return null;
  return (
    <SecondStep
      signIn={signIn}
      portalName={portalName}
      isShared
      frame={(title, lead, card) => (
        <SignInFrame title={title} lead={lead} failed={failed}>
          {card}
        </SignInFrame>
      )}
      lost={t('kiosk.lostBoth')}
      back={<BackToLogin />}
      onToken={async (token) => {
        const outcome = await adoptTokens(token, 'patientKioskManagement');
        if (outcome.kind === 'signedIn') return outcome.profile;
        showMessage(outcome.kind === 'failed' ? outcome.message.code : 'unspecified');
        return null;
      }}
      onDone={() => {
        clearMessage();
        offerPasskey();
        void go(target);
      }}
      onError={(error) => void say(error)}
      onFailed={setFailed}
    />
  );
}
