import type { QuestionnaireItem } from '@portal/api';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { Chevron } from '../../../../ui/Chevron.tsx';
import { classes } from '../../../../ui/classes.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { ArrowRight, Check } from '../../../../ui/icons.ts';
import { RichText } from '../../../../ui/RichText.tsx';
import { row, rowMain, rows, rowSub, rowTitle } from '../../../../ui/Row.css.ts';
import { useWords } from '../../../../words/index.ts';
import { type AnswerSheet, useSheetProgress } from '../answerSheet.ts';
import { chapterRow, help, listHead, resume, ring, ringDone, ringPart, share, small, warn } from './Chapters.css.ts';
import { type Chapter, type ChapterState, chapterState, chapterWith } from '../chapters.ts';
import { headingOf } from '../sheetWalk.ts';
import { useChapterName } from '../useChapterName.ts';
import type { ChapterWalk } from '../useChapterWalk.ts';

/** Where the person stopped, and every chapter with its progress. */
export function ChapterOverview({
  walk,
  sheet,
  due,
}: {
  walk: ChapterWalk;
  sheet: AnswerSheet;
  due: string | null;
}): ReactNode {
  const { t } = useWords();
  const id = useId();
  useSheetProgress(sheet);
  const next = walk.resumeAt();
  const stoppedIn = next === null || !walk.isBegun() ? -1 : chapterWith(walk.chapters, next.item.questionnaireItemId);
  const states = walk.chapters.map((chapter) => chapterState(sheet, chapter));
  const needed = states.reduce((sum, state) => sum + state.needed, 0);
  return (
    <>
      <Resume walk={walk} sheet={sheet} canSend={needed === 0} />
      <section aria-labelledby={id}>
        <div className={listHead}>
          <h2 id={id}>{t('questionnaires.chapters.count', { count: walk.chapters.length })}</h2>
          {due === null ? null : <p className={small}>{due}</p>}
        </div>
        <Card flush>
          <ol className={rows}>
            {walk.chapters.map((chapter, at) => (
              <ChapterRow
                key={chapter.number}
                chapter={chapter}
                state={states[at] ?? chapterState(sheet, chapter)}
                isStopped={at === stoppedIn}
                onOpen={() => walk.open(chapter)}
              />
            ))}
          </ol>
        </Card>
      </section>
      <p className={help}>{t('questionnaires.chapters.help', { count: needed })}</p>
    </>
  );
}

/** The question to continue with, with its button. */
function Resume({ walk, sheet, canSend }: { walk: ChapterWalk; sheet: AnswerSheet; canSend: boolean }): ReactNode {
  const { t } = useWords();
  const id = useId();
  const nameOf = useChapterName();
  const next = walk.resumeAt();
  const chapter = next === null ? undefined : walk.chapters[chapterWith(walk.chapters, next.item.questionnaireItemId)];
  if (next === null || !chapter)
    return (
      <div className={resume}>
        <h2>{t('questionnaires.chapters.allAnswered')}</h2>
      </div>
    );
  const isBegun = walk.isBegun();
  return (
    <section className={resume} aria-labelledby={id}>
      <div>
        <p className={small}>
          {t(isBegun ? 'questionnaires.chapters.stoppedIn' : 'questionnaires.chapters.startWith', {
            number: chapter.number,
            name: nameOf(chapter),
          })}
        </p>
        <h2 id={id}>
          <QuestionWords sheet={sheet} item={next.item} />
        </h2>
      </div>
      <Button
        variant={canSend ? 'secondary' : 'primary'}
        iconAfter={ArrowRight}
        onClick={() => (isBegun ? walk.goTo(next) : walk.open(chapter))}
      >
        {t(isBegun ? 'core.continue' : 'questionnaires.toDoStart')}
      </Button>
    </section>
  );
}

/** The text of a question; for a row of a matrix with its heading. */
function QuestionWords({ sheet, item }: { sheet: AnswerSheet; item: QuestionnaireItem }): ReactNode {
  const heading = headingOf(sheet, item);
  return (
    <>
      {heading ? (
        <>
          <RichText html={heading.formattedText} inline noLinks />{' '}
        </>
      ) : null}
      <RichText html={item.formattedText} inline noLinks />
    </>
  );
}

function ChapterRow({
  chapter,
  state,
  isStopped,
  onOpen,
}: {
  chapter: Chapter;
  state: ChapterState;
  isStopped: boolean;
  onOpen: () => void;
}): ReactNode {
  const nameOf = useChapterName();
  const said = useStateWords(state, isStopped);
  const { answered, total } = state;
  const style: CSSProperties & Record<typeof share, string> = {
    [share]: `${String(total === 0 ? 0 : (100 * answered) / total)}%`,
  };
  const isDone = answered === total && total > 0;
  return (
    <li>
      <button type="button" className={classes(row, chapterRow)} onClick={onOpen}>
        <span className={classes(ring, isDone ? ringDone : answered > 0 && ringPart)} style={style}>
          {isDone ? <Icon of={Check} size="s" /> : null}
        </span>
        <span className={rowMain}>
          <span className={rowTitle}>
            {chapter.number}. {nameOf(chapter)}
          </span>
          <span className={classes(rowSub, said.isWarning && warn)}>{said.words}</span>
        </span>
        <Chevron />
      </button>
    </li>
  );
}

/** The text for what the ring shows. */
function useStateWords(state: ChapterState, isStopped: boolean): { words: string; isWarning: boolean } {
  const { t } = useWords();
  const { answered, total, needed, wrong } = state;
  if (total === 0) return { words: t('questionnaires.chapters.nothing'), isWarning: false };
  if (wrong > 0) return { words: t('questionnaires.chapters.wrong', { count: wrong }), isWarning: true };
  if (answered === 0) {
    const notYet = t('questionnaires.chapters.notYet', { count: total });
    return {
      words: needed === 0 ? notYet : `${notYet} · ${t('questionnaires.chapters.toAnswer', { count: needed })}`,
      isWarning: false,
    };
  }
  const progress = t('questionnaires.progress', { answered, total });
  if (answered === total) return { words: `${t('questionnaires.chapters.done')} · ${progress}`, isWarning: false };
  if (isStopped) return { words: `${progress} · ${t('questionnaires.chapters.stoppedHere')}`, isWarning: false };
  if (needed > 0)
    return { words: `${progress} · ${t('questionnaires.chapters.needed', { count: needed })}`, isWarning: true };
  return { words: progress, isWarning: false };
}
