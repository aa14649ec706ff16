import { type Answer, type AssignedQuestionnaire, type AssignedQuestionnaireId, type PatientId, type QuestionnaireItemId, rematch } from '@portal/api';
import { type ReactNode, Suspense, lazy, memo, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useConnection } from '../../data/connection.ts';
import { differingItems } from '../../data/drafts/record.ts';
import type { DraftHandle, Drafts, SubmitOutcome } from '../../data/drafts/types.ts';
import { failureOf } from '../../data/errors.ts';
import { WrittenByNewerVersion } from '../../data/vault/rows.ts';
import { useFacility } from '../../data/facility.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Check, CircleAlert, CloudCheck, CloudOff, CloudUpload, Hourglass, Pencil } from '../../ui/icons.ts';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { QuestionBar } from '../../ui/QuestionBar.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { clearMessage, formatDate, useWords } from '../../words/index.ts';
import { AnswerList } from './AnswerList.tsx';
import { type AnswerSheet, type Problem, openAnswerSheet, useProblems, useSheetProgress } from './answerSheet.ts';
import { dueState } from './due.ts';
import { actionNote, bannerAction, dueLine, intro, noteSection, questions, waysOn } from './Fill.css.ts';
import { otherTextId, questionId } from './items/itemParts.ts';
import { DifferingAnswers, LostAnswers } from './LostAnswers.tsx';
import { useDraftState, useOpenDraft, useOwnership } from './openDraft.ts';
import { QuestionList } from './QuestionList.tsx';
import { type SavedState, savedState, wouldLose } from './savedState.ts';
import { type SendOutcome, showOutcome, useSheetSubmit } from './sheetSubmit.ts';

const loadLeaveDialog = () => import('./LeaveDialog.tsx');
const LeaveDialog = lazy(async () => ({ default: (await loadLeaveDialog()).LeaveDialog }));

/** What the page around the questionnaire can do with work that is open: make it durable, and ask before it goes away. */
export interface FillWork {
  flush(): Promise<void>;
  /** True when nothing would be lost if the page went away after `flush`. */
  isSafe(): boolean;
  /** True while there are answers that leaving has to ask about (specification 2, section 2). */
  asksOnLeaving(): boolean;
  /** Asks; resolves with true when the person wants to leave, after their answers were kept or discarded as they said. */
  askToLeave(): Promise<boolean>;
}

export interface FillQuestionnaireProps {
  patientId: PatientId;
  assignedQuestionnaireId: AssignedQuestionnaireId;
  /** How this surface keeps drafts. */
  drafts: Drafts;
  /** The server has the answers. */
  onDone: (completed: AssignedQuestionnaire) => void;
  /** The person left, and was asked where there was something to ask. */
  onLeave: () => void;
  /** For the page's title: "Error:" in front while problems are shown. */
  onErrorsShown?: (shown: boolean) => void;
  /** Told what is being filled in, and null when nothing is any more. */
  onWork?: (work: FillWork | null) => void;
  /** Says for whom it is filled in, where that is somebody else. */
  person?: ReactNode;
}

/** The portal's page for filling in a questionnaire: all questions on one page, saved from the first keystroke. */
export function FillQuestionnaire(props: FillQuestionnaireProps): ReactNode {
  const { t } = useWords();
  const { patientId, assignedQuestionnaireId, drafts, onLeave } = props;
  const opened = useOpenDraft(drafts, patientId, assignedQuestionnaireId);
  if (opened.kind === 'open') return <OpenQuestionnaire {...props} handle={opened.handle} />;
  return (
    <>
      <QuestionBar title={t('questionnaires.fillTitle')} leaveLabel={t('questionnaires.leave')} onLeave={onLeave} person={props.person} />
      <Page narrow>
        <MessageBar />
        {opened.kind === 'opening' ? <Skeleton lines={6} /> : <OpenFailed error={opened.error} onAgain={opened.again} onLeave={onLeave} />}
      </Page>
    </>
  );
}

function OpenFailed({ error, onAgain, onLeave }: { error: unknown; onAgain: () => void; onLeave: () => void }): ReactNode {
  const { t } = useWords();
  const failure = failureOf(error);
  const isGone = failure?.kind === 'refused' && failure.status === 404;
  const isOffline = failure?.kind === 'offline';
  if (error instanceof WrittenByNewerVersion) {
    return (
      <EmptyState icon={CircleAlert} level={2} title={t('questionnaires.newerTitle')} action={<Button onClick={() => location.reload()}>{t('shell.reload')}</Button>}>
        {t('questionnaires.newerText')}
      </EmptyState>
    );
  }
  const text = isGone ? 'questionnaires.openGone' : isOffline ? 'questionnaires.openOffline' : null;
  return (
    <EmptyState
      icon={isOffline ? CloudOff : CircleAlert}
      level={2}
      title={t(isOffline ? 'questionnaires.offlineTitle' : 'questionnaires.openFailed')}
      action={<Button onClick={isGone ? onLeave : onAgain}>{t(isGone ? 'questionnaires.backToList' : 'questionnaires.tryAgain')}</Button>}
    >
      {text === null ? null : t(text)}
    </EmptyState>
  );
}

/** What the page shows: the questions, or why they cannot be sent from here any more. */
type Phase =
  | { readonly kind: 'filling' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'already'; readonly completed: AssignedQuestionnaire; readonly differing: readonly QuestionnaireItemId[]; readonly mine: readonly Answer[] }
  | { readonly kind: 'closed'; readonly mine: readonly Answer[] };

function phaseOf(handle: DraftHandle): Phase {
  const { questionnaire, answers } = handle;
  if (questionnaire.statusDescription === 'Completed') {
    const differing = answers.length === 0 ? [] : differingItems({ items: questionnaire.questionnaireItems, answers }, questionnaire);
    return { kind: 'already', completed: questionnaire, differing, mine: answers };
  }
  if (questionnaire.statusDescription === 'Declined' || questionnaire.statusDescription === 'Missed') return { kind: 'closed', mine: answers };
  const { submission } = handle.state();
  return { kind: submission === 'waiting' || submission === 'sending' ? 'waiting' : 'filling' };
}

interface Lost {
  readonly answers: readonly Answer[];
  readonly from: AssignedQuestionnaire | null;
}

interface Sheet {
  readonly sheet: AnswerSheet;
  /** Set when the questionnaire has changed since the answers were given. */
  readonly revision: Lost | null;
}

function OpenQuestionnaire(props: FillQuestionnaireProps & { handle: DraftHandle }): ReactNode {
  const { handle, onDone, onLeave, onWork } = props;
  const [phase, setPhase] = useState<Phase>(() => phaseOf(handle));
  const [{ sheet, revision }, setSheet] = useState<Sheet>(() => ({
    sheet: openAnswerSheet(handle),
    revision: handle.lost.length > 0 ? { answers: handle.lost, from: handle.lostFrom } : null,
  }));
  const { isBusy, send } = useSheetSubmit(handle, sheet);
  const [failedSends, setFailedSends] = useState(0);
  const { isNeeded, ask, dialog } = useLeaving(handle, sheet, phase.kind === 'filling');
  const isElsewhere = useIsElsewhere(handle);
  // What waited to be sent from here may be on its way, or be changed again, in the tab that has taken it.
  if (isElsewhere && phase.kind === 'waiting') setPhase({ kind: 'filling' });

  const isSending = useRef(false);
  const applied = useRef<SubmitOutcome | null>(null);

  const apply = useCallback(
    (outcome: SendOutcome) => {
      switch (outcome.kind) {
        case 'sent':
          return onDone(outcome.completed);
        case 'waiting':
          setPhase({ kind: 'waiting' });
          break;
        case 'alreadyCompleted':
          setPhase({ kind: 'already', completed: outcome.completed, differing: outcome.differing, mine: outcome.mine });
          break;
        case 'noLongerOpen':
          setPhase({ kind: 'closed', mine: sheet.answers() });
          break;
        case 'revised':
          setPhase({ kind: 'filling' });
          setSheet({
            sheet: openAnswerSheet({ questionnaire: outcome.questionnaire, answers: outcome.kept, write: (answers) => handle.write(answers) }),
            revision: { answers: outcome.lost, from: sheet.questionnaire },
          });
          break;
        case 'incomplete':
        case 'invalid':
          setPhase({ kind: 'filling' });
          setFailedSends((count) => count + 1);
          break;
        case 'failed':
          setPhase({ kind: 'filling' });
          break;
      }
      window.scrollTo(0, 0);
    },
    [onDone, sheet, handle],
  );

  const submit = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    const outcome = await send();
    isSending.current = false;
    applied.current = handle.outcome ?? null;
    if (outcome) apply(outcome);
  }, [send, apply, handle]);

  // What waits goes out by itself; how that ended is shown here too, once.
  useEffect(() => {
    const look = () => {
      const outcome = handle.outcome ?? null;
      if (isSending.current || outcome === null || outcome === applied.current) return;
      applied.current = outcome;
      if (outcome.kind === 'waiting') return;
      showOutcome(sheet, outcome);
      apply(outcome);
    };
    look();
    return handle.subscribe(look);
  }, [handle, sheet, apply]);

  useEffect(() => {
    // The page that was shown while this was fetched has taken the focus with it.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    onWork?.({ flush: () => handle.flush(), isSafe: () => !wouldLose(handle.state()), asksOnLeaving: isNeeded, askToLeave: ask });
    return () => onWork?.(null);
  }, [onWork, handle, isNeeded, ask]);

  useWarnBeforeUnload(handle);

  const leave = useCallback(async () => {
    if (!isNeeded() || (await ask())) onLeave();
  }, [isNeeded, ask, onLeave]);

  return (
    <>
      <Bar sheet={sheet} handle={handle} onLeave={leave} person={props.person} showsProgress={phase.kind === 'filling'} />
      {phase.kind === 'filling' ? (
        <Questions {...props} sheet={sheet} revision={revision} failedSends={failedSends} isBusy={isBusy} onSubmit={submit} />
      ) : (
        <Page narrow>
          <MessageBar />
          <Outcome phase={phase} handle={handle} questionnaire={sheet.questionnaire} onLeave={onLeave} onChange={() => setPhase({ kind: 'filling' })} />
        </Page>
      )}
      {dialog}
    </>
  );
}

/** True while another tab has the draft; renders again only when that changes. */
function useIsElsewhere(handle: DraftHandle): boolean {
  const subscribe = useCallback((listener: () => void) => handle.subscribe(listener), [handle]);
  const isElsewhere = useCallback(() => handle.state().ownership === 'elsewhere', [handle]);
  return useSyncExternalStore(subscribe, isElsewhere, isElsewhere);
}

/** Asks before answers in progress are left, and does what the person says. */
function useLeaving(handle: DraftHandle, sheet: AnswerSheet, isFilling: boolean) {
  const [question, setQuestion] = useState<{ readonly answer: (leaves: boolean) => void; readonly wouldLose: boolean } | null>(null);
  const filling = useRef(isFilling);
  useEffect(() => {
    filling.current = isFilling;
  }, [isFilling]);
  useEffect(() => {
    // The question must come even when there is no connection by then, or the files of this version are gone.
    const timer = setTimeout(() => void loadLeaveDialog().catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);
  const isNeeded = useCallback(() => filling.current && handle.state().ownership === 'owner' && sheet.answers().length > 0, [handle, sheet]);
  const ask = useCallback(async () => {
    // What is on its way gets the chance to arrive, so that the question tells the truth.
    await Promise.race([handle.flush().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 1200))]);
    return new Promise<boolean>((resolve) => {
      setQuestion((open) => {
        open?.answer(false);
        return { answer: resolve, wouldLose: wouldLose(handle.state()) };
      });
    });
  }, [handle]);
  const close = (leaves: boolean) => {
    question?.answer(leaves);
    setQuestion(null);
  };
  const dialog = question ? (
    <Suspense>
      <LeaveDialog
        open
        wouldLose={question.wouldLose}
        onKeep={async () => {
          await handle.flush().catch(() => undefined);
          if (wouldLose(handle.state())) setQuestion({ ...question, wouldLose: true });
          else close(true);
        }}
        onDiscard={async () => {
          await handle.discard();
          close(true);
        }}
        onStay={() => close(false)}
      />
    </Suspense>
  ) : null;
  return { isNeeded, ask, dialog };
}

/** The browser's own question, only while something is neither on the device nor on the server. */
function useWarnBeforeUnload(handle: DraftHandle): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (wouldLose(handle.state())) event.preventDefault();
    };
    const sync = () => {
      window.removeEventListener('beforeunload', warn);
      // A listener that stands all the time keeps the page out of the back-forward cache.
      if (wouldLose(handle.state())) window.addEventListener('beforeunload', warn);
    };
    sync();
    const stop = handle.subscribe(sync);
    return () => {
      stop();
      window.removeEventListener('beforeunload', warn);
    };
  }, [handle]);
}

const chipIcons = { saved: Check, draft: Pencil, offline: Hourglass, error: CircleAlert } as const;
const iconOfState = (state: SavedState) => {
  if (state.text === 'questionnaires.saved') return CloudCheck;
  return state.text === 'questionnaires.sending' ? CloudUpload : chipIcons[state.kind];
};

/** Where the answers of the moment are. It changes with every keystroke, so it is not announced; "Save draft" tells. */
function SavedChip({ handle }: { handle: DraftHandle }): ReactNode {
  const { t } = useWords();
  const state = savedState(useDraftState(handle));
  if (state === null) return null;
  return (
    <Chip kind={state.kind} icon={iconOfState(state)}>
      {t(state.text)}
    </Chip>
  );
}

const Bar = memo(function Bar({ sheet, handle, onLeave, person, showsProgress }: { sheet: AnswerSheet; handle: DraftHandle; onLeave: () => Promise<void>; person?: ReactNode; showsProgress: boolean }): ReactNode {
  const { t } = useWords();
  const { answered, total } = useSheetProgress(sheet);
  const chip = useMemo(() => <SavedChip handle={handle} />, [handle]);
  return (
    <QuestionBar title={sheet.questionnaire.templateTitle} leaveLabel={t('questionnaires.leave')} onLeave={() => void onLeave()} person={person}>
      {showsProgress ? <Progress label={t('questionnaires.progressLabel')} done={answered} total={total} words={t('questionnaires.progress', { answered, total })} trailing={chip} /> : null}
    </QuestionBar>
  );
});

interface QuestionsProps {
  sheet: AnswerSheet;
  handle: DraftHandle;
  revision: Lost | null;
  failedSends: number;
  isBusy: boolean;
  onSubmit: () => Promise<void>;
  onErrorsShown?: (shown: boolean) => void;
}

function Questions({ sheet, handle, revision, failedSends, isBusy, onSubmit, onErrorsShown }: QuestionsProps): ReactNode {
  const { t } = useWords();
  const isElsewhere = useOwnership(handle) === 'elsewhere';
  useEffect(() => {
    // The summary has the focus by now; the page goes to its top all the same, clear of the bar that stays there.
    if (failedSends > 0) window.scrollTo(0, 0);
  }, [failedSends]);
  return (
    <>
      <Page narrow>
        <MessageBar />
        <Standing handle={handle} sheet={sheet} />
        {revision ? <Revised {...revision} /> : null}
        {isElsewhere ? null : (
          <>
            <OtherDevice handle={handle} sheet={sheet} />
            <Problems sheet={sheet} focus={failedSends} onErrorsShown={onErrorsShown} />
          </>
        )}
        <Introduction questionnaire={sheet.questionnaire} />
        <div className={questions} inert={isElsewhere || isBusy}>
          <QuestionList sheet={sheet} wholeAtOnce={failedSends > 0} />
        </div>
      </Page>
      {isElsewhere ? null : (
        <ActionBar>
          <SaveDraft handle={handle} isOff={isBusy} />
          <Button busy={isBusy} onClick={() => void onSubmit()}>
            {t('questionnaires.sendAnswers')}
          </Button>
        </ActionBar>
      )}
    </>
  );
}

/** Due date and instructions, before the first question. */
function Introduction({ questionnaire }: { questionnaire: AssignedQuestionnaire }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const [now] = useState(() => new Date());
  const { dueDate, patientInstructions } = questionnaire;
  if (dueDate === null && !patientInstructions) return null;
  return (
    <div className={intro}>
      {dueDate === null ? null : (
        <p className={dueLine}>{t(dueState(dueDate, timeZone, now) === 'due' ? 'questionnaires.due' : 'questionnaires.overdue', { date: formatDate(locale, dueDate) })}</p>
      )}
      {patientInstructions ? <RichText html={patientInstructions} /> : null}
    </div>
  );
}

/** Banners that hold for as long as what they say is so. */
function Standing({ handle, sheet }: { handle: DraftHandle; sheet: AnswerSheet }): ReactNode {
  const { t } = useWords();
  const state = useDraftState(handle);
  const isOffline = useConnection() === 'offline' || state.connection === 'offline';
  const [isTaking, setTaking] = useState(false);
  const [tookOver, setTookOver] = useState(0);
  const takeOver = async () => {
    setTaking(true);
    try {
      sheet.replace(await handle.takeOver());
      setTookOver((count) => count + 1);
    } finally {
      setTaking(false);
    }
  };
  useEffect(() => {
    if (tookOver > 0) document.getElementById('main')?.focus();
  }, [tookOver]);
  if (state.ownership === 'elsewhere') {
    return (
      <Banner kind="info" title={t('questionnaires.elsewhereTitle')}>
        <p>{t('questionnaires.elsewhereText')}</p>
        <p className={bannerAction}>
          <Button size="small" busy={isTaking} onClick={() => void takeOver()}>
            {t('questionnaires.continueHere')}
          </Button>
        </p>
      </Banner>
    );
  }
  if (state.device === 'refused') {
    return (
      <div role="status">
        <Banner kind="error" title={t('questionnaires.refusedTitle')}>
          {t(isOffline ? 'questionnaires.refusedOffline' : 'questionnaires.refusedOnline')}
        </Banner>
      </div>
    );
  }
  return (
    <div role="status">
      {isOffline ? (
        <Banner kind="warning" icon={CloudOff} title={t('questionnaires.offlineTitle')}>
          {t('questionnaires.offlineText')}
        </Banner>
      ) : null}
    </div>
  );
}

/** The questionnaire changed after the person began: what was kept is in its place, what was not is shown. */
function Revised({ answers, from }: Lost): ReactNode {
  const { t } = useWords();
  const part = useRef<HTMLElement>(null);
  useEffect(() => part.current?.focus(), []);
  return (
    <section className={noteSection} ref={part} tabIndex={-1}>
      <Banner kind="warning" title={t('questionnaires.revisedTitle')}>
        {t('questionnaires.revisedText')}
      </Banner>
      {answers.length === 0 ? null : (
        <>
          <h2>{t('questionnaires.lostTitle')}</h2>
          <p>{t('questionnaires.lostText')}</p>
          <LostAnswers answers={answers} from={from} />
        </>
      )}
    </section>
  );
}

/** What was answered on another device and is not in this draft: both are shown, and the person says which holds. */
function OtherDevice({ handle, sheet }: { handle: DraftHandle; sheet: AnswerSheet }): ReactNode {
  const { t } = useWords();
  const [other, setOther] = useState(handle.other ?? null);
  useEffect(() => {
    const look = () => setOther(handle.other ?? null);
    look();
    return handle.subscribe(look);
  }, [handle]);
  if (other === null) return null;
  const { questionnaireItems } = sheet.questionnaire;
  const { kept } = rematch(questionnaireItems, other.answers);
  const use = () => {
    sheet.replace(kept);
    handle.write(sheet.answers());
    handle.dismissOther?.();
  };
  return (
    <section className={noteSection}>
      <Banner kind="info" title={t('questionnaires.otherTitle')}>
        {t('questionnaires.otherText')}
      </Banner>
      <DifferingAnswers items={questionnaireItems} one={kept} oneLabel={t('questionnaires.otherThere')} other={sheet.answers()} otherLabel={t('questionnaires.otherHere')} />
      <ButtonRow>
        <Button variant="secondary" onClick={() => handle.dismissOther?.()}>
          {t('questionnaires.otherKeep')}
        </Button>
        <Button variant="quiet" onClick={use}>
          {t('questionnaires.otherUse')}
        </Button>
      </ButtonRow>
    </section>
  );
}

const problemHref = ({ item, fault }: Problem): `#${string}` =>
  fault.kind === 'otherTextMissing' || (fault.kind === 'tooLong' && 'listAnswers' in item) ? `#${otherTextId(item.questionnaireItemId)}` : `#${questionId(item.questionnaireItemId)}`;

/** The words of a problem's link: the question, of a matrix row its heading too, of a missing "other" text what is asked. */
function ProblemText({ sheet, problem: { item, fault } }: { sheet: AnswerSheet; problem: Problem }): ReactNode {
  const { t } = useWords();
  const heading = sheet.blocks.find((block) => block.rows.some((row) => row === item))?.item;
  return (
    <span>
      {heading ? (
        <>
          <RichText html={heading.formattedText} inline noLinks />{' '}
        </>
      ) : null}
      <RichText html={item.formattedText} inline noLinks />
      {fault.kind === 'otherTextMissing' ? ` ${t('questionnaires.pleaseSayWhich')}` : null}
    </span>
  );
}

function Problems({ sheet, focus, onErrorsShown }: { sheet: AnswerSheet; focus: number; onErrorsShown?: (shown: boolean) => void }): ReactNode {
  const { t } = useWords();
  const problems = useProblems(sheet);
  const areShown = problems.length > 0;
  useEffect(() => {
    onErrorsShown?.(areShown);
  }, [areShown, onErrorsShown]);
  useEffect(() => () => onErrorsShown?.(false), [onErrorsShown]);
  if (!areShown) return null;
  return (
    <ErrorSummary
      title={t('bar.questionnairevalidatefailed')}
      focus={focus}
      problems={problems.map((problem) => ({ href: problemHref(problem), text: <ProblemText sheet={sheet} problem={problem} /> }))}
    />
  );
}

/** Makes the draft durable now and says where it is; the answer stays beside the button. */
function SaveDraft({ handle, isOff }: { handle: DraftHandle; isOff: boolean }): ReactNode {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<'draftSaved' | 'draftSavedOnDevice' | 'draftNotSaved' | null>(null);
  const state = useDraftState(handle);
  const isDurable = state.server === 'saved' || state.device === 'saved';
  const save = async () => {
    clearMessage();
    setTold(null);
    setBusy(true);
    await handle.flush().catch(() => undefined);
    setBusy(false);
    const { device, server } = handle.state();
    setTold(server === 'saved' ? 'draftSaved' : device === 'saved' ? 'draftSavedOnDevice' : 'draftNotSaved');
  };
  // The words are taken back as soon as something newer was typed.
  const holds = told === 'draftNotSaved' ? !isDurable : told === 'draftSaved' ? state.server === 'saved' : isDurable;
  return (
    <>
      <Button variant="quiet" busy={isBusy} disabled={isOff} onClick={() => void save()}>
        {t('questionnaires.saveDraft')}
      </Button>
      <p className={actionNote} role="status">
        {told && holds ? t(`questionnaires.${told}`) : null}
      </p>
    </>
  );
}

/** What stands instead of the questions once they cannot be changed here any more. */
function Outcome({ phase, handle, questionnaire, onLeave, onChange }: { phase: Exclude<Phase, { kind: 'filling' }>; handle: DraftHandle; questionnaire: AssignedQuestionnaire; onLeave: () => void; onChange: () => void }): ReactNode {
  const { t } = useWords();
  const state = useDraftState(handle);
  const back = <Button onClick={onLeave}>{t('questionnaires.backToList')}</Button>;
  // What can never be sent stays on the device until the person has seen it and says so.
  const discard = (
    <Button variant="dangerQuiet" onClick={() => void handle.discard().then(onLeave, onLeave)}>
      {t('questionnaires.discardMine')}
    </Button>
  );
  const waitingActions = (
    <div className={waysOn}>
      {back}
      <Button variant="quiet" disabled={state.submission === 'sending'} onClick={onChange}>
        {t('questionnaires.changeAnswers')}
      </Button>
    </div>
  );
  switch (phase.kind) {
    case 'waiting':
      return (
        <div role="status">
          {state.submission === 'sent' ? (
            <EmptyState icon={Check} level={2} title={t('questionnaires.sent')} action={back}>
              {t('questionnaires.sentText')}
            </EmptyState>
          ) : (
            <EmptyState icon={state.submission === 'sending' ? CloudUpload : Hourglass} level={2} title={t(state.submission === 'sending' ? 'questionnaires.sending' : 'questionnaires.waitingToSend')} action={waitingActions}>
              {t('questionnaires.waitingText')}
            </EmptyState>
          )}
        </div>
      );
    case 'already':
      return (
        <>
          <Banner kind="info" title={t('questionnaires.alreadyTitle')}>
            {t('questionnaires.alreadyText')}
          </Banner>
          {phase.differing.length === 0 ? null : (
            <section className={noteSection}>
              <h2>{t('questionnaires.differing')}</h2>
              <p>{t('questionnaires.differingText')}</p>
              <DifferingAnswers
                items={phase.completed.questionnaireItems}
                one={phase.completed.patientQuestionAnswerList}
                oneLabel={t('questionnaires.sentAnswer')}
                other={phase.mine}
                otherLabel={t('questionnaires.yourAnswerHere')}
                only={phase.differing}
              />
            </section>
          )}
          <AnswerList items={phase.completed.questionnaireItems} answers={phase.completed.patientQuestionAnswerList} />
          <ButtonRow>
            {back}
            {phase.differing.length === 0 ? null : discard}
          </ButtonRow>
        </>
      );
    case 'closed':
      return (
        <>
          <Banner kind="warning" title={t('questionnaires.closedTitle')}>
            {t('questionnaires.closedText')}
          </Banner>
          <AnswerList items={questionnaire.questionnaireItems} answers={phase.mine} />
          <ButtonRow>
            {back}
            {phase.mine.length === 0 ? null : discard}
          </ButtonRow>
        </>
      );
  }
}
