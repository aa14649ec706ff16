import { type FormEvent, type ReactNode, memo, startTransition, useEffect, useMemo, useState } from 'react';
import type { QuestionnaireItemId } from '@portal/api';
import { useWords } from '../../../words/index.ts';
import type { AnswerSheet } from './answerSheet.ts';
import { BlockView } from './BlockView.tsx';
import { FollowNews } from './FollowNews.tsx';
import { questionGroup, questionGroups, questionSlot, stoppedLine } from './QuestionList.css.ts';
import { type Block, answerableOf } from './screens.ts';
import { useStillness } from './useStillness.ts';
import { useShown } from './useShown.ts';

/** How many questions the browser lays out, or skips, together: a change in one does not touch the other groups. */
const perGroup = 6;
/** The number of groups at first; more than the tallest window shows. */
const firstScreenful = 3;
const perChunk = 4;

const groupsOf = (blocks: readonly Block[]): Block[][] =>
  Array.from({ length: Math.ceil(blocks.length / perGroup) }, (_, index) =>
    blocks.slice(index * perGroup, (index + 1) * perGroup),
  );

/**
 * All questions of a sheet. The first screenful comes with the page; the rest follows below it in pieces that yield to taps and typing, so
 * that nothing moves under the finger. `wholeAtOnce` draws the rest now, for a link that leads there.
 */
export const QuestionList = memo(function QuestionList({
  sheet,
  blocks = sheet.blocks,
  stopped = null,
  wholeAtOnce = false,
}: {
  sheet: AnswerSheet;
  /** Only these blocks; left out: all. */
  blocks?: readonly Block[];
  /** The question above which a line says that the person stopped there. */
  stopped?: QuestionnaireItemId | null;
  wholeAtOnce?: boolean;
}): ReactNode {
  const groups = useMemo(() => groupsOf(blocks), [blocks]);
  const [shown, setShown] = useState(firstScreenful);
  const count = wholeAtOnce ? groups.length : shown;
  const isWhole = count >= groups.length;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setShown(count + perChunk)));
    return () => clearTimeout(timer);
  }, [count, isWhole]);
  return (
    <div className={questionGroups} ref={useStillness(sheet)}>
      {groups.slice(0, count).map((blocks) => (
        <QuestionGroup key={blocks[0]?.item.questionnaireItemId} sheet={sheet} blocks={blocks} stopped={stopped} />
      ))}
      {sheet.isPlain ? null : <FollowNews sheet={sheet} />}
    </div>
  );
});

const stay = (event: FormEvent): void => event.preventDefault();

/** A form that nothing submits: at every keystroke browsers look through the form of a field, and without one through the whole page. */
const QuestionGroup = memo(function QuestionGroup({
  sheet,
  blocks,
  stopped,
}: {
  sheet: AnswerSheet;
  blocks: readonly Block[];
  stopped: QuestionnaireItemId | null;
}): ReactNode {
  return useShown(sheet, blocks) ? (
    <form className={questionGroup} noValidate onSubmit={stay}>
      {blocks.map((block) => (
        <QuestionSlot key={block.item.questionnaireItemId} sheet={sheet} block={block} stopped={stopped} />
      ))}
    </form>
  ) : null;
});

function QuestionSlot({
  sheet,
  block,
  stopped,
}: {
  sheet: AnswerSheet;
  block: Block;
  stopped: QuestionnaireItemId | null;
}): ReactNode {
  return useShown(sheet, [block]) ? (
    <div className={questionSlot}>
      {stopped !== null && answerableOf(block).includes(stopped) ? <StoppedHere /> : null}
      <BlockView sheet={sheet} block={block} />
    </div>
  ) : null;
}

function StoppedHere(): ReactNode {
  const { t } = useWords();
  return <p className={stoppedLine}>{t('questionnaires.chapters.stoppedHere')}</p>;
}
