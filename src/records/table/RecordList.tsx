import type { UserId } from '@portal/api';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { QueryAnswer } from '../../data/query/queryState.ts';
import { Button } from '../../ui/Button.tsx';
import { SlidersHorizontal } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { TableRow } from '../../ui/table/DataTable.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { QueryBoundary } from '../QueryBoundary.tsx';
import { usePreference } from '../usePreference.ts';
import type { OptionFilter } from './filters.ts';
import { headParts } from './table.css.ts';
import { RecordTable, type RecordTableSpec } from './RecordTable.tsx';

interface RecordListProps<Data, Row extends TableRow, Option extends string> extends RecordTableSpec<Row, Option> {
  readonly title: string;
  readonly userId: UserId;
  readonly query: QueryAnswer<Data>;
  /** There is nothing to list or to filter. */
  readonly isEmpty: (data: Data) => boolean;
  readonly empty: ReactNode;
  /** Shown beside the filters in the head. */
  readonly headStart?: ReactNode;
  /** Shown above the table on paper, in place of what the screen shows on demand. */
  readonly onPaper?: ReactNode;
  /** Shown below the list, as soon as there is an answer. */
  readonly notes?: ReactNode;
}

/**
 * A page with a list of records: head, loading states, filters, table, pages and notes. A module gives columns, filters and texts; the
 * option filter is stored as a preference, and is in the head where the list has no filter panel.
 */
export function RecordList<Data, Row extends TableRow, Option extends string>(
  props: RecordListProps<Data, Row, Option>,
): ReactNode {
  const { option } = props;
  return option ? (
    <WithPreference {...props} option={option} />
  ) : (
    <ListPage {...props} value={null} onOption={ignore} />
  );
}

const ignore = (): void => undefined;

function WithPreference<Data, Row extends TableRow, Option extends string>(
  props: RecordListProps<Data, Row, Option> & { readonly option: OptionFilter<Row, Option> },
): ReactNode {
  const { userId, option } = props;
  const [first, ...others] = option.options;
  const [value, choose] = usePreference<Option>(userId, option.preference, [
    first.value,
    ...others.map((other) => other.value),
  ]);
  return <ListPage {...props} value={value} onOption={choose} />;
}

function ListPage<Data, Row extends TableRow, Option extends string>({
  title,
  query,
  isEmpty,
  empty,
  headStart = null,
  onPaper = null,
  notes,
  value,
  onOption,
  ...spec
}: RecordListProps<Data, Row, Option> & {
  /** null: loading, or there is none. */
  readonly value: Option | null;
  readonly onOption: (next: Option) => void;
}): ReactNode {
  const { option = null, panel = null } = spec;
  const size = useWindowSize();
  const isPrinting = usePrinting();
  const [isOpen, setOpen] = useState(size === 'Medium' || size === 'Large');
  const panelId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const hasSome = query.data !== undefined && !isEmpty(query.data);
  const head =
    panel === null ? (
      <div className={`${headParts} ${screenOnly}`}>
        {headStart}
        {option === null || value === null ? null : (
          <Segmented legend={option.label} options={option.options} value={value} onChange={onOption} />
        )}
      </div>
    ) : (
      <Button
        ref={opener}
        variant="secondary"
        size="small"
        icon={SlidersHorizontal}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        {panel.open}
      </Button>
    );
  return (
    <>
      <PageHead title={title} end={hasSome ? head : null} />
      <QueryBoundary query={query} notFound="notYours" isEmpty={isEmpty} empty={empty}>
        {() =>
          option !== null && value === null ? (
            <Skeleton lines={6} />
          ) : (
            <>
              {isPrinting ? onPaper : null}
              <RecordTable
                spec={spec}
                option={value}
                onOption={onOption}
                panelId={panelId}
                isPanelOpen={isOpen}
                opener={opener}
              />
            </>
          )
        }
      </QueryBoundary>
      {query.data === undefined ? null : notes}
    </>
  );
}
