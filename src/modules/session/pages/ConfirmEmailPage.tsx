import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useConnection } from '../../../data/connection.ts';
import { LoginForm } from '../LoginForm.tsx';
import { NeedsConnection } from '../../../ui/NeedsConnection.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { GateCard } from '../../../ui/Gate.tsx';
import { useWords } from '../../../words/index.ts';
import { confirmEmailAtSignIn } from '../../../layout/session/completeSignIn.ts';
import { logIn, type ContinueSignIn } from './logIn.ts';
import { PasskeyLogin } from './PasskeyLogin.tsx';

/** The page of a confirmation mail's link: signing in here confirms the address, if the link is the person's. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const offline = useConnection() === 'offline';
  const { u = '', ...search } = useSearchTexts();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');

  useEffect(() => confirmEmailAtSignIn(u), [u]);
  const onward: ContinueSignIn = (target, replace) => navigate({ to: target.path, search: target.search, replace });

  return (
    <SignInGate title={t('session.confirmEmailTitle')} lead={t('session.confirmEmailLead')}>
      <NeedsConnection offline={offline} />
      <GateCard>
        <LoginForm
          kind="logIn"
          username={username}
          password={password}
          onUsername={setUsername}
          onPassword={setPassword}
          off={offline}
          onSubmit={() => logIn(username.trim(), password, search, onward)}
        >
          {offline ? null : <PasskeyLogin search={() => search} onward={onward} staysHere />}
        </LoginForm>
      </GateCard>
    </SignInGate>
  );
}
