import { type ComponentType, type FormEvent, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { afterNextPaint } from '../../src/browser/painting/afterPaint.ts';
import type { ShownMessage } from '../../src/data/errors.ts';
import type { SignIn } from '../../src/data/signInRequest.ts';
import { takeOverPrerenderedLogin, typedBefore } from '../../src/browser/prerendered.ts';
import { parseSearch } from '../../src/browser/search.ts';
import { Button } from '../../src/ui/Button.tsx';
import { PasswordField, TextField } from '../../src/ui/Field.tsx';
import { Form } from '../../src/ui/Form.tsx';
import { verbatim } from '../../src/ui/form/verbatim.ts';
import { Gate, GateCard } from '../../src/ui/Gate.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { clearMessage, loadWords, showMessage, useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { runtime } from '../runtime.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageChoice } from '../parts/LanguageChoice.tsx';
import { UpdateOffer } from '../parts/UpdateOffer.tsx';
import { useSetUpWhereNeeded } from '../tablet/standing.ts';
import { fateInAddress, returnReason } from '../target.ts';
import type { OtherWaysProps } from './OtherWays.tsx';

const Returned = lazy(() => import('./Returned.tsx'));

/** The sign-in of staff, and the page after a visit. Shown with and without the router. */
export function Page(): ReactNode {
  const [search] = useState(() => parseSearch(typeof location === 'undefined' ? '' : location.search));
  const [withPassword, setWithPassword] = useState(false);
  const reason = returnReason(search['return']);
  if (reason === null || withPassword) return <Login ended={search['ended'] !== undefined} />;
  return (
    <Suspense fallback={null}>
      <Returned reason={reason} fate={fateInAddress(search['answers'])} onPassword={() => setWithPassword(true)} />
    </Suspense>
  );
}

function Login({ ended }: { readonly ended: boolean }): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [username, setUsername] = useState(() => typedBefore(`${id}-username`));
  const [password, setPassword] = useState(() => typedBefore(`${id}-password`));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  useArrival(failed ? t('core.errorTitlePrefix', { title: t('core.kioskTitle') }) : t('core.kioskTitle'));

  useEffect(takeOverPrerenderedLogin, []);
  useSetUpWhereNeeded(true);
  useEffect(() => {
    if (ended) showMessage('sessiontimeout');
  }, [ended]);

  const usernameMissing = username.trim() === '';
  const passwordMissing = password === '';

  const say = ({ code, values }: ShownMessage): void => {
    setFailed(true);
    showMessage(code, values);
  };
  const logIn = async (way: SignIn): Promise<void> => {
    setBusy(true);
    const ready = await runtime().catch(() => null);
    const failure = ready === null ? { code: 'noConnection' as const, values: {} } : await ready.logIn(way);
    if (failure === null) return;
    setBusy(false);
    say(failure);
  };

  const [others, setOthers] = useState<{ readonly Ways: ComponentType<OtherWaysProps> } | null>(null);
  useEffect(
    () =>
      afterNextPaint(
        () =>
          // What sending the form needs is loaded too, while the form is being filled in.
          void Promise.all([import('./OtherWays.tsx'), runtime(), loadWords('kiosk')]).then(
            ([{ OtherWays }]) => setOthers({ Ways: OtherWays }),
            // The form works without them.
            () => undefined,
          ),
      ),
    [],
  );

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The person has read a standing message, such as the time-out, by now.
    clearMessage();
    setTried(true);
    if (usernameMissing || passwordMissing) {
      setFailed(true);
      document.getElementById(usernameMissing ? `${id}-username` : `${id}-password`)?.focus();
      return;
    }
    if (!busy) void logIn({ kind: 'password', username: username.trim(), password, portalType: 'kioskManagement' });
  };

  return (
    <Gate
      brand={<KioskBrand onDeep />}
      utilities={<LanguageChoice whose="tablet" />}
      title={t('core.kioskTitle')}
      lead={t('core.kioskIntro')}
    >
      <MessageBar />
      <UpdateOffer />
      <GateCard>
        <Form onSubmit={submit} aria-label={t('core.logIn')}>
          <TextField
            id={`${id}-username`}
            label={t('core.username')}
            error={tried && usernameMissing ? t('core.required') : null}
            required
            value={username}
            onChange={setUsername}
            autoComplete="username"
            {...verbatim}
          />
          <PasswordField
            id={`${id}-password`}
            label={t('core.password')}
            error={tried && passwordMissing ? t('core.required') : null}
            required
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
          />
          <Button type="submit" size="block" busy={busy}>
            {t('core.logIn')}
          </Button>
          {others === null ? null : <others.Ways onLogIn={logIn} onFailed={say} />}
        </Form>
      </GateCard>
    </Gate>
  );
}
