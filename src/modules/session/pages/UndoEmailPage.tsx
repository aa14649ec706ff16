import { undoEmailChange } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { markTitleFailed } from '../../../browser/title.ts';
import { useConnection } from '../../../data/connection.ts';
import { failureOf, messageFor, refusalOf } from '../../../data/errors.ts';
import { send } from '../../../data/http.ts';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { forgetSecret, secretFor, useSecretArrivals } from '../../../layout/routing/addressSecret.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormStack } from '../../../ui/Form.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { useWords } from '../../../words/index.ts';
import { NeedsConnection } from '../../../ui/NeedsConnection.tsx';
import { beginTry, showLoginFailure } from './logIn.ts';

type Step = 'asking' | 'done' | 'over';

/** The owner of the old email address can undo its change here; by a press, because mail programs open links by themselves. */
export function Page(): ReactNode {
  return <UndoEmail key={useSecretArrivals()} />;
}

function UndoEmail(): ReactNode {
  const { t } = useWords();
  const offline = useConnection() === 'offline';
  const [token] = useState(() => secretFor('/undo-email'));
  const [step, setStep] = useState<Step>(token === null ? 'over' : 'asking');
  const [busy, setBusy] = useState(false);

  const undo = async () => {
    if (token === null) return;
    beginTry();
    setBusy(true);
    try {
      await send(undoEmailChange, { body: { token } });
      forgetSecret();
      setStep('done');
    } catch (error) {
      const failure = failureOf(error);
      if (refusalOf(undoEmailChange, failure) === 'link_expired') {
        forgetSecret();
        markTitleFailed(true);
        setStep('over');
      } else {
        const message = failure && messageFor(failure);
        showLoginFailure(message?.code ?? 'unspecified', message?.values);
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <SignInGate title={t('session.undoEmailTitle')} lead={step === 'asking' ? t('session.undoEmailLead') : undefined}>
      <NeedsConnection offline={offline && step === 'asking'} />
      <GateCard>
        <FormStack>
          {step === 'asking' ? (
            <Button size="block" busy={busy} disabled={offline} onClick={() => void undo()}>
              {t('session.undoEmail')}
            </Button>
          ) : (
            <>
              <p role="status">{t(step === 'done' ? 'session.undoEmailDone' : 'session.undoEmailOver')}</p>
              <ButtonLink variant={step === 'done' ? 'primary' : 'secondary'} href="/reset-password">
                {t('session.chooseNewPassword')}
              </ButtonLink>
            </>
          )}
        </FormStack>
      </GateCard>
    </SignInGate>
  );
}
