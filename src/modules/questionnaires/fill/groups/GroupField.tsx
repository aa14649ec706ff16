import { isRepeatingGroup, mostRows } from '@portal/api';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { focusPart } from '../../../../ui/ErrorSummary.tsx';
import { ErrorText } from '../../../../ui/FieldParts.tsx';
import { isInvalid } from '../../../../ui/FieldParts.css.ts';
import { Plus, X } from '../../../../ui/icons.ts';
import { plainText } from '../../../../ui/RichText.tsx';
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx';
import { joinFacts, useWords } from '../../../../words/index.ts';
import { useItem, useRowNumbers } from '../answerSheet.ts';
import { faultText } from '../faultText.ts';
import { questionId } from '../items/itemParts.ts';
import { useQuestionText } from '../items/QuestionText.tsx';
import { rowSheet } from '../sheetWalk.ts';
import { group, groupName, removedRow, row, rowHead, rowList } from './GroupField.css.ts';
import { type GroupProps, GroupQuestions } from './GroupQuestions.tsx';

/** The questions of a group; of a repeating one in rows that the person adds and removes. */
export function GroupField({ item, sheet, Questions }: GroupProps): ReactNode {
  const words = useWords();
  const id = questionId(item.questionnaireItemId, sheet.rowPath);
  const label = useQuestionText(item);
  const { fault } = useItem(sheet, item.questionnaireItemId);
  const name = plainText(item.formattedText);
  return (
    <div
      id={id}
      className={classes(group, fault !== null && isInvalid)}
      role="group"
      aria-labelledby={name === '' ? undefined : `${id}-label`}
      aria-describedby={fault ? `${id}-error` : undefined}
    >
      {name === '' ? null : (
        <p className={groupName} id={`${id}-label`}>
          {label}
        </p>
      )}
      {fault ? <ErrorText id={`${id}-error`}>{faultText(words, fault)}</ErrorText> : null}
      {isRepeatingGroup(item) ? (
        <Rows item={item} occurs={item.occurs} name={name} sheet={sheet} Questions={Questions} />
      ) : (
        <GroupQuestions item={item} sheet={sheet} Questions={Questions} />
      )}
    </div>
  );
}

/** The last removed row and its position, until something else is removed. */
export interface RemovedRow {
  readonly at: number;
  readonly row: number;
  readonly undo: () => void;
}

type Focus = { readonly kind: 'row'; readonly row: number } | { readonly kind: 'undo' };

function Rows({
  item,
  occurs: { least, most },
  name,
  sheet,
  Questions,
}: GroupProps & {
  occurs: NonNullable<GroupProps['item']['occurs']>;
  name: string;
}): ReactNode {
  const { t, locale } = useWords();
  const { questionnaireItemId } = item;
  const rows = useRowNumbers(sheet, questionnaireItemId);
  const [removed, setRemoved] = useState<RemovedRow | null>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const wanted = useRef<Focus | null>(null);
  const id = questionId(questionnaireItemId, sheet.rowPath);
  const rowId = (number: number) => `${id}-row-${String(number)}`;
  useLayoutEffect(() => {
    const focus = wanted.current;
    wanted.current = null;
    if (focus?.kind === 'row') focusPart(rowId(focus.row));
    else if (focus?.kind === 'undo') undoButton.current?.focus({ preventScroll: true });
  });
  const add = () => {
    setRemoved(null);
    wanted.current = { kind: 'row', row: sheet.addRow(questionnaireItemId) };
  };
  const remove = (number: number) => {
    const at = rows.indexOf(number);
    wanted.current = { kind: 'undo' };
    setRemoved({ at, row: number, undo: sheet.removeRow(questionnaireItemId, number) });
  };
  const undo = () => {
    if (removed === null) return;
    wanted.current = { kind: 'row', row: removed.row };
    removed.undo();
    setRemoved(null);
  };
  const limit = Math.min(most ?? mostRows, mostRows);
  const isFull = rows.length >= limit;
  const note = removed ? (
    <div className={removedRow} key="removed">
      <p id={`${id}-removed`}>{t('questionnaires.rows.removed')}</p>
      <Button variant="quiet" size="small" ref={undoButton} aria-describedby={`${id}-removed`} onClick={undo}>
        {t('questionnaires.rows.undo')}
        <VisuallyHidden>: {name}</VisuallyHidden>
      </Button>
    </div>
  ) : null;
  return (
    <div className={rowList}>
      {rows.map((number, at) => {
        const which = t('questionnaires.rows.which', { number: at + 1, total: rows.length });
        return [
          removed?.at === at ? note : null,
          <div className={row} key={number} role="group" aria-label={joinFacts(locale, [name, which])}>
            <div className={rowHead}>
              <span aria-hidden="true">{which}</span>
              {rows.length > Math.max(1, least) ? (
                <Button variant="quiet" size="small" icon={X} onClick={() => remove(number)}>
                  {t('questionnaires.rows.remove')}
                  <VisuallyHidden>
                    : {name} {which}
                  </VisuallyHidden>
                </Button>
              ) : null}
            </div>
            <div id={rowId(number)}>
              <GroupQuestions item={item} sheet={rowSheet(sheet, item, number)} Questions={Questions} />
            </div>
          </div>,
        ];
      })}
      {removed !== null && removed.at >= rows.length ? note : null}
      <Button
        variant="secondary"
        icon={Plus}
        disabledReason={isFull ? t('questionnaires.rows.full', { most: limit }) : null}
        onClick={add}
      >
        {t('questionnaires.rows.add')}
        <VisuallyHidden>: {name}</VisuallyHidden>
      </Button>
    </div>
  );
}
