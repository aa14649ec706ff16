import type { QuestionnaireItem } from '@portal/api';
import { type ReactNode, memo, useId } from 'react';
import { hint } from '../../../ui/FieldParts.css.ts';
import { joinFacts, useWords } from '../../../words/index.ts';
import { type AnswerSheet, useItem } from './answerSheet.ts';
import { follow } from './BlockView.css.ts';
import { groupFieldOf } from './formChunks.tsx';
import { ItemField } from './ItemField.tsx';
import { chosenTexts } from './items/choice.tsx';
import { type Block, deciderOf } from './screens.ts';
import { useSeen, useShown } from './useShown.ts';

/** A question with the questions that depend on its answer below it; nothing where none of them is asked. */
export const BlockView = memo(function BlockView({ sheet, block }: { sheet: AnswerSheet; block: Block }): ReactNode {
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

function AskedField({ sheet, block }: { sheet: AnswerSheet; block: Block }): ReactNode {
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
function Follow({ sheet, block }: { sheet: AnswerSheet; block: Block }): ReactNode {
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
