import type { SignInProvider } from '@portal/api';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useId, useState } from 'react';
import { afterNextPaint } from '../../src/browser/painting/afterPaint.ts';
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
import { type KioskRuntime, runtime } from '../runtime.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageChoice } from '../parts/LanguageChoice.tsx';
import { UpdateOffer } from '../parts/UpdateOffer.tsx';
import { useSetUpWhereNeeded } from '../tablet/standing.ts';
import { giveUpTicket } from './signOnTicket.ts';
import { fateInAddress, newPasswordPath, returnReason, secondStepPath, setUpPath, staffTarget } from '../target.ts';

/** Loaded only where the facility has identity systems. */
const StaffProviders = lazy(async () => ({ default: (await import('./StaffProviders.tsx')).StaffProviders }));
const Returned = lazy(() => import('./Returned.tsx'));

/** The sign-in of staff, and the page after a visit. Shown with and without the router. */
export function Page(): ReactNode {
  const [search] = useState(() => parseSearch(typeof location === 'undefined' ? '' : location.search));
  const [withPassword, setWithPassword] = useState(false);
  const reason = returnReason(search['return']);
  useEffect(() => {
    // Loads what sending the form needs while the form is being filled in.
    return afterNextPaint(() => void runtime().catch(() => undefined));
  }, []);
  if (reason === null || withPassword)
    return <Login redirect={search['redirect']} ended={search['ended'] !== undefined} because={search['because']} />;
  return (
    <Suspense fallback={null}>
      <Returned reason={reason} fate={fateInAddress(search['answers'])} onPassword={() => setWithPassword(true)} />
    </Suspense>
  );
}

function Login({
  redirect,
  ended,
  because,
}: {
  readonly redirect: string | undefined;
  readonly ended: boolean;
  /** Why a sign-in with the facility's identity system came to nothing. */
  readonly because: string | undefined;
}): ReactNode {
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
    if (because !== undefined) showMessage(because === 'notAllowed' ? 'kioskSignOnNotAllowed' : 'kioskSignOnFailed');
  }, [ended, because]);

  const usernameMissing = username.trim() === '';
  const passwordMissing = password === '';

  const logIn = async (way: Parameters<KioskRuntime['signIn']>[0]): Promise<void> => {
    setBusy(true);
    const ready = await runtime().catch(() => null);
    const outcome = await ready?.signIn(way);
    if (ready && outcome?.kind === 'signedIn') {
      clearMessage();
      ready.enter(staffTarget(redirect));
      return;
    }
    if (ready && outcome?.kind === 'tabletNotSetUp') {
      ready.enter(setUpPath);
      return;
    }
    if (ready && outcome?.kind === 'unfinished') {
      ready.enter((outcome.path === '/second-step' ? secondStepPath : newPasswordPath) + location.search);
      return;
    }
    setBusy(false);
    setFailed(true);
    if (!outcome) showMessage('noConnection');
    else if (outcome.kind === 'failed') showMessage(outcome.message.code, outcome.message.values);
  };

  const [providers, setProviders] = useState<readonly SignInProvider[] | undefined>(undefined);
  const continueWithTicket = useEffectEvent((ssoId: string) =>
    logIn({ kind: 'singleSignOn', ssoId, portalType: 'kioskManagement' }),
  );
  useEffect(() => {
    return afterNextPaint(() => {
      const ticket = giveUpTicket();
      if (ticket !== null) void continueWithTicket(ticket);
      void runtime().then(
        async ({ identityProviders }) => {
          const found = identityProviders();
          if (found === undefined) return;
          await loadWords('kiosk');
          setProviders(found);
        },
        () => undefined,
      );
    });
  }, []);

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
          {providers === undefined ? null : (
            <Suspense fallback={null}>
              <StaffProviders providers={providers} />
            </Suspense>
          )}
        </Form>
      </GateCard>
    </Gate>
  );
}
