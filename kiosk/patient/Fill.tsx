import { type QuestionnaireItem, type QuestionnaireItemId, faultOf } from '@portal/api';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { connection, useConnection } from '../../src/data/connection.ts';
import type { SubmitOutcome } from '../../src/data/drafts/types.ts';
import { useDraftState } from '../../src/features/questionnaires/openDraft.ts';
import { useSheetSubmit, type SheetSubmit } from '../../src/features/questionnaires/sheetSubmit.ts';
import { Button } from '../../src/ui/Button.tsx';
import { focusPart } from '../../src/ui/ErrorSummary.tsx';
import { ArrowLeft, ArrowRight, Send } from '../../src/ui/icons.ts';
import { FacilityMark } from '../../src/ui/FacilityMark.tsx';
import { KioskQuestion } from '../../src/ui/KioskQuestion.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { Progress } from '../../src/ui/Progress.tsx';
import { clearMessage, useWords } from '../../src/words/index.ts';
import { mainId, useArrival } from '../arrival.ts';
import { useFace } from '../face.ts';
import { PatientMenu } from '../parts/PatientMenu.tsx';
import { whenBackIsPressed } from '../tablet/backButton.ts';
import { CheckScreen, EndScreen, IntroScreen, QuestionScreenView } from './FillScreens.tsx';
import { spacer } from './Fill.css.ts';
import { showRevised, walkOf } from './open.ts';
import { type Place, placeAfter, placeBefore, samePlace } from './places.ts';
import { SavedWords } from './SavedWords.tsx';
import { changeOpenSheet, changeVisit, currentVisit, type OpenSheet, remaining, useVisit } from './visit.ts';

/** One question at a time (visual language, section 10). */
export function Page(): ReactNode {
  const open = useVisit()?.open ?? null;
  return open ? <Fill key={`${open.handle.questionnaire.assignedQuestionnaireId} ${open.sheet.questionnaire.templateRevision}`} open={open} /> : null;
}

/** How a questionnaire ended other than by being sent from here. */
export type Ending = Extract<SubmitOutcome, { kind: 'alreadyCompleted' | 'noLongerOpen' }>;

/** The first question on these screens with a broken rule, and where it is. */
function firstProblem({ screens, sheet }: OpenSheet): { readonly place: Place; readonly id: QuestionnaireItemId } | null {
  const [problem] = sheet.problems();
  if (!problem) return null;
  const id = problem.item.questionnaireItemId;
  const index = screens.findIndex((screen) => screen.answerable.includes(id));
  return { place: { kind: 'question', index: Math.max(index, 0) }, id };
}

/** The items of the screen of the moment with a broken rule. */
function faultsHere({ screens, sheet, place }: OpenSheet): QuestionnaireItemId[] {
  if (place.kind !== 'question') return [];
  const items = new Map(sheet.items.map((item): [QuestionnaireItemId, QuestionnaireItem] => [item.questionnaireItemId, item]));
  return (screens[place.index]?.answerable ?? []).filter((id) => {
    const item = items.get(id);
    return item !== undefined && faultOf(item, sheet.view(id).entries) !== null;
  });
}

function Fill({ open }: { readonly open: OpenSheet }): ReactNode {
  const { t } = useWords();
  const { hasLogo } = useFace();
  const navigate = useNavigate();
  const { handle, sheet, screens, place } = open;
  const submit = useSheetSubmit(handle, sheet);
  const state = useDraftState(handle);
  const [ending, setEnding] = useState<Ending | null>(null);
  const [waits, setWaits] = useState(false);
  const [toFocus, setToFocus] = useState<QuestionnaireItemId | null>(null);
  const walk = walkOf(open);
  const several = (currentVisit()?.due?.length ?? 0) > 1;

  const total = screens.filter((screen) => screen.block !== null).length;
  const words = place.kind === 'question' && screens[place.index]?.block ? t('kiosk.questionOf', { number: place.index + 1, total }) : t('kiosk.allQuestions', { total });
  useArrival(place.kind === 'question' ? words : t(place.kind === 'check' ? 'kiosk.checkTitle' : 'kiosk.beforeYouStart'));
  useFocusOnPlace(place, toFocus);

  const go = useCallback((next: Place, focus: QuestionnaireItemId | null = null) => {
    clearMessage();
    setToFocus(focus);
    setWaits(false);
    changeOpenSheet({ place: next });
  }, []);

  const sent = useCallback((outcome: Extract<SubmitOutcome, { kind: 'sent' }>) => {
    const visit = currentVisit();
    void visit?.open?.handle.release().catch(() => undefined);
    changeVisit({ completed: outcome.completed, sent: new Set(visit?.sent).add(outcome.completed.assignedQuestionnaireId), open: null });
    void navigate({ to: '/kiosk-questionnaire-scoring', replace: true });
  }, [navigate]);

  const onSend = async (): Promise<void> => {
    const outcome = await submit.send();
    if (outcome?.kind !== 'failed') setWaits(false);
    switch (outcome?.kind) {
      case 'sent': return sent(outcome);
      case 'alreadyCompleted':
      case 'noLongerOpen': return setEnding(outcome);
      case 'incomplete':
      case 'invalid': {
        const problem = firstProblem(open);
        if (problem) go(problem.place, problem.id);
        return;
      }
      case 'revised': return showRevised(open);
      case 'failed':
        if (connection() === 'online') return;
        // Not an error to be told of: it goes out when the connection is back, and the screen says so.
        clearMessage();
        return setWaits(true);
      case 'waiting':
      case undefined: return;
    }
  };
  useSendWhenBack(waits && !submit.isBusy, onSend);

  const next = (): void => {
    const faults = faultsHere(open);
    const [first] = faults;
    if (first !== undefined) {
      sheet.flag(faults);
      focusPart(`question-${first}`);
      return;
    }
    const after = placeAfter(place, walk);
    if (after) go(after);
  };
  const before = placeBefore(place, walk);
  const back = useCallback((): void => {
    if (before) go(before);
    else if (several) void navigate({ to: '/patientKioskQuestionnaires', replace: true });
  }, [before, go, several, navigate]);
  useEffect(() => whenBackIsPressed(back), [back]);

  if (ending) return <EndScreen ending={ending} title={open.title} last={remainingWithout(open) === 0} />;
  return (
    <KioskQuestion
      mark={<FacilityMark hasLogo={hasLogo} />}
      title={open.title}
      utilities={<PatientMenu />}
      progress={
        <Progress
          label={t('kiosk.progress')}
          done={place.kind === 'check' ? total : place.kind === 'intro' ? 0 : Math.min(place.index + 1, total)}
          total={total}
          words={words}
          trailing={<SavedWords state={state} />}
        />
      }
      actions={
        <>
          {(before || several) && !submit.isBusy ? (
            <Button variant="secondary" icon={ArrowLeft} onClick={back}>
              {t('kiosk.back')}
            </Button>
          ) : (
            <span className={spacer} />
          )}
          {place.kind === 'check' ? (
            <SendButton submit={submit} onSend={onSend} />
          ) : (
            <Button iconAfter={ArrowRight} onClick={next}>
              {t(place.kind === 'intro' ? 'kiosk.begin' : 'kiosk.next')}
            </Button>
          )}
        </>
      }
    >
      <MessageBar />
      <PlaceView open={open} waiting={waits} onGo={go} />
    </KioskQuestion>
  );
}

function SendButton({ submit, onSend }: { readonly submit: SheetSubmit; readonly onSend: () => Promise<void> }): ReactNode {
  const { t } = useWords();
  return (
    <Button icon={Send} busy={submit.isBusy} onClick={() => void onSend()}>
      {t(submit.isBusy ? 'kiosk.sending' : 'kiosk.send')}
    </Button>
  );
}

function PlaceView({ open, waiting, onGo }: { readonly open: OpenSheet; readonly waiting: boolean; readonly onGo: (place: Place) => void }): ReactNode {
  const { place, screens, sheet, handle } = open;
  switch (place.kind) {
    case 'intro': return <IntroScreen instructions={handle.questionnaire.patientInstructions ?? ''} total={screens.length} />;
    case 'check': return <CheckScreen open={open} waiting={waiting} onGo={onGo} />;
    case 'question': {
      const screen = screens[place.index];
      return screen ? <QuestionScreenView key={place.index} screen={screen} sheet={sheet} /> : null;
    }
  }
}

const remainingWithout = ({ handle }: OpenSheet): number => {
  const visit = currentVisit();
  return visit ? remaining(visit).filter((one) => one.assignedQuestionnaireId !== handle.questionnaire.assignedQuestionnaireId).length : 0;
};

/** A new place begins at its top, with the focus on its main part, or on the question that has to be looked at again. */
function useFocusOnPlace(place: Place, question: QuestionnaireItemId | null): void {
  const last = useRef(place);
  useEffect(() => {
    if (samePlace(last.current, place)) return;
    last.current = place;
    scrollTo({ top: 0 });
    if (question === null) document.getElementById(mainId)?.focus({ preventScroll: true });
    else focusPart(`question-${question}`);
  }, [place, question]);
}

/** Sent without a connection: the press is repeated each time the connection is back, until it is answered or taken back. */
function useSendWhenBack(waits: boolean, onSend: () => Promise<void>): void {
  const back = useConnection() === 'online';
  const press = useEffectEvent(() => void onSend());
  useEffect(() => {
    if (!waits || !back) return;
    const timer = setTimeout(press, 500);
    return () => clearTimeout(timer);
  }, [waits, back]);
}
