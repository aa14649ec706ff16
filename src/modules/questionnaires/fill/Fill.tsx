import type { AssignedQuestionnaire, AssignedQuestionnaireId, PatientId } from '@portal/api';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { DraftHandle, Drafts } from '../../../data/drafts/types.ts';
import { MessageBar } from '../../../ui/MessageBar.tsx';
import { Page } from '../../../ui/Page.tsx';
import { QuestionBar } from '../../../ui/QuestionBar.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useWords } from '../../../words/index.ts';
import { MoreToDo } from '../MoreToDo.tsx';
import { FillBar } from './FillBar.tsx';
import { FillContextProvider } from './fillContext.ts';
import { useOpenDraft } from './openDraft.ts';
import { OpenFailed } from './OpenFailed.tsx';
import { Outcome } from './Outcome.tsx';
import { Questions } from './Questions.tsx';
import { wouldLose } from './savedState.ts';
import { useChapterWalk } from './useChapterWalk.ts';
import { useLeaving, useWarnBeforeUnload } from './useLeaving.tsx';
import { useSubmitFlow } from './useSubmitFlow.ts';

/** What the page can do with the open questionnaire: store it durably, and ask before leaving it. */
export interface FillWork {
  flush(): Promise<void>;
  /** True when leaving the page after `flush` would lose nothing. */
  isSafe(): boolean;
  /** True while leaving has to ask about answers (specification 2, section 2). */
  asksOnLeaving(): boolean;
  /** Goes back one page within the questionnaire, for the browser's Back; false where there is none. */
  stepBack(): boolean;
  /** Asks; resolves with true when the person leaves, after their answers were kept or discarded as they chose. */
  askToLeave(): Promise<boolean>;
}

interface FillQuestionnaireProps {
  patientId: PatientId;
  assignedQuestionnaireId: AssignedQuestionnaireId;
  drafts: Drafts;
  /** Called when the server has the answers. */
  onDone: (completed: AssignedQuestionnaire) => void;
  /** Called after the person left, and after the question where there was something to ask. */
  onLeave: () => void;
  /** For the page's title: "Error:" in front while problems are shown. */
  onErrorsShown?: (shown: boolean) => void;
  /** For the page's title: what it shows. Never with text of the questionnaire. */
  onTitle?: (key: FillTitle, values?: { readonly number: number; readonly total: number }) => void;
  /** Called when a chapter opens: Back then leads to the overview. */
  onChapter?: () => void;
  /** Called when another questionnaire was chosen, after this one was sent or while it waits. */
  onOpenNext?: (id: AssignedQuestionnaireId) => void;
  /** Called with the open work, and with null when nothing is being filled in any more. */
  onWork?: (work: FillWork | null) => void;
  /** Says for whom it is filled in, where that is somebody else. */
  person?: ReactNode;
}

type FillTitle = `questionnaires.title${'Fill' | 'Chapter' | 'Waiting' | 'SentBefore' | 'Closed'}`;

const titles = { waiting: 'Waiting', already: 'SentBefore', closed: 'Closed' } as const;

/** The portal's page for filling in a questionnaire; answers are stored from the first keystroke. */
export function FillQuestionnaire(props: FillQuestionnaireProps): ReactNode {
  const { t } = useWords();
  const { patientId, assignedQuestionnaireId, drafts, onLeave } = props;
  const opened = useOpenDraft(drafts, patientId, assignedQuestionnaireId);
  if (opened.kind === 'open') return <OpenQuestionnaire {...props} handle={opened.handle} />;
  return (
    <>
      <QuestionBar
        title={t('questionnaires.fillTitle')}
        leaveLabel={t('questionnaires.leave')}
        onLeave={onLeave}
        person={props.person}
      />
      <Page narrow>
        <MessageBar without="confirmEmailRequired" />
        {opened.kind === 'opening' ? (
          <Skeleton lines={6} />
        ) : (
          <OpenFailed error={opened.error} onAgain={opened.again} onLeave={onLeave} />
        )}
      </Page>
    </>
  );
}

function OpenQuestionnaire(props: FillQuestionnaireProps & { handle: DraftHandle }): ReactNode {
  const { handle, onDone, onLeave, onWork } = props;
  const { phase, sheet, revision, failedSends, isBusy, isShownOnly, submit, takeOver, change } = useSubmitFlow(
    handle,
    onDone,
  );
  const { patientId, assignedQuestionnaireId } = props;
  const files = handle.files();
  const place = useMemo(
    () => ({ patientId, assignedQuestionnaireId, isByCamera: false, files, openFile: null }),
    [patientId, assignedQuestionnaireId, files],
  );
  const { isNeeded, ask, dialog } = useLeaving(handle, sheet, phase.kind === 'filling');

  useEffect(() => {
    // The placeholder that was shown while this loaded had the focus and is gone.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, []);

  const walk = useChapterWalk(sheet, failedSends);
  const stepBack = useRef<() => boolean>(() => false);
  useEffect(() => {
    stepBack.current = () => {
      if (walk === null || walk.chapter === null || phase.kind !== 'filling') return false;
      walk.toOverview();
      return true;
    };
  }, [walk, phase.kind]);

  useEffect(() => {
    onWork?.({
      flush: () => handle.flush(),
      isSafe: () => !wouldLose(handle.state()),
      asksOnLeaving: isNeeded,
      askToLeave: ask,
      stepBack: () => stepBack.current(),
    });
    return () => onWork?.(null);
  }, [onWork, handle, isNeeded, ask]);

  useWarnBeforeUnload(handle);
  const { onTitle, onChapter } = props;
  const chapter = phase.kind === 'filling' ? (walk?.chapter?.number ?? null) : null;
  const total = walk?.chapters.length ?? 0;
  useEffect(() => {
    if (phase.kind !== 'filling') onTitle?.(`questionnaires.title${titles[phase.kind]}`);
    else if (chapter !== null) onTitle?.('questionnaires.titleChapter', { number: chapter, total });
    else onTitle?.('questionnaires.titleFill');
  }, [onTitle, phase.kind, chapter, total]);
  const isInChapter = chapter !== null;
  useEffect(() => {
    if (isInChapter) onChapter?.();
  }, [isInChapter, onChapter]);

  const leave = useCallback(async () => {
    if (!isNeeded() || (await ask())) onLeave();
  }, [isNeeded, ask, onLeave]);

  return (
    <>
      <FillBar
        sheet={sheet}
        handle={handle}
        onLeave={leave}
        person={props.person}
        phase={phase.kind}
        walk={phase.kind === 'filling' ? walk : null}
      />
      {phase.kind === 'filling' ? (
        <FillContextProvider value={place}>
          <Questions
            {...props}
            sheet={sheet}
            walk={walk}
            revision={revision}
            failedSends={failedSends}
            isBusy={isBusy}
            isShownOnly={isShownOnly}
            onSubmit={submit}
            onTakeOver={takeOver}
          />
        </FillContextProvider>
      ) : (
        <Page narrow>
          <MessageBar without="confirmEmailRequired" />
          <Outcome
            phase={phase}
            handle={handle}
            sheet={sheet}
            onLeave={onLeave}
            onChange={change}
            rest={
              props.onOpenNext ? (
                <MoreToDo
                  patientId={props.patientId}
                  done={props.assignedQuestionnaireId}
                  onOpen={props.onOpenNext}
                  onBack={onLeave}
                />
              ) : null
            }
          />
        </Page>
      )}
      {dialog}
    </>
  );
}
