import { type CalendarDate, idFromText, PatientId } from '@portal/api';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { type ReactNode, useState } from 'react';
import { newIdempotencyKey } from '../../../data/idempotencyKey.ts';
import { signIn } from '../../../data/session.ts';
import { LinkLoginForm } from '../LinkLoginForm.tsx';
import { SignInGate } from '../../../layout/gate/SignInGate.tsx';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { FormStack } from '../../../ui/Form.tsx';
import { GateCard } from '../../../ui/Gate.tsx';
import { ButtonLink } from '../../../ui/LinkButton.tsx';
import { useWords } from '../../../words/index.ts';
import { forgetSecret, secretFor } from '../../../layout/routing/addressSecret.ts';
import { beginTry, showLoginFailure } from './logIn.ts';

/** Sign-in with an emailed link: the address names the patient, and the person gives last name and date of birth. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const { patientid, ended } = useSearchTexts();
  const patientId = idFromText(PatientId, patientid);
  const [data] = useState(() => secretFor('/linkLogin'));
  const [key] = useState(newIdempotencyKey);
  const [over, setOver] = useState(false);

  const logIn = async (patient: PatientId, secret: string, lastName: string, birthDate: CalendarDate) => {
    beginTry();
    const outcome = await signIn({ kind: 'link', patientId: patient, data: secret, lastName, birthDate, key });
    if (outcome.kind !== 'signedIn') {
      const message = outcome.kind === 'failed' ? outcome.message : { code: 'unspecified' as const, values: {} };
      setOver(message.code === 'linkexpired');
      showLoginFailure(message.code, message.values);
      return;
    }
    forgetSecret();
    await navigate({ to: '/questionnaires', search: {}, replace: true });
  };

  if (ended !== undefined)
    return (
      <SignInGate title={t('session.linkEndedTitle')}>
        <GateCard>
          <p>{t(ended === 'idle' ? 'session.linkEndedIdle' : 'session.linkEndedText')}</p>
        </GateCard>
      </SignInGate>
    );
  const isWhole = patientId !== null && data !== null;
  return (
    <SignInGate
      title={t(!isWhole ? 'session.linkIncompleteTitle' : over ? 'session.linkOverTitle' : 'session.linkTitle')}
      lead={isWhole && !over ? t('session.linkLead') : undefined}
    >
      {isWhole && !over ? (
        <LinkLoginForm onSubmit={(lastName, birthDate) => logIn(patientId, data, lastName, birthDate)} />
      ) : (
        <GateCard>
          <FormStack>
            <p>{t(isWhole ? 'session.linkOverText' : 'session.linkIncompleteText')}</p>
            <ButtonLink variant="secondary" href="/login">
              {t('session.toLogin')}
            </ButtonLink>
          </FormStack>
        </GateCard>
      )}
    </SignInGate>
  );
}
