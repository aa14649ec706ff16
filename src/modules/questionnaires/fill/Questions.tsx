import type { AssignedQuestionnaire } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import type { DraftHandle } from '../../../data/drafts/types.ts';
import { useFacility } from '../../../data/facility.ts';
import { currentTime } from '../../../data/serverClock.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ContentLang } from '../../../ui/contentLang.tsx';
import { MessageBar } from '../../../ui/MessageBar.tsx';
import { Page } from '../../../ui/Page.tsx';
import { RichText } from '../../../ui/RichText.tsx';
import { usePrinting } from '../../../ui/usePrinting.ts';
import { clearMessage, useWords } from '../../../words/index.ts';
import { type AnswerSheet, type Problem, useProblems } from './answerSheet.ts';
import { type LostAnswersNotice, OtherDevice, Revised, StandingNotice } from './DraftNotices.tsx';
import { dueState, shownDay } from './due.ts';
import { actionNote, dueLine, intro, questions } from './Fill.css.ts';
import { useDraftState } from './openDraft.ts';
import { LanguageNote } from '../LanguageNote.tsx';
import { chapterParts } from './chapterParts.ts';
import { safetyTextsOf, enclosingRowsOf } from './formChunks.tsx';
import { QuestionList } from './QuestionList.tsx';
import type { ChapterWalk } from './useChapterWalk.ts';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { otherTextId, questionId } from './items/itemParts.ts';
import { headingOf } from './sheetWalk.ts';

const problemHref = ({ item, rowPath, fault }: Problem): `#${string}` =>
  fault.kind === 'otherTextMissing' || (fault.kind === 'tooLong' && 'listAnswers' in item)
    ? `#${otherTextId(item.questionnaireItemId, rowPath)}`
    : `#${questionId(item.questionnaireItemId, rowPath)}`;

/** The text of a problem's link: the question, with its matrix and row before it; for a missing "other" text its label. */
function ProblemText({ sheet, problem }: { sheet: AnswerSheet; problem: Problem }): ReactNode {
  const { t } = useWords();
  const { item, fault } = problem;
  const heading = headingOf(sheet, item);
  return (
    <span>
      {enclosingRowsOf(sheet, problem)}
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

/** The summary of problems that prevent sending; each goes once it is corrected. */
function Problems({
  sheet,
  focus,
  onErrorsShown,
  onSelect,
}: {
  sheet: AnswerSheet;
  focus: number;
  onErrorsShown?: (shown: boolean) => void;
  /** Goes to a question that may not be on the page. */
  onSelect?: ((question: Pick<Problem, 'item' | 'rowPath' | 'slot'>, part: string) => void) | undefined;
}): ReactNode {
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
      problems={problems.map((problem) => ({
        href: problemHref(problem),
        text: <ProblemText sheet={sheet} problem={problem} />,
        ...(onSelect ? { onSelect: () => onSelect(problem, problemHref(problem).slice(1)) } : {}),
      }))}
    />
  );
}

interface QuestionsProps {
  sheet: AnswerSheet;
  /** The chapters of a long questionnaire; null where all questions are on one page. */
  walk: ChapterWalk | null;
  handle: DraftHandle;
  revision: LostAnswersNotice | null;
  failedSends: number;
  isBusy: boolean;
  /** Another tab has the draft, or this one is taking it: it can be read and not changed. */
  isShownOnly: boolean;
  onSubmit: () => Promise<void>;
  /** The person continues here what another tab has. */
  onTakeOver: () => Promise<void>;
  onErrorsShown?: (shown: boolean) => void;
}

/** All questions on one page, with the notices above them and the buttons below. */
export function Questions({
  sheet,
  walk: chapterWalk,
  handle,
  revision,
  failedSends,
  isBusy,
  isShownOnly,
  onSubmit,
  onTakeOver,
  onErrorsShown,
}: QuestionsProps): ReactNode {
  const { t } = useWords();
  const due = useDue(sheet.questionnaire);
  // Paper shows all chapters.
  const isPrinting = usePrinting();
  const parts = chapterParts();
  const walk = isPrinting || parts === null ? null : chapterWalk;
  const chapter = walk?.chapter ?? null;
  useEffect(() => {
    // The summary has the focus already; the page still scrolls to its top, clear of the bar at the edge.
    if (failedSends > 0) window.scrollTo(0, 0);
  }, [failedSends]);
  return (
    <ContentLang value={sheet.questionnaire.language}>
      <Page narrow>
        <MessageBar without="confirmEmailRequired" />
        <StandingNotice handle={handle} onTakeOver={onTakeOver} />
        {revision ? <Revised {...revision} /> : null}
        {isShownOnly ? null : (
          <>
            <OtherDevice handle={handle} sheet={sheet} />
            {chapter === null ? (
              <Problems sheet={sheet} focus={failedSends} onErrorsShown={onErrorsShown} onSelect={walk?.goTo} />
            ) : null}
          </>
        )}
        <LanguageNote questionnaire={sheet.questionnaire} />
        {walk !== null && chapter === null ? safetyTextsOf(sheet, false) : null}
        {chapter === null ? <Introduction questionnaire={sheet.questionnaire} withDue={walk === null} /> : null}
        <div className={questions} inert={isShownOnly || isBusy}>
          {walk === null || parts === null ? (
            <QuestionList sheet={sheet} wholeAtOnce={failedSends > 0 || chapterWalk !== null} />
          ) : chapter === null ? (
            <parts.ChapterOverview walk={walk} sheet={sheet} due={due} />
          ) : (
            <parts.ChapterQuestions walk={walk} chapter={chapter} sheet={sheet} />
          )}
        </div>
      </Page>
      {isShownOnly ? null : (
        <ActionBar>
          <SaveDraft handle={handle} isOff={isBusy} />
          {walk === null || parts === null ? (
            <Button busy={isBusy} onClick={() => void onSubmit()}>
              {t('questionnaires.sendAnswers')}
            </Button>
          ) : (
            <parts.ChapterActions walk={walk} sheet={sheet} isBusy={isBusy} onSubmit={onSubmit} />
          )}
        </ActionBar>
      )}
    </ContentLang>
  );
}

/** The due date as text; null where there is none. */
function useDue({ dueDate }: AssignedQuestionnaire): string | null {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const [now] = useState(currentTime);
  if (dueDate === null) return null;
  return t(dueState(dueDate, timeZone, new Date(now)) === 'due' ? 'questionnaires.toDoDue' : 'questionnaires.overdue', {
    date: shownDay({ locale, now, timeZone }, dueDate),
  });
}

/** Due date and instructions, before the first question; the overview of chapters has the date beside them. */
function Introduction({
  questionnaire,
  withDue,
}: {
  questionnaire: AssignedQuestionnaire;
  withDue: boolean;
}): ReactNode {
  const due = useDue(questionnaire);
  const { patientInstructions } = questionnaire;
  if ((due === null || !withDue) && !patientInstructions) return null;
  return (
    <div className={intro}>
      {due === null || !withDue ? null : <p className={dueLine}>{due}</p>}
      {patientInstructions ? <RichText html={patientInstructions} /> : null}
    </div>
  );
}

/** Stores the draft durably now and says where it is; the message stays beside the button. */
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
  // The message goes as soon as something newer was typed.
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
