import { type ReactNode, useRef } from 'react';
import { Field } from './Field.tsx';
import { verbatim } from './form/verbatim.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { Search, X } from './icons.ts';
import { input } from './Input.css.ts';
import { search } from './KioskSearch.css.ts';

interface KioskSearchProps {
  readonly id?: string;
  readonly label: ReactNode;
  readonly clearLabel: string;
  readonly value: string;
  readonly onChange: (next: string) => void;
}

/** One box to search in, with a way to empty it. */
export function KioskSearch({ id, label, clearLabel, value, onChange }: KioskSearchProps): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  return (
    <Field {...(id === undefined ? {} : { id })} label={label}>
      {(control) => (
        <div className={search}>
          <Icon of={Search} />
          <input
            {...control}
            ref={box}
            className={input}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            {...verbatim}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {value === '' ? null : (
            <IconButton
              icon={X}
              label={clearLabel}
              onClick={() => {
                onChange('');
                box.current?.focus();
              }}
            />
          )}
        </div>
      )}
    </Field>
  );
}
