import { type ReactNode, memo, startTransition, useEffect, useState } from 'react';
import { questionList } from '../../ui/FieldParts.css.ts';
import type { AnswerSheet } from './answerSheet.ts';
import { ItemField } from './ItemField.tsx';
import { questionSlot } from './QuestionList.css.ts';

/** More than the tallest window shows at once. */
const firstScreenful = 14;
const perChunk = 24;

/**
 * All questions of a sheet. The first screenful is there with the page; the rest follows below it in pieces that give way to
 * taps and typing, so that nothing moves under the finger. `wholeAtOnce` brings the rest now, for a link that leads there.
 */
export const QuestionList = memo(function QuestionList({ sheet, wholeAtOnce = false }: { sheet: AnswerSheet; wholeAtOnce?: boolean }): ReactNode {
  const { blocks } = sheet;
  const [shown, setShown] = useState(firstScreenful);
  const count = wholeAtOnce ? blocks.length : shown;
  useEffect(() => {
    if (count >= blocks.length) return;
    const timer = setTimeout(() => startTransition(() => setShown(count + perChunk)));
    return () => clearTimeout(timer);
  }, [count, blocks.length]);
  return (
    <div className={questionList}>
      {blocks.slice(0, count).map(({ item }) => (
        <div className={questionSlot} key={item.questionnaireItemId}>
          <ItemField sheet={sheet} item={item} />
        </div>
      ))}
    </div>
  );
});
