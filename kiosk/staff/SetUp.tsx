import { setUpTablet, SpokenCode } from '@portal/api';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import * as v from 'valibot';
import { failureOf, refusalOf } from '../../src/data/errors.ts';
import { send } from '../../src/data/http.ts';
import { newIdempotencyKey } from '../../src/data/idempotencyKey.ts';
import { currentSession, signOut } from '../../src/data/session.ts';
import { showFailure } from '../../src/data/showFailure.ts';
import { Button } from '../../src/ui/Button.tsx';
import { TextField } from '../../src/ui/Field.tsx';
import { Form } from '../../src/ui/Form.tsx';
import { verbatim } from '../../src/ui/form/verbatim.ts';
import { Gate, GateCard } from '../../src/ui/Gate.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { clearMessage, useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageChoice } from '../parts/LanguageChoice.tsx';
import { runtime } from '../runtime.ts';
import { appBuild } from '../tablet/appBuild.ts';
import { noteStanding, tabletStanding } from '../tablet/standing.ts';
import { loginPath } from '../target.ts';

/** Takes the one-time code that registers this tablet with the facility. */
export function Page(): ReactNode {
  const { t } = useWords();
  const [name, setName] = useState<string | null>(null);
  const [isNeeded] = useState(() => tabletStanding() === 'notSetUp');
  useArrival(t('kiosk.setUpTitle'));
  return (
    <Gate
      brand={<KioskBrand onDeep />}
      utilities={<LanguageChoice whose="tablet" />}
      title={t('kiosk.setUpTitle')}
      lead={t(isNeeded ? 'kiosk.setUpNeeded' : 'kiosk.setUpLead')}
    >
      <MessageBar />
      <GateCard>{name === null ? <CodeForm isNeeded={isNeeded} onDone={setName} /> : <Done name={name} />}</GateCard>
    </Gate>
  );
}

interface CodeFormProps {
  /** The kiosk does not open on this tablet without a code. */
  readonly isNeeded: boolean;
  readonly onDone: (name: string) => void;
}

function CodeForm({ isNeeded, onDone }: CodeFormProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [code, setCode] = useState('');
  const [key] = useState(newIdempotencyKey);
  const [error, setError] = useState<'kiosk.setUpCodeForm' | 'kiosk.setUpCodeWrong' | null>(null);
  const [busy, setBusy] = useState(false);

  const refuse = (why: NonNullable<typeof error>): void => {
    setError(why);
    document.getElementById(`${id}-code`)?.focus();
  };
  const redeem = async (): Promise<void> => {
    setBusy(true);
    try {
      const { name } = await send(setUpTablet, {
        headers: { 'idempotency-key': key },
        body: { code, appBuild: appBuild() },
      });
      noteStanding('setUp');
      onDone(name);
      return;
    } catch (failure) {
      const cause = failureOf(failure) ?? { kind: 'malformed' as const };
      if (refusalOf(setUpTablet, cause) === 'tablet_code_wrong') refuse('kiosk.setUpCodeWrong');
      else showFailure(cause);
    }
    setBusy(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    clearMessage();
    setError(null);
    if (v.is(SpokenCode, code)) void redeem();
    else refuse('kiosk.setUpCodeForm');
  };

  return (
    <Form onSubmit={submit} autoComplete="off" aria-label={t('kiosk.setUpTitle')}>
      <TextField
        id={`${id}-code`}
        label={t('kiosk.setUpCode')}
        hint={t('kiosk.setUpCodeHint')}
        error={error === null ? null : t(error)}
        required
        value={code}
        onChange={setCode}
        {...verbatim}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Button type="submit" size="block" busy={busy}>
        {t('kiosk.setUpUse')}
      </Button>
      {isNeeded ? (
        <p>{t('kiosk.setUpNotStaff')}</p>
      ) : (
        <Button variant="quiet" size="block" onClick={() => void runtime().then(({ enter }) => enter('/'))}>
          {t('kiosk.cancelPin')}
        </Button>
      )}
    </Form>
  );
}

function Done({ name }: { readonly name: string }): ReactNode {
  const { t } = useWords();
  // Staff who signed in before the set-up sign in again, because their session belongs to no tablet of the facility.
  const goOn = async (): Promise<void> => {
    if (currentSession() !== null) await signOut('asked');
    else (await runtime()).enter(loginPath);
  };
  return (
    <>
      <p role="status">{t('kiosk.setUpDone', { name })}</p>
      <Button size="block" onClick={() => void goOn()}>
        {t('kiosk.setUpToSignIn')}
      </Button>
    </>
  );
}
