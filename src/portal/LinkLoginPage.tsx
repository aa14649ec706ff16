import { type CalendarDate, PatientId, setPatientLanguage } from '@portal/api';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { useConnection } from '../data/connection.ts';
import { send } from '../data/http.ts';
import { signIn } from '../data/session.ts';
import { LinkLoginForm } from '../features/session/LinkLoginForm.tsx';
import { SignInGate } from '../shell/SignInGate.tsx';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { FormStack } from '../ui/Form.tsx';
import { GateCard } from '../ui/Gate.tsx';
import { ButtonLink } from '../ui/LinkButton.tsx';
import { useWords, words } from '../words/index.ts';
import { forgetSecret, secretFor } from './addressSecret.ts';
import { beginTry, fail } from './logIn.ts';

const Id = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), PatientId);

/** The way in of an emailed link: who it is for stands in the address, who comes says so by last name and date of birth. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const offline = useConnection() === 'offline';
  const patientId = v.safeParse(Id, useSearchTexts()['patientid']);
  const [data] = useState(() => secretFor('/linklogin'));
  const [over, setOver] = useState(false);

  const logIn = async (patient: PatientId, secret: string, lastName: string, birthDate: CalendarDate) => {
    beginTry();
    const outcome = await signIn({ kind: 'link', patientId: patient, data: secret, lastName, birthDate });
    if (outcome.kind !== 'signedIn') {
      const message = outcome.kind === 'failed' ? outcome.message : { code: 'invalidgrant' as const, values: {} };
      setOver(message.code === 'linkexpired');
      fail(message.code, message.values);
      return;
    }
    forgetSecret();
    // The mails of this patient follow the language in which they read here; the way in does not wait for it.
    send(setPatientLanguage, { params: { patientId: patient }, query: { language: words().language } }).catch(() => undefined);
    await navigate({ to: '/questionnaires', search: {}, replace: true });
  };

  const isWhole = patientId.success && data !== null;
  return (
    <SignInGate title={t(isWhole ? 'session.linkTitle' : 'session.linkIncompleteTitle')} lead={isWhole ? t('session.linkLead') : undefined}>
      {isWhole && !over ? (
        <LinkLoginForm offline={offline} onSubmit={(lastName, birthDate) => logIn(patientId.output, data, lastName, birthDate)} />
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
