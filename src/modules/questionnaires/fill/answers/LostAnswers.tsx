import {
  type Answer,
  type AssignedQuestionnaire,
  type ItemPlace,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  type Slot,
  entriesByPlace,
  slotOf,
} from '@portal/api';
import type { ReactNode } from 'react';
import { sameAnswers } from '../../../../data/drafts/record.ts';
import { RichText } from '../../../../ui/RichText.tsx';
import { useWords } from '../../../../words/index.ts';
import { AnswerText } from './AnswerList.tsx';
import { answerItem, answerList, answerText } from '../AnswerList.css.ts';
import { type RowName, rowNamesOf } from './rowNames.ts';
import { RowWords } from './RowWords.tsx';

/** Answers with the texts of their questions, for those that cannot be shown in their fields any more; nothing is dropped silently. */
export function LostAnswers({
  answers,
  from,
}: {
  answers: readonly Answer[];
  from: AssignedQuestionnaire | null;
}): ReactNode {
  const { t } = useWords();
  const items = from?.questionnaireItems ?? [];
  const bySlot = entriesByPlace(answers);
  return (
    <dl className={answerList}>
      {[...bySlot].map(([slot, entries]) => {
        const [first] = entries;
        const item = items.find((one) => one.questionnaireItemId === first?.questionnaireItemId);
        if (first?.rows) return null;
        return (
          <div className={answerItem} key={slot}>
            <dt>
              {item ? (
                <>
                  <RowWords rows={rowNamesOf(items, bySlot, { item, rowPath: first?.rowPath ?? [] })} />
                  <RichText html={item.formattedText} inline noLinks />
                </>
              ) : (
                t('questionnaires.formerQuestion')
              )}
            </dt>
            {saidApart(item, entries).map((said, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- lost answers never change places
              <dd className={answerText} key={at}>
                <AnswerText item={item} entries={said} />
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}

/** One answer of several options or files together; two devices may have answered any other question, each in its own words. */
function saidApart(item: QuestionnaireItem | undefined, entries: readonly Answer[]): readonly (readonly Answer[])[] {
  const isOfSeveral =
    item === undefined ||
    ['MultiSelectionQuestion', 'LookupQuestion', 'AttachmentQuestion'].includes(item.questionnaireItemType) ||
    ('occurs' in item && item.occurs !== undefined);
  return isOfSeveral ? [entries] : entries.map((entry) => [entry]);
}

interface DifferingAnswersProps {
  items: readonly QuestionnaireItem[];
  one: readonly Answer[];
  oneLabel: string;
  other: readonly Answer[];
  otherLabel: string;
  /** The questions to show; left out: those whose answers differ. */
  only?: readonly QuestionnaireItemId[];
}

const noEntries: readonly Answer[] = [];

interface AnsweredPlace {
  readonly id: QuestionnaireItemId;
  readonly slot: Slot;
  readonly rowPath: readonly number[];
}

/** Where either of two sheets has an answer, in the order of the questionnaire; unknown items come last. */
function placesOfBoth(
  items: readonly QuestionnaireItem[],
  one: readonly Answer[],
  other: readonly Answer[],
): AnsweredPlace[] {
  const order = new Map(items.map((item, at) => [item.questionnaireItemId, at]));
  const places = new Map<Slot, AnsweredPlace>();
  for (const { questionnaireItemId: id, rowPath = [], rows } of [...one, ...other]) {
    const slot = slotOf(id, rowPath);
    if (rows === undefined) places.set(slot, { id, slot, rowPath });
  }
  const last = items.length;
  return [...places.values()].toSorted((a, b) => (order.get(a.id) ?? last) - (order.get(b.id) ?? last));
}

/** The rows around an item by both sheets: the first answer of each sheet there, and the numbers of the sheet that has the row. */
function rowNamesOfBoth(
  items: readonly QuestionnaireItem[],
  sheets: readonly ReadonlyMap<Slot, readonly Answer[]>[],
  place: Pick<ItemPlace, 'item' | 'rowPath'>,
): RowName[] {
  const [first = [], ...more] = sheets.map((bySlot) => rowNamesOf(items, bySlot, place));
  return first.map((own, depth) => {
    const all = [own, ...more.flatMap((rows) => rows[depth] ?? [])];
    const says = new Set(all.map((row) => row.says).filter((words) => words !== ''));
    return { ...(all.find((row) => row.number > 0) ?? own), says: [...says].join(' / ') };
  });
}

/** The differences of two sheets: the question, and both answers as text. */
export function DifferingAnswers({ items, one, oneLabel, other, otherLabel, only }: DifferingAnswersProps): ReactNode {
  const { t } = useWords();
  const [ones, others] = [entriesByPlace(one), entriesByPlace(other)];
  const places = placesOfBoth(items, one, other).filter(({ slot, id, rowPath }) => {
    const isSame = sameAnswers(ones.get(slot) ?? noEntries, others.get(slot) ?? noEntries);
    // Of a question in rows only the rows that differ are shown.
    return only ? only.includes(id) && !(rowPath.length > 0 && isSame) : !isSame;
  });
  return (
    <dl className={answerList}>
      {places.map(({ id, slot, rowPath }) => {
        const item = items.find((candidate) => candidate.questionnaireItemId === id);
        return (
          <div className={answerItem} key={slot}>
            <dt>
              {item ? (
                <>
                  <RowWords rows={rowNamesOfBoth(items, [others, ones], { item, rowPath })} />
                  <RichText html={item.formattedText} inline noLinks />
                </>
              ) : (
                t('questionnaires.formerQuestion')
              )}
            </dt>
            <dd>
              {t('questionnaires.lead', { words: oneLabel })}{' '}
              <AnswerText item={item} entries={ones.get(slot) ?? noEntries} />
            </dd>
            <dd className={answerText}>
              {t('questionnaires.lead', { words: otherLabel })}{' '}
              <AnswerText item={item} entries={others.get(slot) ?? noEntries} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
