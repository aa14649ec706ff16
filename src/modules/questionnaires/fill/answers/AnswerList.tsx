import {
  type Answer,
  type AssignedQuestionnaire,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  type Slot,
  entriesByPlace,
  isAnswered,
  isRepeatingGroup,
} from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { classes } from '../../../../ui/classes.ts';
import { RichText } from '../../../../ui/RichText.tsx';
import { joinFacts, useWords } from '../../../../words/index.ts';
import {
  answerFollow,
  answerGroup,
  answerItem,
  answerList,
  answerRow,
  answerRowHead,
  answerSection,
  answerText,
  answerWords,
  noAnswer,
} from '../AnswerList.css.ts';
import { type AnswerSheet, openAnswerSheet } from '../answerSheet.ts';
import { reviewOf } from '../items/index.tsx';
import { wordsOfRow } from './rowNames.ts';
import { whichRow } from './RowWords.tsx';
import { type Block, isHeading } from '../screens.ts';
import { isSeen, sheetsOfRows } from '../sheetWalk.ts';

const noEntries: readonly Answer[] = [];

/** The answer to one item as text; the answer of an unknown item as it was stored. */
export function AnswerText({
  item,
  entries,
}: {
  item: QuestionnaireItem | undefined;
  entries: readonly Answer[];
}): ReactNode {
  const { t, locale } = useWords();
  if (item && isAnswered(item, entries)) return reviewOf(item, entries, [], () => noEntries);
  const texts = entries.map((entry) => {
    if (entry.otherOptionText) return entry.otherOptionText;
    if (entry.textAnswer) return entry.textAnswer;
    if (entry.numberAnswer !== undefined) return String(entry.numberAnswer);
    const kept = entry.dateAnswer ?? entry.dateTimeAnswer ?? entry.timeAnswer ?? entry.attachment?.fileName;
    if (kept !== undefined) return kept;
    return entry.listAnswerId === undefined && entry.isChecked !== undefined
      ? t(entry.isChecked ? 'questionnaires.yes' : 'questionnaires.no')
      : '';
  });
  const said = texts.filter((text) => text !== '');
  return said.length === 0 ? t('questionnaires.notAnswered') : joinFacts(locale, said);
}

interface Section {
  readonly header: QuestionnaireItem | null;
  readonly blocks: Block[];
}

const isText = ({ item }: Block): boolean => item.questionnaireItemType === 'SectionHeader' && item.isText === true;

/** The answers under each heading that was shown. */
function sectionsOf(sheet: AnswerSheet): Section[] {
  const sections: Section[] = [{ header: null, blocks: [] }];
  for (const block of sheet.blocks) {
    if (!isHeading(block) || isText(block)) sections.at(-1)?.blocks.push(block);
    else if (sheet.isAsked(block.item.questionnaireItemId)) sections.push({ header: block.item, blocks: [] });
  }
  return sections;
}

/** Every question that was asked with its answer, to read and print; those of a group row by row. */
export function AnswerList({
  questionnaire,
  answers,
}: {
  questionnaire: AssignedQuestionnaire;
  answers: readonly Answer[];
}): ReactNode {
  const reading = useMemo(() => readingOf(questionnaire, answers), [questionnaire, answers]);
  const { sheet } = reading;
  const sections = useMemo(
    () =>
      sectionsOf(sheet).filter(
        ({ header, blocks }) => header !== null || blocks.some((block) => isRead(reading, sheet, block)),
      ),
    [reading, sheet],
  );
  return sections.map((section, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the sections of a questionnaire never change places
    <section className={answerSection} key={section.header?.questionnaireItemId ?? `first-${index}`}>
      {section.header ? reviewOf(section.header, noEntries, [], () => noEntries) : null}
      <Answers reading={reading} sheet={sheet} blocks={section.blocks} />
    </section>
  ));
}

/** Answers that are only read: what was sent is shown, whatever the rules would say today. */
interface Reading {
  readonly sheet: AnswerSheet;
  readonly bySlot: ReadonlyMap<Slot, readonly Answer[]>;
}

const readingOf = (questionnaire: AssignedQuestionnaire, answers: readonly Answer[]): Reading => ({
  sheet: openAnswerSheet({ questionnaire, answers, write: () => undefined, isRead: true }),
  bySlot: entriesByPlace(answers),
});

/** True for an item that was asked or has an answer, or has such an item in it or below it. */
function isRead(reading: Reading, sheet: AnswerSheet, block: Block): boolean {
  return (
    isSeen(sheet, block) ||
    hasAnswer(reading, sheet, block) ||
    sheetsOfRows(sheet, block.item).some((own) => block.inside.some((one) => isRead(reading, own, one))) ||
    block.follows.some((one) => isRead(reading, sheet, one))
  );
}

function Answers({
  reading,
  sheet,
  blocks,
}: {
  reading: Reading;
  sheet: AnswerSheet;
  blocks: readonly Block[];
}): ReactNode {
  const read = blocks.filter((block) => isRead(reading, sheet, block));
  return runsOf(read).map((run) => {
    const [first] = run;
    if (first === undefined) return null;
    const { item } = first;
    return isHeading(first) ? (
      <p key={item.questionnaireItemId} className={answerWords}>
        <RichText html={item.formattedText} inline noLinks />
      </p>
    ) : (
      <dl key={item.questionnaireItemId} className={answerList}>
        {run.flatMap((block) => [
          <BlockAnswer key={block.item.questionnaireItemId} reading={reading} sheet={sheet} block={block} />,
          ...block.follows
            .filter((one) => !isHeading(one) && isRead(reading, sheet, one))
            .map((one) => (
              <BlockAnswer key={one.item.questionnaireItemId} reading={reading} sheet={sheet} block={one} isFollow />
            )),
        ])}
      </dl>
    );
  });
}

/** Questions that belong together, and texts between them each by itself. */
function runsOf(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  for (const block of blocks) {
    const last = runs.at(-1)?.at(-1);
    if (last && !isHeading(last) && !isHeading(block)) runs.at(-1)?.push(block);
    else runs.push([block]);
  }
  return runs;
}

function BlockAnswer({
  reading,
  sheet,
  block,
  isFollow = false,
}: {
  reading: Reading;
  sheet: AnswerSheet;
  block: Block;
  isFollow?: boolean;
}): ReactNode {
  const words = useWords();
  const { t } = words;
  const { item, inside, follows } = block;
  const entriesOf = (id: QuestionnaireItemId): readonly Answer[] => reading.bySlot.get(sheet.slot(id)) ?? noEntries;
  const entries = entriesOf(item.questionnaireItemId);
  const sheets = rowsToRead(reading, sheet, block);
  const isSaid = item.questionnaireItemType === 'QuestionMatrixGrouping' || isAnswered(item, entries);
  return (
    <div className={classes(answerItem, sheets.length > 0 && answerGroup, isFollow && answerFollow)}>
      <dt>
        <RichText html={item.formattedText} inline noLinks />
      </dt>
      {sheets.length > 0 ? (
        sheets.map((own, at) => (
          <dd className={answerRow} key={own.rowPath.join('/')}>
            {isRepeatingGroup(item) && sheets.length > 1 ? (
              <p className={answerRowHead}>
                {whichRow(words, {
                  number: at + 1,
                  total: sheets.length,
                  says: wordsOfRow(own.items, reading.bySlot, item, own.rowPath),
                })}
              </p>
            ) : null}
            <Answers reading={reading} sheet={own} blocks={inside} />
          </dd>
        ))
      ) : (
        <dd className={isSaid ? answerText : noAnswer}>
          {isSaid
            ? reviewOf(item, entries, sheet.rows(item.questionnaireItemId), entriesOf)
            : t('questionnaires.notAnswered')}
        </dd>
      )}
      {isFollow && follows.length > 0 ? (
        <dd className={answerFollow}>
          <Answers reading={reading} sheet={sheet} blocks={follows.filter((one) => !isHeading(one))} />
        </dd>
      ) : null}
    </div>
  );
}

/** The rows of a group that contain answers, or the group itself where it has no rows. */
function rowsToRead(reading: Reading, sheet: AnswerSheet, { item, inside }: Block): readonly AnswerSheet[] {
  if (item.questionnaireItemType !== 'QuestionGroup') return [];
  const sheets = sheetsOfRows(sheet, item);
  return isRepeatingGroup(item)
    ? sheets.filter((own) => inside.some((block) => hasAnswer(reading, own, block)))
    : sheets;
}

/** True where a question, or one in it or below it, has an answer. */
function hasAnswer(reading: Reading, sheet: AnswerSheet, { item, rows, inside, follows }: Block): boolean {
  const isSaid = ({ questionnaireItemId }: QuestionnaireItem) =>
    reading.bySlot.get(sheet.slot(questionnaireItemId))?.some((entry) => entry.rows === undefined) === true;
  return (
    [item, ...rows].some(isSaid) ||
    sheetsOfRows(sheet, item).some((own) => inside.some((one) => hasAnswer(reading, own, one))) ||
    follows.some((one) => hasAnswer(reading, sheet, one))
  );
}
