import { type Answer, type QuestionnaireItem, type QuestionnaireItemId, entriesByItem, isAnswered } from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { RichText } from '../../../ui/RichText.tsx';
import { useWords } from '../../../words/index.ts';
import { answerItem, answerList, answerSection, answerText, noAnswer } from './AnswerList.css.ts';
import { reviewOf } from './items/index.tsx';
import { type Block, blocksOf } from './screens.ts';

const noEntries: readonly Answer[] = [];

/** What was answered to one item, in words; the answer of an item that is not known any more is given as it was kept. */
export function AnswerText({
  item,
  entries,
}: {
  item: QuestionnaireItem | undefined;
  entries: readonly Answer[];
}): ReactNode {
  const { t } = useWords();
  if (item && isAnswered(item, entries)) return reviewOf(item, entries, [], () => noEntries);
  const texts = entries.map((entry) => {
    if (entry.otherOptionText) return entry.otherOptionText;
    if (entry.textAnswer) return entry.textAnswer;
    if (entry.numberAnswer !== undefined) return String(entry.numberAnswer);
    if (entry.dateAnswer !== undefined) return entry.dateAnswer;
    return entry.listAnswerId === undefined && entry.isChecked !== undefined
      ? t(entry.isChecked ? 'questionnaires.yes' : 'questionnaires.no')
      : '';
  });
  const said = texts.filter((text) => text !== '');
  return said.length === 0 ? t('questionnaires.notAnswered') : said.join(', ');
}

interface Section {
  readonly header: QuestionnaireItem | null;
  readonly blocks: Block[];
}

function sectionsOf(items: readonly QuestionnaireItem[]): Section[] {
  const sections: Section[] = [{ header: null, blocks: [] }];
  for (const block of blocksOf(items)) {
    if (block.item.questionnaireItemType === 'SectionHeader') sections.push({ header: block.item, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections.filter((section) => section.header !== null || section.blocks.length > 0);
}

/** Every question with its answer, to read and to print. */
export function AnswerList({
  items,
  answers,
}: {
  items: readonly QuestionnaireItem[];
  answers: readonly Answer[];
}): ReactNode {
  const sections = useMemo(() => sectionsOf(items), [items]);
  const byItem = useMemo(() => entriesByItem(answers), [answers]);
  const entriesOf = (id: QuestionnaireItemId): readonly Answer[] => byItem.get(id) ?? noEntries;
  return sections.map((section, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the sections of a questionnaire never change places
    <section className={answerSection} key={section.header?.questionnaireItemId ?? `first-${index}`}>
      {section.header ? reviewOf(section.header, noEntries, [], entriesOf) : null}
      {section.blocks.length === 0 ? null : (
        <dl className={answerList}>
          {section.blocks.map(({ item, rows }) => (
            <QuestionAnswer key={item.questionnaireItemId} item={item} rows={rows} entriesOf={entriesOf} />
          ))}
        </dl>
      )}
    </section>
  ));
}

function QuestionAnswer({
  item,
  rows,
  entriesOf,
}: {
  item: QuestionnaireItem;
  rows: Block['rows'];
  entriesOf: (id: QuestionnaireItemId) => readonly Answer[];
}): ReactNode {
  const { t } = useWords();
  const entries = entriesOf(item.questionnaireItemId);
  const hasAnswer = item.questionnaireItemType === 'QuestionMatrixGrouping' || isAnswered(item, entries);
  return (
    <div className={answerItem}>
      <dt>
        <RichText html={item.formattedText} inline noLinks />
      </dt>
      <dd className={hasAnswer ? answerText : noAnswer}>
        {hasAnswer ? reviewOf(item, entries, rows, entriesOf) : t('questionnaires.notAnswered')}
      </dd>
    </div>
  );
}
