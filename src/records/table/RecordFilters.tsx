import { type ReactNode, useMemo } from 'react';
import { Card } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { label } from '../../ui/FieldParts.css.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import type { ChoiceFilter, ChosenFilters, OptionFilter } from './filters.ts';
import { filterPanel, optionField } from './table.css.ts';

interface RecordFiltersProps<Row, Option extends string> {
  readonly option: OptionFilter<Row, Option> | null;
  readonly optionValue: Option | null;
  readonly onOption: (next: Option) => void;
  readonly choices: readonly ChoiceFilter<Row>[];
  readonly offered: Readonly<Record<string, readonly string[]>>;
  readonly chosen: ChosenFilters;
  readonly onChoice: (field: string, text: string | null) => void;
}

/** The filters of a list in a panel: its fixed options, and a select box for each field with choices. */
export function RecordFilters<Row, Option extends string>({
  option,
  optionValue,
  onOption,
  choices,
  offered,
  chosen,
  onChoice,
}: RecordFiltersProps<Row, Option>): ReactNode {
  const lists = useMemo(
    () =>
      choices.map(({ field, label: name, any }) => ({
        field,
        label: name,
        placeholder: any,
        options: (offered[field] ?? []).map((value) => ({ value, label: value })),
        onChange: (value: string) => onChoice(field, value === '' ? null : value),
      })),
    [choices, offered, onChoice],
  );
  return (
    <Card className={filterPanel}>
      {option === null || optionValue === null ? null : (
        <div className={optionField}>
          <span className={label} aria-hidden="true">
            {option.label}
          </span>
          <Segmented legend={option.label} options={option.options} value={optionValue} onChange={onOption} />
        </div>
      )}
      {lists.map(({ field, ...list }) => (
        <SelectField key={field} {...list} value={chosen[field] ?? ''} />
      ))}
    </Card>
  );
}
