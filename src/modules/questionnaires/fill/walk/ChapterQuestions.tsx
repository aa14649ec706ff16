import type { ReactNode } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { ArrowLeft, ArrowRight } from '../../../../ui/icons.ts';
import { joinFacts, useWords } from '../../../../words/index.ts';
import { type AnswerSheet, useQuestionChanges, useSheetProgress } from '../answerSheet.ts';
import { neighbours } from './Chapters.css.ts';
import { type Chapter, chapterState } from '../chapters.ts';
import { QuestionList } from '../QuestionList.tsx';
import { questionsOf } from '../sheetWalk.ts';
import { useChapterName } from '../useChapterName.ts';
import type { ChapterWalk } from '../useChapterWalk.ts';

/** The questions of one chapter, and links to the chapters beside it. */
export function ChapterQuestions({
  walk,
  chapter,
  sheet,
}: {
  walk: ChapterWalk;
  chapter: Chapter;
  sheet: AnswerSheet;
}): ReactNode {
  const { t, locale } = useWords();
  const nameOf = useChapterName();
  useQuestionChanges(sheet);
  const isEmpty = questionsOf(sheet, chapter.blocks).length === 0;
  const [before, after] = [walk.chapters[chapter.number - 2], walk.chapters[chapter.number]];
  const words = ({ number }: Chapter) => t('questionnaires.chapters.chapter', { number });
  const wholeWords = (one: Chapter) => joinFacts(locale, [words(one), nameOf(one)]);
  return (
    <div onFocus={walk.onFocus}>
      {isEmpty ? <p>{t('questionnaires.chapters.nothing')}</p> : null}
      <QuestionList key={chapter.number} sheet={sheet} blocks={chapter.blocks} stopped={walk.stopped} wholeAtOnce />
      {/* The key differs from the list's, because siblings with the same key are drawn twice. */}
      <nav
        key={`beside-${String(chapter.number)}`}
        className={neighbours}
        aria-label={t('questionnaires.chapters.label')}
      >
        {before ? (
          <Button
            variant="secondary"
            icon={ArrowLeft}
            aria-label={wholeWords(before)}
            onClick={() => walk.open(before)}
          >
            {words(before)}
          </Button>
        ) : (
          <span />
        )}
        {after ? (
          <Button
            variant="secondary"
            iconAfter={ArrowRight}
            aria-label={wholeWords(after)}
            onClick={() => walk.open(after)}
          >
            {words(after)}
          </Button>
        ) : null}
      </nav>
    </div>
  );
}

/** The buttons to continue: the next question without an answer, and Send once no required one is left. */
export function ChapterActions({
  walk,
  sheet,
  isBusy,
  onSubmit,
}: {
  walk: ChapterWalk;
  sheet: AnswerSheet;
  isBusy: boolean;
  onSubmit: () => Promise<void>;
}): ReactNode {
  const { t } = useWords();
  const { answered, total } = useSheetProgress(sheet);
  const canSend = walk.chapters.every((chapter) => chapterState(sheet, chapter).needed === 0);
  const next = () => {
    const question = walk.resumeAt();
    if (question !== null) walk.goTo(question);
  };
  return (
    <>
      {answered === total ? null : (
        <Button variant={canSend || walk.chapter === null ? 'secondary' : 'primary'} disabled={isBusy} onClick={next}>
          {t('questionnaires.nextUnanswered')}
        </Button>
      )}
      {canSend ? (
        <Button busy={isBusy} onClick={() => void onSubmit()}>
          {t('questionnaires.sendAnswers')}
        </Button>
      ) : null}
    </>
  );
}
