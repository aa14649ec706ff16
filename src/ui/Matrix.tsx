import { type CSSProperties, type ReactNode, memo, useCallback } from 'react';
import { nextChoice } from './choiceRules.ts';
import { classes } from './classes.ts';
import { isInvalid } from './FieldParts.css.ts';
import { ErrorText, RequiredMark } from './FieldParts.tsx';
import { cols, head, matrix, option, options, row, rowClear, rowExtra, rowGroup, rowHead } from './Matrix.css.ts';
import { tick } from './Tick.css.ts';

interface MatrixColumn {
  readonly value: string;
  readonly label: string;
  /** The language of the text, where it may differ from the page's. */
  readonly lang?: string | undefined;
  /** Shown with its text in every row, because a card of a row has no column headings. */
  readonly picture?: ReactNode;
}

interface MatrixRow {
  readonly id: string;
  readonly label: ReactNode;
  readonly required: boolean;
  readonly error?: ReactNode;
  readonly value: readonly string[];
  readonly kind: 'radio' | 'checkbox';
  /** Shown below the row's options, for example the text field of "other". */
  readonly other?: ReactNode;
  /** The button to clear the answer, beside the row's text; its room is reserved while it is hidden. */
  readonly clear?: ReactNode;
}

interface MatrixProps {
  labelledBy: string;
  columns: readonly MatrixColumn[];
  rows: readonly MatrixRow[];
  onChange: (rowId: string, next: string[], changed: string) => void;
}

/** Several questions with the same answers: a grid from Small, a card per row below, one markup for both. */
export const Matrix = memo(function Matrix({ labelledBy, columns, rows, onChange }: MatrixProps): ReactNode {
  const style: CSSProperties & Record<typeof cols, number> = { [cols]: columns.length };
  return (
    <div className={matrix} style={style} role="group" aria-labelledby={labelledBy}>
      <div className={head} aria-hidden="true">
        <span />
        {columns.map((column) => (
          <span key={column.value} lang={column.lang}>
            {column.label}
            {column.picture}
          </span>
        ))}
      </div>
      {rows.map((entry) => (
        <RowOptions key={entry.id} {...entry} columns={columns} onChange={onChange} />
      ))}
    </div>
  );
});

const RowOptions = memo(function RowOptions({
  id,
  label,
  required,
  error,
  value,
  kind,
  other,
  clear,
  columns,
  onChange,
}: MatrixRow & Pick<MatrixProps, 'columns' | 'onChange'>): ReactNode {
  const press = useCallback(
    (changed: string) => onChange(id, nextChoice(kind, columns, value, changed), changed),
    [id, kind, columns, value, onChange],
  );
  const isRadio = kind === 'radio';
  const errorId = `${id}-error`;
  return (
    <div className={classes(rowGroup, Boolean(error) && isInvalid)}>
      <div
        className={row}
        id={id}
        role={isRadio ? 'radiogroup' : 'group'}
        aria-labelledby={`${id}-label`}
        aria-required={isRadio && required ? true : undefined}
        aria-invalid={isRadio && error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      >
        <div className={rowHead}>
          <div>
            <p id={`${id}-label`}>
              {label}
              {required ? <RequiredMark spoken={!isRadio} /> : null}
            </p>
            {error ? <ErrorText id={errorId}>{error}</ErrorText> : null}
          </div>
          {clear === undefined ? null : <span className={rowClear}>{clear}</span>}
        </div>
        <div className={options}>
          {columns.map((column) => (
            <label className={option} key={column.value}>
              <input
                className={tick}
                type={kind}
                name={id}
                value={column.value}
                checked={value.includes(column.value)}
                aria-invalid={!isRadio && error ? true : undefined}
                onChange={() => press(column.value)}
              />
              <span lang={column.lang}>
                {column.label}
                {column.picture}
              </span>
            </label>
          ))}
        </div>
        {other ? <div className={rowExtra}>{other}</div> : null}
      </div>
    </div>
  );
});
