import type { ItemOf, ItemType } from '@portal/api';
import type { CSSProperties, ComponentType, ReactNode } from 'react';
import type { AnswerSheet } from '../answerSheet.ts';
import { useQuestionText } from '../items/QuestionText.tsx';
import type { Block } from '../screens.ts';
import { useShown } from '../useShown.ts';
import {
  cell,
  columnHead,
  columns,
  groupQuestions,
  question,
  tableFrame,
  tableRow,
  wideColumn,
} from './GroupField.css.ts';

/** Renders a block, groups included. */
type QuestionsPart = ComponentType<{ readonly sheet: AnswerSheet; readonly block: Block }>;

export interface GroupProps {
  readonly item: ItemOf<'QuestionGroup'>;
  readonly sheet: AnswerSheet;
  readonly Questions: QuestionsPart;
}

interface BlockProps extends Pick<GroupProps, 'sheet' | 'Questions'> {
  readonly block: Block;
}

/** The most columns in which a field has room. */
const mostColumns = 4;
/** Types with several boxes side by side take two columns. */
const wideTypes: ReadonlySet<ItemType> = new Set<ItemType>(['DateQuestion', 'DateTimeQuestion', 'TimeQuestion']);
const isWide = ({ item }: Block): boolean => wideTypes.has(item.questionnaireItemType);
const columnsOf = (blocks: readonly Block[]): number =>
  blocks.reduce((count, block) => count + (isWide(block) ? 2 : 1), 0);

const isCell = ({ item, rows, inside, follows }: Block): boolean =>
  item.questionnaireItemType !== 'SectionHeader' &&
  item.questionnaireItemType !== 'SignatureQuestion' &&
  rows.length + inside.length + follows.length === 0;
const canBeRow = (blocks: readonly Block[]): boolean =>
  blocks.length > 1 && columnsOf(blocks) <= mostColumns && blocks.every(isCell);

/** The questions of one row of a group, or of a group that is there once. */
export function GroupQuestions({ item, sheet, Questions }: GroupProps): ReactNode {
  const blocks = sheet.inside(item.questionnaireItemId);
  if (item.layout === 'table' && canBeRow(blocks))
    return <TableRow sheet={sheet} blocks={blocks} Questions={Questions} />;
  return (
    <div className={groupQuestions}>
      {blocks.map((block) => (
        <Question
          key={block.item.questionnaireItemId}
          sheet={sheet}
          block={block}
          inGrid={item.layout === 'grid'}
          Questions={Questions}
        />
      ))}
    </div>
  );
}

function Question({ sheet, block, inGrid, Questions }: BlockProps & { readonly inGrid: boolean }): ReactNode {
  if (!useShown(sheet, [block])) return null;
  const isRow = inGrid && block.item.questionnaireItemType === 'QuestionGroup' && canBeRow(block.inside);
  return (
    <div className={question}>
      {isRow ? (
        <GridRow sheet={sheet} block={block} Questions={Questions} />
      ) : (
        <Questions sheet={sheet} block={block} />
      )}
    </div>
  );
}

/** A group within a grid: its name above, its questions side by side. */
function GridRow({ sheet, block, Questions }: BlockProps): ReactNode {
  const label = useQuestionText(block.item);
  const id = `question-${sheet.slot(block.item.questionnaireItemId).replaceAll('/', '-')}`;
  return (
    <div id={id} role="group" aria-labelledby={`${id}-label`}>
      <p className={columnHead} id={`${id}-label`}>
        {label}
      </p>
      <TableRow sheet={sheet} blocks={block.inside} Questions={Questions} />
    </div>
  );
}

/** Questions side by side where there is room, else one below the other; each keeps its own label. */
function TableRow({
  sheet,
  blocks,
  Questions,
}: Pick<GroupProps, 'sheet' | 'Questions'> & { readonly blocks: readonly Block[] }): ReactNode {
  const style: CSSProperties & Record<typeof columns, string> = {
    [columns]: blocks.map((block) => `minmax(${isWide(block) ? wideColumn : '0'}, 1fr)`).join(' '),
  };
  return (
    <div className={tableFrame}>
      <div className={tableRow} style={style}>
        {blocks.map((block) => (
          <div className={cell} key={block.item.questionnaireItemId}>
            <Questions sheet={sheet} block={block} />
          </div>
        ))}
      </div>
    </div>
  );
}
