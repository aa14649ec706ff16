import { type ItemOf, entriesByPlace, isRepeatingGroup, mostRows } from '@portal/api';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type AnswerSheet, useItem, useRowNumbers } from '../../src/modules/questionnaires/fill/answerSheet.ts';
import { faultText } from '../../src/modules/questionnaires/fill/faultText.ts';
import type { RemovedRow } from '../../src/modules/questionnaires/fill/groups/GroupField.tsx';
import { questionId } from '../../src/modules/questionnaires/fill/items/itemParts.ts';
import { questionScreens } from '../../src/modules/questionnaires/fill/kioskScreens.ts';
import { wordsOfRow } from '../../src/modules/questionnaires/fill/answers/rowNames.ts';
import { whichRow } from '../../src/modules/questionnaires/fill/answers/RowWords.tsx';
import { rowSheet } from '../../src/modules/questionnaires/fill/sheetWalk.ts';
import { Button, ButtonRow } from '../../src/ui/Button.tsx';
import { ErrorText } from '../../src/ui/FieldParts.tsx';
import { Plus, X } from '../../src/ui/icons.ts';
import { plainText, RichText } from '../../src/ui/RichText.tsx';
import { VisuallyHidden } from '../../src/ui/VisuallyHidden.tsx';
import { useWords } from '../../src/words/index.ts';
import { groupRow, groupRowActs, groupRows } from './Fill.css.ts';
import { goTo } from './open.ts';

/** The screen after the last row of a group: change or remove a row, or add another one. */
export function MoreRows({
  group,
  sheet,
}: {
  readonly group: ItemOf<'QuestionGroup'>;
  readonly sheet: AnswerSheet;
}): ReactNode {
  const words = useWords();
  const { t } = words;
  const { questionnaireItemId } = group;
  const rows = useRowNumbers(sheet, questionnaireItemId);
  const { fault } = useItem(sheet, questionnaireItemId);
  const [removed, setRemoved] = useState<RemovedRow | null>(null);
  const wanted = useRef<string | null>(null);
  const id = questionId(questionnaireItemId, sheet.rowPath);
  const undoId = `${id}-undo`;
  const rowId = (row: number) => `${id}-row-${String(row)}`;
  useLayoutEffect(() => {
    const focus = wanted.current;
    wanted.current = null;
    if (focus !== null) document.getElementById(focus)?.focus();
  });
  if (!isRepeatingGroup(group)) return null;
  const { least, most } = group.occurs;
  const limit = Math.min(most ?? mostRows, mostRows);
  const bySlot = entriesByPlace(sheet.answers());
  const name = plainText(group.formattedText);

  const open = (row: number): void => {
    const path = rowSheet(sheet, group, row).rowPath;
    const isInRow = (rowPath: readonly number[]) => path.every((number, at) => rowPath[at] === number);
    const index = questionScreens(sheet.within([])).findIndex((screen) => isInRow(screen.sheet.rowPath));
    if (index >= 0) goTo({ kind: 'question', index });
  };
  const remove = (row: number): void => {
    wanted.current = undoId;
    setRemoved({ at: rows.indexOf(row), row, undo: sheet.removeRow(questionnaireItemId, row) });
  };
  const undo = ({ row, undo: bringBack }: RemovedRow): void => {
    wanted.current = rowId(row);
    bringBack();
    setRemoved(null);
  };
  const note = removed ? (
    <li className={groupRow} key="removed">
      <span id={`${undoId}-text`}>{t('questionnaires.rows.removed')}</span>
      <Button variant="quiet" id={undoId} aria-describedby={`${undoId}-text`} onClick={() => undo(removed)}>
        {t('questionnaires.rows.undo')}
        <VisuallyHidden>: {name}</VisuallyHidden>
      </Button>
    </li>
  ) : null;
  return (
    <div id={id}>
      <h2>{t('kiosk.anotherRow')}</h2>
      <p>
        <RichText html={group.formattedText} inline noLinks /> {t('kiosk.rowsSoFar', { count: rows.length })}
      </p>
      {fault ? <ErrorText id={`${id}-error`}>{faultText(words, fault)}</ErrorText> : null}
      <ul className={groupRows} aria-label={name === '' ? t('kiosk.yourAnswers') : name}>
        {rows.map((row, at) => {
          const says = wordsOfRow(sheet.items, bySlot, group, rowSheet(sheet, group, row).rowPath);
          const which = whichRow(words, { number: at + 1, total: rows.length, says });
          return [
            removed?.at === at ? note : null,
            <li className={groupRow} key={row}>
              <span>{which}</span>
              <span className={groupRowActs}>
                <Button variant="quiet" id={rowId(row)} onClick={() => open(row)}>
                  {t('kiosk.change')}
                  <VisuallyHidden>: {which}</VisuallyHidden>
                </Button>
                {rows.length > Math.max(1, least) ? (
                  <Button variant="quiet" icon={X} onClick={() => remove(row)}>
                    {t('questionnaires.rows.remove')}
                    <VisuallyHidden>: {which}</VisuallyHidden>
                  </Button>
                ) : null}
              </span>
            </li>,
          ];
        })}
        {removed !== null && removed.at >= rows.length ? note : null}
      </ul>
      <ButtonRow>
        <Button
          variant="secondary"
          icon={Plus}
          disabledReason={rows.length >= limit ? t('questionnaires.rows.full', { most: limit }) : null}
          onClick={() => open(sheet.addRow(questionnaireItemId))}
        >
          {t('questionnaires.rows.add')}
        </Button>
      </ButtonRow>
    </div>
  );
}
