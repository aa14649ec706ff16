import { faultOf, formOf, type ItemOf, mostAnswers, type RepeatingType } from '@portal/api';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Button } from '../../../../../ui/Button.tsx';
import { focusPart } from '../../../../../ui/ErrorSummary.tsx';
import { Hint } from '../../../../../ui/FieldParts.tsx';
import { IconButton } from '../../../../../ui/IconButton.tsx';
import { Plus, X } from '../../../../../ui/icons.ts';
import { FieldGroup } from '../../../../../ui/FieldGroup.tsx';
import { useWords } from '../../../../../words/index.ts';
import type { AnswerSheet } from '../../answerSheet.ts';
import { faultText } from '../../faultText.ts';
import type { BoxProps } from '../itemParts.ts';
import { useQuestionText } from '../QuestionText.tsx';
import { useQuestion } from '../useQuestion.ts';
import { boxesOf, emptyBox, shownInBox, withBox, withoutBox } from './boxes.ts';
import { answerBox, answerBoxes } from './further.css.ts';

/** A question with several answers: a box for each, with buttons to add and remove one. */
export function RepeatedField({
  item,
  sheet,
  renderBox,
}: {
  item: ItemOf<RepeatingType>;
  sheet: AnswerSheet;
  renderBox: (box: Omit<BoxProps<RepeatingType>, 'item'>) => ReactNode;
}): ReactNode {
  const words = useWords();
  const { t } = words;
  const { id, entries, fault, change, leave } = useQuestion(sheet, item);
  const label = useQuestionText(item);
  const boxes = boxesOf(item, entries);
  const keys = useKeys(boxes.length);
  const most = mostAnswers(item);
  const idOf = (index: number): string => `${id}-answer-${index + 1}`;
  const [focused, setFocused] = useState<{ readonly id: string } | null>(null);
  useLayoutEffect(() => {
    if (focused) focusPart(focused.id);
  }, [focused]);

  const once = { ...item, occurs: undefined, isRequired: false };
  const form = formOf(sheet.questionnaire);
  const faults = fault ? boxes.map((box) => faultOf(once, shownInBox(box), form)) : [];
  const isInBox = faults.some((one) => one !== null);
  return (
    <FieldGroup
      role="group"
      id={id}
      label={label}
      required={item.isRequired}
      error={fault && !isInBox ? faultText(words, fault) : null}
    >
      <div className={answerBoxes}>
        {boxes.map((box, index) => {
          const wrong = faults[index];
          return (
            <div className={answerBox} key={keys.at(index)}>
              {renderBox({
                id: idOf(index),
                look: 'form',
                label: t('questionnaires.answerNumber', { number: index + 1 }),
                required: false,
                error: wrong ? faultText(words, wrong) : null,
                entries: shownInBox(box),
                onChange: ([next]) => change(withBox(boxes, index, next ?? emptyBox(item.questionnaireItemId))),
                onLeave: leave,
              })}
              {boxes.length > 1 ? (
                <IconButton
                  icon={X}
                  label={t('questionnaires.removeAnswer', { number: index + 1 })}
                  onClick={() => {
                    keys.remove(index);
                    change(withoutBox(boxes, index));
                    setFocused({ id: idOf(Math.max(0, index - 1)) });
                  }}
                />
              ) : null}
            </div>
          );
        })}
      </div>
      {boxes.length < most ? (
        <Button
          variant="secondary"
          size="small"
          icon={Plus}
          onClick={() => {
            change([...boxes, emptyBox(item.questionnaireItemId)]);
            setFocused({ id: idOf(boxes.length) });
          }}
        >
          {t('questionnaires.addAnswer')}
        </Button>
      ) : (
        <Hint id={`${id}-limit`}>{t('questionnaires.answerLimit', { count: most })}</Hint>
      )}
    </FieldGroup>
  );
}

/** A stable key for each box, so that removing an earlier box does not move its text to another. */
function useKeys(count: number): { readonly at: (index: number) => number; readonly remove: (index: number) => void } {
  const [kept, setKept] = useState<readonly number[]>([]);
  const from = Math.max(0, ...kept) + 1;
  const keys = [...kept, ...Array.from({ length: Math.max(0, count - kept.length) }, (_, more) => from + more)];
  return {
    at: (index) => keys[index] ?? index,
    remove: (index) => setKept(keys.slice(0, count).filter((_, at) => at !== index)),
  };
}
