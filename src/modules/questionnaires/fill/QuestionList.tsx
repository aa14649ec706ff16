import { type FormEvent, type ReactNode, memo, startTransition, useEffect, useMemo, useState, useId } from 'react';
import type { QuestionnaireItemId, QuestionnaireItem } from '@portal/api';
import { useWords, joinFacts } from '../../../words/index.ts';
import { type AnswerSheet, useItem } from './answerSheet.ts';
import { FollowNews } from './FollowNews.tsx';
import { questionGroup, questionGroups, questionSlot, stoppedLine } from './QuestionList.css.ts';
import { type Block, answerableOf, deciderOf } from './screens.ts';
import { useStillness } from './useStillness.ts';
import { useShown, useSeen } from './useShown.ts';
import { hint } from '../../../ui/FieldParts.css.ts';
import { follow } from './BlockView.css.ts';
import { groupFieldOf } from './formChunks.tsx';
import { ItemField } from './ItemField.tsx';
import { chosenTexts } from './items/choice.tsx';

interface BlockProps {
  readonly sheet: AnswerSheet;
  readonly block: Block;
}

/** A question with the questions that depend on its answer below it; nothing where none of them is asked. */
const BlockView = memo(function BlockView({ sheet, block }: BlockProps): ReactNode {
  return sheet.isPlain ? (
    <ItemField sheet={sheet} item={block.item} />
  ) : (
    <>
      <AskedField sheet={sheet} block={block} />
      {block.follows.map((one) => (
        <Follow key={one.item.questionnaireItemId} sheet={sheet} block={one} />
      ))}
    </>
  );
});

function AskedField({ sheet, block }: BlockProps): ReactNode {
  const isSeen = useSeen(sheet, block);
  const { item } = block;
  if (!isSeen) return null;
  return item.questionnaireItemType === 'QuestionGroup' ? (
    groupFieldOf(item, sheet, BlockView)
  ) : (
    <ItemField sheet={sheet} item={item} />
  );
}

/** Indents the questions that depend on an answer, and names that answer. */
function Follow({ sheet, block }: BlockProps): ReactNode {
  const { t } = useWords();
  const isSomethingShown = useShown(sheet, [block]);
  const answer = useDecidingAnswer(sheet, block.item);
  const id = useId();
  if (!isSomethingShown) return null;
  return answer === '' ? (
    <div className={follow}>
      <BlockView sheet={sheet} block={block} />
    </div>
  ) : (
    <div className={follow} role="group" aria-labelledby={id}>
      <p className={hint} id={id}>
        {t('questionnaires.becauseAnswered', { answer })}
      </p>
      <BlockView sheet={sheet} block={block} />
    </div>
  );
}

/** The answer because of which a question is asked, where it is a single one with a text; else empty. */
function useDecidingAnswer(sheet: AnswerSheet, item: QuestionnaireItem): string {
  const { t, locale } = useWords();
  const deciding = deciderOf(item);
  const decider = sheet.items.find((one) => one.questionnaireItemId === deciding);
  const { entries } = useItem(sheet, deciding ?? item.questionnaireItemId);
  const isAnswerItself = item.enableWhen?.conditions.every((one) => one.operator === '=') ?? false;
  if (!decider || !isAnswerItself || !sheet.isAsked(decider.questionnaireItemId)) return '';
  if ('listAnswers' in decider) return joinFacts(locale, chosenTexts(decider, entries));
  const isChecked = entries[0]?.isChecked;
  return decider.questionnaireItemType === 'BooleanQuestion' && isChecked !== undefined
    ? t(isChecked ? 'questionnaires.yes' : 'questionnaires.no')
    : '';
}

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

function QuestionSlot({ sheet, block, stopped }: BlockProps & { stopped: QuestionnaireItemId | null }): ReactNode {
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
