import { type ReactNode, useId } from 'react';
import { segmented } from './Segmented.css.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface SegmentedProps<Value extends string> {
  legend: string;
  name?: string;
  /** Two to four short options; they may carry a count. */
  options: readonly { readonly value: Value; readonly label: ReactNode }[];
  value: Value;
  onChange: (next: Value) => void;
}

/** Two to four short options of which one holds, such as Current and History. */
export function Segmented<Value extends string>({ legend, name, options, value, onChange }: SegmentedProps<Value>): ReactNode {
  const ownName = useId();
  return (
    <fieldset>
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      <div className={segmented}>
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name ?? ownName} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
