import type { QuestionnaireItemId } from '@portal/api';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { FillContextProvider } from '../../src/modules/questionnaires/fill/fillContext.ts';
import { questionId } from '../../src/modules/questionnaires/fill/items/itemParts.ts';
import { useDraftState } from '../../src/modules/questionnaires/fill/openDraft.ts';
import { LanguageNote } from '../../src/modules/questionnaires/LanguageNote.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { ContentLang } from '../../src/ui/contentLang.tsx';
import { focusPart } from '../../src/ui/ErrorSummary.tsx';
import { watchPresses } from '../../src/ui/form/press.ts';
import { ArrowLeft, ArrowRight, Send } from '../../src/ui/icons.ts';
import { FacilityMark } from '../../src/ui/FacilityMark.tsx';
import { KioskQuestion } from '../../src/ui/KioskQuestion.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { Progress } from '../../src/ui/Progress.tsx';
import { useWords } from '../../src/words/index.ts';
import { mainId, useArrival } from '../arrival.ts';
import { useBranding } from '../../src/browser/branding.ts';
import { PatientMenu } from '../parts/PatientMenu.tsx';
import { whenBackIsPressed } from '../tablet/backButton.ts';
import { CheckScreen } from './CheckScreen.tsx';
import { EndScreen, IntroScreen, QuestionScreenView } from './FillScreens.tsx';
import { spacer } from './Fill.css.ts';
import { numbersOn, questionCount } from './numbers.ts';
import { goTo, walkOf } from './open.ts';
import { type FillStep, stepAfter, stepBefore } from './fillSteps.ts';
import { SavedWords } from './SavedWords.tsx';
import { currentVisit, type OpenQuestionnaire, remaining, useVisit } from './visit.ts';

/** One question at a time (visual language, section 10). */
export function Page(): ReactNode {
  const visit = useVisit();
  const navigate = useNavigate();
  const open = visit?.open ?? null;
  const isSent = visit !== null && visit.completed !== null;
  const isLeft = visit !== null && open === null;
  useEffect(() => {
    // The questionnaire was sent, perhaps while nobody was there to see it, or closed elsewhere.
    if (isLeft)
      void navigate({ to: isSent ? '/kiosk-questionnaire-scoring' : '/patientKioskQuestionnaires', replace: true });
  }, [isLeft, isSent, navigate]);
  return open ? (
    <Fill
      key={`${open.handle.questionnaire.assignedQuestionnaireId} ${open.sheet.questionnaire.templateRevision}`}
      open={open}
    />
  ) : null;
}

/** The questions with errors on the current screen, and the group that has too few rows. */
function faultsHere({ screens, sheet, place }: OpenQuestionnaire): { id: QuestionnaireItemId; part: string }[] {
  const screen = place.kind === 'question' ? screens[place.index] : undefined;
  if (!screen) return [];
  const faults = sheet.faults();
  const { answerable, more, sheet: own } = screen;
  const all = more ? [{ item: more, sheet: own, slot: own.slot(more.questionnaireItemId) }] : answerable;
  return all
    .filter(({ slot }) => faults.has(slot))
    .map(({ item, sheet: { rowPath } }) => ({
      id: item.questionnaireItemId,
      part: questionId(item.questionnaireItemId, rowPath),
    }));
}

function Fill({ open }: { readonly open: OpenQuestionnaire }): ReactNode {
  const { t } = useWords();
  const { hasLogo } = useBranding();
  const navigate = useNavigate();
  const { handle, sheet, screens, place, focus, wish, sending, ending } = open;
  const state = useDraftState(handle);
  const walk = walkOf(open);
  const hasList = currentVisit()?.hasList ?? false;
  const patientId = currentVisit()?.patientId;
  const { assignedQuestionnaireId } = handle.questionnaire;
  const files = handle.files();
  const fillPlace = useMemo(
    () =>
      patientId === undefined ? null : { patientId, assignedQuestionnaireId, isByCamera: true, files, openFile: null },
    [patientId, assignedQuestionnaireId, files],
  );

  const total = questionCount(screens);
  const numbers = place.kind === 'question' ? numbersOn(screens, place.index) : null;
  const words =
    numbers === null
      ? t('kiosk.allQuestions', { total })
      : numbers.first === numbers.last
        ? t('kiosk.questionOf', { number: numbers.first, total })
        : t('kiosk.questionsOf', { first: numbers.first, last: numbers.last, total });
  useArrival(
    place.kind === 'question' ? words : t(place.kind === 'check' ? 'kiosk.checkTitle' : 'kiosk.beforeYouStart'),
  );
  const screenKey = place.kind === 'question' ? (screens[place.index]?.key ?? place.kind) : place.kind;
  useFocusOnPlace(screenKey, focus);

  const next = (): void => {
    const faults = faultsHere(open);
    const [first] = faults;
    if (first !== undefined) {
      sheet.flag(faults.map(({ id }) => id));
      focusPart(first.part);
      return;
    }
    const after = stepAfter(place, walk);
    if (after) goTo(after);
  };
  const before = stepBefore(place, walk);
  const isSending = sending === 'sending';
  const back = useCallback((): void => {
    if (isSending) return;
    if (before) goTo(before);
    else if (hasList) void navigate({ to: '/patientKioskQuestionnaires', replace: true });
  }, [isSending, before, hasList, navigate]);
  useEffect(() => whenBackIsPressed(back), [back]);
  useEffect(watchPresses, []);

  if (ending) return <EndScreen ending={ending} title={open.title} last={remainingWithout(open) === 0} />;
  return (
    <KioskQuestion
      screenKey={screenKey}
      mark={<FacilityMark hasLogo={hasLogo} />}
      title={open.title}
      utilities={<PatientMenu />}
      isList={place.kind === 'check'}
      progress={
        place.kind === 'check' ? null : (
          <Progress
            label={t('kiosk.progress')}
            done={numbers?.last ?? (place.kind === 'question' ? questionCount(screens.slice(0, place.index)) : 0)}
            total={total}
            words={words}
            trailing={<SavedWords state={state} />}
          />
        )
      }
      actions={
        <>
          {(before || hasList) && !isSending ? (
            <Button variant="secondary" icon={ArrowLeft} onClick={back}>
              {t('kiosk.back')}
            </Button>
          ) : (
            <span className={spacer} />
          )}
          {place.kind === 'check' ? (
            <Button icon={Send} busy={isSending} onClick={() => wish.press()}>
              {t(isSending ? 'kiosk.sending' : 'questionnaires.sendAnswers')}
            </Button>
          ) : (
            <Button iconAfter={ArrowRight} onClick={next}>
              {t(place.kind === 'intro' ? 'kiosk.begin' : 'kiosk.next')}
            </Button>
          )}
        </>
      }
    >
      <MessageBar />
      <FillContextProvider value={fillPlace}>
        {isAtBeginning(place) ? <LanguageNote questionnaire={open.handle.questionnaire} /> : null}
        <ContentLang value={open.handle.questionnaire.language}>
          <PlaceView open={open} />
        </ContentLang>
      </FillContextProvider>
    </KioskQuestion>
  );
}

/** True on the first screen, where such a message is shown once for the whole questionnaire. */
const isAtBeginning = (place: FillStep): boolean =>
  place.kind === 'intro' || (place.kind === 'question' && place.index === 0);

function PlaceView({ open }: { readonly open: OpenQuestionnaire }): ReactNode {
  const { place, screens, handle } = open;
  switch (place.kind) {
    case 'intro':
      return (
        <IntroScreen instructions={handle.questionnaire.patientInstructions ?? ''} total={questionCount(screens)} />
      );
    case 'check':
      return <CheckScreen open={open} />;
    case 'question': {
      const screen = screens[place.index];
      return screen ? <QuestionScreenView key={screen.key} screen={screen} /> : null;
    }
  }
}

const remainingWithout = ({ handle }: OpenQuestionnaire): number => {
  const visit = currentVisit();
  return visit
    ? remaining(visit).filter((one) => one.assignedQuestionnaireId !== handle.questionnaire.assignedQuestionnaireId)
        .length
    : 0;
};

/** On a new screen, scrolls to the top and focuses the main part, or the question that must be corrected. */
function useFocusOnPlace(place: string, part: string | null): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    scrollTo({ top: 0 });
    if (part === null) document.getElementById(mainId)?.focus({ preventScroll: true });
    else focusPart(part);
  }, [place, part]);
}
