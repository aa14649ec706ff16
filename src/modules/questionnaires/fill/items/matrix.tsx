import { type ReactNode, useCallback, useMemo } from 'react';
import { useContentLang } from '../../../../ui/contentLang.tsx';
import { Matrix } from '../../../../ui/Matrix.tsx';
import { FieldGroup } from '../../../../ui/FieldGroup.tsx';
import { RichText } from '../../../../ui/RichText.tsx';
import { joinFacts, useWords } from '../../../../words/index.ts';
import { noAnswer } from '../AnswerList.css.ts';
import { useItem } from '../answerSheet.ts';
import { type MatrixRow, optionsOf } from '../screens.ts';
import { canBeCleared, choiceEntries, inRow, tickedOptions } from '../typed.ts';
import { chosenTexts, tickFaultText } from './choice.tsx';
import { ClearRow } from './ClearAnswer.tsx';
import { type ItemFieldProps, type ItemParts, type ItemReviewProps, questionId } from './itemParts.ts';
import { OtherText, tickedOther } from './OtherText.tsx';
import { ItemPicture, QuestionText, useQuestionText } from './QuestionText.tsx';

/** Columns are matched by position: the rows' options have the same texts and their own ids. */
const columnsOf = (row: MatrixRow, lang: string | undefined) =>
  optionsOf(row).map((option, column) => ({
    value: String(column),
    label: option.answerText,
    lang,
    picture: option.image ? <ItemPicture image={option.image} /> : undefined,
  }));
const ticksOf = (row: MatrixRow, ids: readonly number[]): string[] =>
  optionsOf(row).flatMap((option, column) => (ids.includes(option.listAnswerId) ? [String(column)] : []));

function MatrixQuestion({ item, sheet }: ItemFieldProps<'QuestionMatrixGrouping'>): ReactNode {
  const words = useWords();
  const id = item.questionnaireItemId;
  useItem(sheet, id);
  const rows = sheet.rows(id);
  const wholeId = questionId(id, sheet.rowPath);
  const label = useQuestionText(item);
  const labels = useMemo(
    () =>
      new Map(rows.map((row) => [row.questionnaireItemId, <QuestionText key={row.questionnaireItemId} item={row} />])),
    [rows],
  );
  const others = useMemo(
    () =>
      new Map(
        rows.map((row) => [
          row.questionnaireItemId,
          <OtherText key={row.questionnaireItemId} item={row} sheet={sheet} />,
        ]),
      ),
    [rows, sheet],
  );
  const lang = useContentLang();
  const columns = useMemo(() => (rows[0] ? columnsOf(rows[0], lang) : []), [rows, lang]);
  const change = useCallback(
    (rowId: string, next: readonly string[]) => {
      const row = rows.find((one) => questionId(one.questionnaireItemId, sheet.rowPath) === rowId);
      if (!row) return;
      const ticked = optionsOf(row)
        .filter((_, column) => next.includes(String(column)))
        .map((option) => option.listAnswerId);
      const { questionnaireItemId } = row;
      const entries = choiceEntries(row, sheet.view(questionnaireItemId).entries, ticked);
      sheet.change(questionnaireItemId, inRow(sheet.rowPath, entries));
    },
    [sheet, rows],
  );
  return (
    <FieldGroup id={wholeId} label={label}>
      <Matrix
        labelledBy={`${wholeId}-label`}
        columns={columns}
        rows={rows.map((row) => {
          const { entries, fault } = sheet.view(row.questionnaireItemId);
          const ticked = tickedOptions(entries);
          return {
            id: questionId(row.questionnaireItemId, sheet.rowPath),
            label: labels.get(row.questionnaireItemId),
            required: row.isRequired,
            error: tickFaultText(words, fault),
            kind: row.questionnaireItemType === 'MultiSelectionQuestion' ? ('checkbox' as const) : ('radio' as const),
            value: ticksOf(row, ticked),
            clear: canBeCleared(row) ? <ClearRow item={row} sheet={sheet} entries={entries} /> : undefined,
            other: tickedOther(row, ticked) === null ? null : others.get(row.questionnaireItemId),
          };
        })}
        onChange={change}
      />
    </FieldGroup>
  );
}

function MatrixAnswer({ rows, entriesOf }: ItemReviewProps<'QuestionMatrixGrouping'>): ReactNode {
  const { t, locale } = useWords();
  return (
    <dl>
      {rows.map((row) => {
        const texts = chosenTexts(row, entriesOf(row.questionnaireItemId));
        return (
          <div key={row.questionnaireItemId}>
            <dt>
              <RichText html={row.formattedText} inline noLinks />
            </dt>
            <dd className={texts.length === 0 ? noAnswer : undefined}>
              {texts.length === 0 ? t('questionnaires.notAnswered') : joinFacts(locale, texts)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export const matrixQuestion: ItemParts<'QuestionMatrixGrouping'> = { Field: MatrixQuestion, Review: MatrixAnswer };
