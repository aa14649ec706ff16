import { KioskPin, resumeKiosk } from '@portal/api';
import { type FormEvent, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react';
import * as v from 'valibot';
import { afterNextPaint } from '../../src/browser/painting/afterPaint.ts';
import { failureOf, refusalOf } from '../../src/data/errors.ts';
import { send } from '../../src/data/http.ts';
import { newIdempotencyKey } from '../../src/data/idempotencyKey.ts';
import { showFailure } from '../../src/data/showFailure.ts';
import { Button } from '../../src/ui/Button.tsx';
import { PasswordField } from '../../src/ui/Field.tsx';
import { Form } from '../../src/ui/Form.tsx';
import { longestOf } from '../../src/ui/form/rules.ts';
import { KioskActions, KioskCard } from '../../src/ui/KioskCard.tsx';
import { KioskStage, StageActions } from '../../src/ui/KioskStage.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { clearMessage, loadWords, type MessageKey, useWords, words } from '../../src/words/index.ts';
import { showLanguage } from '../../src/browser/showLanguage.ts';
import { tabletLanguage } from '../../src/browser/startLanguage.ts';
import { useArrival } from '../arrival.ts';
import { runtime } from '../runtime.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageChoice } from '../parts/LanguageChoice.tsx';
import { noteStanding, useSetUpWhereNeeded } from '../tablet/standing.ts';
import { loginPath, returnAddress, staffTarget } from '../target.ts';
import { pinForm } from './Returned.css.ts';
import type { AnswerFate } from '../patient/fate.ts';
import { Finished } from '../wipe/Finished.tsx';
import type { WipeReason } from '../wipe/wipe.ts';

const texts: Readonly<Record<WipeReason, MessageKey>> = {
  finished: 'kiosk.returnFinished',
  left: 'kiosk.returnFinished',
  notMe: 'kiosk.returnFinished',
  idle: 'kiosk.returnIdle',
  ended: 'kiosk.sessionEndedText',
};

const fates: Readonly<Record<AnswerFate, MessageKey>> = {
  sent: 'kiosk.answersSent',
  kept: 'kiosk.answersKept',
  lost: 'kiosk.answersLost',
  unsent: 'kiosk.changesUnsent',
};

const wordsReady = loadWords('kiosk');

interface ReturnedProps {
  /** Why the visit ended; `staff` asks for the PIN at once. */
  readonly reason: WipeReason | 'staff';
  /** What happened to the answers; null where there were none. */
  readonly fate: AnswerFate | null;
  /** Staff want to sign in with their password. */
  readonly onPassword: () => void;
}

/** The page after a visit. Nothing of the patient is in this document; staff continue with their PIN. */
export default function Returned({ reason, fate, onPassword }: ReturnedProps): ReactNode {
  use(wordsReady);
  const { t } = useWords();
  const [asksPin, setAsksPin] = useState(reason === 'staff');
  const [thanks, setThanks] = useState(reason === 'finished');
  const onRead = useCallback(() => {
    // Thanks are said once.
    history.replaceState(null, '', returnAddress({ reason: 'left', fate: null, language: words().language }));
    setThanks(false);
  }, []);
  const onStaff = (): void => {
    // From here on the tablet uses staff's language, also after a reload.
    history.replaceState(null, '', `${loginPath}?return=left`);
    setThanks(false);
    setAsksPin(true);
    void showLanguage(tabletLanguage());
  };
  useArrival(t(thanks ? 'kiosk.finishedTitle' : 'kiosk.returnTitle'));
  // Loaded before staff need it.
  useEffect(() => afterNextPaint(() => void runtime().catch(() => undefined)), []);
  // A patient may still read what happened to their answers; staff are redirected.
  useSetUpWhereNeeded(asksPin);
  if (thanks) return <Finished onRead={onRead} onStaff={onStaff} />;
  return (
    <KioskStage brand={<KioskBrand />} utilities={<LanguageChoice whose="tablet" />}>
      {asksPin ? (
        <PinCard onPassword={onPassword} {...(reason === 'staff' ? {} : { onBack: () => setAsksPin(false) })} />
      ) : (
        <>
          <h1>{t('kiosk.returnTitle')}</h1>
          <p>{t(reason === 'staff' ? 'kiosk.returnFinished' : texts[reason])}</p>
          {fate === null ? null : <p>{t(fates[fate])}</p>}
          <StageActions>
            <Button variant="secondary" onClick={onStaff}>
              {t('kiosk.staffEntry')}
            </Button>
          </StageActions>
        </>
      )}
    </KioskStage>
  );
}

const pinLength = longestOf(KioskPin);

function PinCard({ onPassword, onBack }: { readonly onPassword: () => void; readonly onBack?: () => void }): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [pin, setPin] = useState('');
  const [key] = useState(newIdempotencyKey);
  const [error, setError] = useState<string | null>(null);
  const [gone, setGone] = useState(false);
  const [busy, setBusy] = useState(false);
  const focusPin = (): void => document.getElementById(`${id}-pin`)?.focus();
  useEffect(() => document.getElementById(`${id}-pin`)?.focus(), [id]);

  /** Says why the server refused, and whether another try can help. */
  const explain = (failure: unknown): void => {
    const cause = failureOf(failure) ?? { kind: 'malformed' as const };
    const code = refusalOf(resumeKiosk, cause);
    const triesLeft =
      cause.kind === 'refused' && typeof cause.body['triesLeft'] === 'number' ? cause.body['triesLeft'] : 0;
    if (code === 'wrong_pin' && triesLeft > 0) {
      setError(t('kiosk.pinWrong', { tries: triesLeft }));
      focusPin();
      return;
    }
    if (code === 'tablet_not_set_up') {
      noteStanding('notSetUp');
      return;
    }
    if (code === 'wrong_pin' || code === 'not_parked') {
      setGone(true);
      return;
    }
    showFailure(cause);
  };

  const resume = async (): Promise<void> => {
    setBusy(true);
    try {
      const token = await send(resumeKiosk, { headers: { 'idempotency-key': key }, body: { pin } });
      const { adoptTokens, enter } = await runtime();
      const outcome = await adoptTokens(token, 'patientKioskManagement');
      if (outcome.kind === 'signedIn') {
        enter(staffTarget(undefined));
        return;
      }
      setGone(true);
    } catch (failure) {
      explain(failure);
    }
    setPin('');
    setBusy(false);
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    clearMessage();
    setError(null);
    if (v.is(KioskPin, pin)) void resume();
    else {
      setError(t('kiosk.pinIncomplete'));
      focusPin();
    }
  };

  return (
    <KioskCard labelledBy={`${id}-title`}>
      <h1 id={`${id}-title`}>{t('kiosk.staffEntry')}</h1>
      <MessageBar />
      {gone ? (
        <>
          <p role="alert">{t('kiosk.pinGone')}</p>
          <Button size="block" onClick={onPassword}>
            {t('kiosk.signInInstead')}
          </Button>
        </>
      ) : (
        <div className={pinForm}>
          <Form onSubmit={submit} autoComplete="off">
            <PasswordField
              id={`${id}-pin`}
              // Not a name that a browser knows: it must neither store nor fill a PIN.
              name={`${id}-p`}
              label={t('kiosk.pinLabel')}
              error={error}
              required
              value={pin}
              onChange={(typed) => setPin(typed.replace(/\D/g, '').slice(0, pinLength))}
              autoComplete="one-time-code"
              inputMode="numeric"
            />
            <KioskActions>
              {onBack ? (
                <Button variant="secondary" onClick={onBack}>
                  {t('kiosk.cancelPin')}
                </Button>
              ) : null}
              <Button type="submit" busy={busy}>
                {t('core.continue')}
              </Button>
            </KioskActions>
          </Form>
          <Button variant="quiet" size="block" onClick={onPassword}>
            {t('kiosk.signInInstead')}
          </Button>
        </div>
      )}
    </KioskCard>
  );
}
