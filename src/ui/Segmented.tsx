import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { chips, segmented } from './Segmented.css.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface SegmentedProps<Value extends string> {
  legend: string;
  /** Two to four short options, which may contain a count; as chips, any number of any length. */
  options: readonly { readonly value: Value; readonly label: ReactNode }[];
  value: Value;
  onChange: (next: Value) => void;
  asChips?: boolean;
}

/**
 * Two to four short options of which one is chosen, such as Current and History. A press shows before `value` changes, which the owner may
 * do after the frame; it must do so.
 */
export function Segmented<Value extends string>({
  legend,
  options,
  value,
  onChange,
  asChips = false,
}: SegmentedProps<Value>): ReactNode {
  const name = useId();
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const box of frame.current?.querySelectorAll('input') ?? []) box.checked = box.value === value;
  }, [value]);
  return (
    <fieldset>
      <legend>
        <VisuallyHidden>{legend}</VisuallyHidden>
      </legend>
      <div ref={frame} className={asChips ? chips : segmented}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
