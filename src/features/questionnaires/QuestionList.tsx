import { type FormEvent, type ReactNode, memo, startTransition, useEffect, useMemo, useState } from 'react';
import type { AnswerSheet } from './answerSheet.ts';
import { ItemField } from './ItemField.tsx';
import { questionGroup, questionGroups, questionSlot } from './QuestionList.css.ts';
import { rehearse } from './rehearsal.tsx';
import type { Block } from './screens.ts';

/** What the browser lays out, or skips, as one: a change in one question leaves the other groups as they are. */
const perGroup = 6;
/** Groups; more than the tallest window shows at once. */
const firstScreenful = 3;
const perChunk = 4;

const groupsOf = (blocks: readonly Block[]): Block[][] => Array.from({ length: Math.ceil(blocks.length / perGroup) }, (_, index) => blocks.slice(index * perGroup, (index + 1) * perGroup));

/**
 * All questions of a sheet. The first screenful is there with the page; the rest follows below it in pieces that give way to
 * taps and typing, so that nothing moves under the finger. `wholeAtOnce` brings the rest now, for a link that leads there.
 */
export const QuestionList = memo(function QuestionList({ sheet, wholeAtOnce = false }: { sheet: AnswerSheet; wholeAtOnce?: boolean }): ReactNode {
  const groups = useMemo(() => groupsOf(sheet.blocks), [sheet]);
  const [shown, setShown] = useState(firstScreenful);
  const count = wholeAtOnce ? groups.length : shown;
  const isWhole = count >= groups.length;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setShown(count + perChunk)));
    return () => clearTimeout(timer);
  }, [count, isWhole]);
  useEffect(() => (isWhole ? rehearse(sheet.questionnaire) : undefined), [isWhole, sheet]);
  return (
    <div className={questionGroups}>
      {groups.slice(0, count).map((blocks) => (
        <QuestionGroup key={blocks[0]?.item.questionnaireItemId} sheet={sheet} blocks={blocks} />
      ))}
    </div>
  );
});

const stay = (event: FormEvent): void => event.preventDefault();

/** A form, though nothing sends it: at every keystroke browsers look through the form of a field, without one through the whole page. */
const QuestionGroup = memo(function QuestionGroup({ sheet, blocks }: { sheet: AnswerSheet; blocks: readonly Block[] }): ReactNode {
  return (
    <form className={questionGroup} noValidate onSubmit={stay}>
      {blocks.map(({ item }) => (
        <div className={questionSlot} key={item.questionnaireItemId}>
          <ItemField sheet={sheet} item={item} />
        </div>
      ))}
    </form>
  );
});
