import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState, useRef } from 'react';
import { useBranding } from '../../src/browser/branding.ts';
import { newIdempotencyKey } from '../../src/data/idempotencyKey.ts';
import { Button } from '../../src/ui/Button.tsx';
import { focusPart } from '../../src/ui/ErrorSummary.tsx';
import { FacilityMark } from '../../src/ui/FacilityMark.tsx';
import { ArrowLeft, ArrowRight, Check, Send } from '../../src/ui/icons.ts';
import { KioskQuestion } from '../../src/ui/KioskQuestion.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { clearMessage, type MessageBarCodeName, showMessage, useWords } from '../../src/words/index.ts';
import { useArrival, mainId } from '../arrival.ts';
import { PatientMenu } from '../parts/PatientMenu.tsx';
import { screen, spacer } from '../patient/Fill.css.ts';
import { currentVisit, useVisit } from '../patient/visit.ts';
import { whenBackIsPressed } from '../tablet/backButton.ts';
import { changeCheckIn, leaveContact, nextPage, type CheckInOutcome, sendChange, sendConfirmation } from './checkIn.ts';
import { ChangedView, fieldId, LookView, whatId, WhatView } from './ContactViews.tsx';
import { type ContactCheck, changeToSend, hasUnsentChanges, newContactCheck, problemsOf } from './contactCheck.ts';
import { DetailView } from './DetailView.tsx';
import { NotSent } from './NotSent.tsx';
import { type ContactStep, contactStepAfter, contactStepBefore, contactStepKey } from './contactSteps.ts';

/** A new place begins at its top, with the focus on its main part. */
function useStepFocus(key: string): void {
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    scrollTo({ top: 0 });
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [key]);
}

/** "Are these still your address and telephone?", and then what has changed, one question at a time. */
export function Page(): ReactNode {
  const checkIn = useVisit()?.checkIn ?? null;
  const contact = checkIn?.contact ?? null;
  const check = checkIn?.check ?? null;
  useEffect(() => {
    if (contact !== null && check === null) changeCheckIn({ check: newContactCheck(contact) });
  }, [contact, check]);
  return check ? <Contact check={check} /> : null;
}

/** Changes the answers and notes whether any of them is not sent yet. */
function change(to: Partial<ContactCheck>): void {
  const check = currentVisit()?.checkIn?.check;
  if (!check) return;
  const next = { ...check, ...to };
  changeCheckIn({ check: next, hasUnsent: hasUnsentChanges(next) });
}

/** A new look at the summary makes a new request; a second try from there repeats the same one. */
function goTo(place: ContactStep): void {
  clearMessage();
  change({ place, showsProblems: false, key: place.kind === 'check' ? newIdempotencyKey() : null });
}

/** The first field that keeps the patient from continuing; null where there is none. */
function obstacleOf(check: ContactCheck): string | null {
  const { place, chosen } = check;
  if (place.kind === 'what') return chosen.length === 0 ? whatId : null;
  if (place.kind !== 'ask') return null;
  const [first] = problemsOf(check, place.detail).keys();
  return first === undefined ? null : fieldId(first);
}

function Contact({ check }: { readonly check: ContactCheck }): ReactNode {
  const { t } = useWords();
  const { hasLogo } = useBranding();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [end, setEnd] = useState<Exclude<CheckInOutcome, 'done'> | null>(null);
  const { place, chosen } = check;
  useArrival(t('kiosk.detailsTitle'));
  useStepFocus(contactStepKey(place));

  const goOn = async (said: MessageBarCodeName | null): Promise<void> => {
    const to = await nextPage();
    if (said !== null) showMessage(said);
    await navigate({ to, replace: true });
  };
  const finishWith = async (work: () => Promise<CheckInOutcome>, said: MessageBarCodeName): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setEnd(null);
    const came = await work();
    if (came === 'done') {
      await goOn(said);
      return;
    }
    setBusy(false);
    setEnd(came);
  };
  const skip = async (): Promise<void> => {
    leaveContact();
    await goOn(null);
  };
  const next = (): void => {
    const obstacle = obstacleOf(check);
    if (obstacle !== null) {
      change({ showsProblems: true });
      focusPart(obstacle);
      return;
    }
    const after = contactStepAfter(place, chosen);
    if (after) goTo(after);
  };
  const before = contactStepBefore(place, chosen);
  const back = useCallback((): void => {
    if (isBusy || !before) return;
    setEnd(null);
    goTo(before);
  }, [isBusy, before]);
  useEffect(() => whenBackIsPressed(back), [back]);

  const body = place.kind === 'check' ? changeToSend(check) : null;
  return (
    <KioskQuestion
      screenKey={contactStepKey(place)}
      mark={<FacilityMark hasLogo={hasLogo} />}
      title={t('kiosk.detailsTitle')}
      utilities={<PatientMenu />}
      isList={place.kind === 'look' || place.kind === 'check'}
      actions={
        place.kind === 'look' ? (
          <>
            <Button variant="secondary" onClick={() => goTo({ kind: 'what' })}>
              {t('kiosk.somethingChanged')}
            </Button>
            <Button icon={Check} busy={isBusy} onClick={() => void finishWith(sendConfirmation, 'kioskDetailsRight')}>
              {t('kiosk.allRight')}
            </Button>
          </>
        ) : (
          <>
            {isBusy ? (
              <span className={spacer} />
            ) : (
              <Button variant="secondary" icon={ArrowLeft} onClick={back}>
                {t('kiosk.back')}
              </Button>
            )}
            {place.kind !== 'check' ? (
              <Button iconAfter={ArrowRight} onClick={next}>
                {t('kiosk.next')}
              </Button>
            ) : body === null ? (
              <Button icon={Check} busy={isBusy} onClick={() => void finishWith(sendConfirmation, 'kioskDetailsRight')}>
                {t('kiosk.allRight')}
              </Button>
            ) : (
              <Button
                icon={Send}
                busy={isBusy}
                onClick={() => void finishWith(() => sendChange(body), 'kioskChangesSent')}
              >
                {t(isBusy ? 'kiosk.sending' : 'kiosk.sendChanges')}
              </Button>
            )}
          </>
        )
      }
    >
      <MessageBar />
      <div className={screen}>
        <NotSent end={end} onSkip={() => void skip()} />
        <PlaceView check={check} />
      </div>
    </KioskQuestion>
  );
}

function PlaceView({ check }: { readonly check: ContactCheck }): ReactNode {
  const { place } = check;
  switch (place.kind) {
    case 'look':
      return <LookView check={check} />;
    case 'what':
      return <WhatView check={check} onChosen={(chosen) => change({ chosen })} />;
    case 'ask':
      return (
        <DetailView
          key={place.detail}
          check={check}
          detail={place.detail}
          onTexts={(texts) => change({ texts: { ...check.texts, ...texts } })}
        />
      );
    case 'check':
      return <ChangedView check={check} onChange={(detail) => goTo({ kind: 'ask', detail })} />;
  }
}
