import { type ReactNode, useId } from 'react';
import { describedBy } from './FieldParts.tsx';
import { switchBox, switchLine, switchState, switchWords } from './Switch.css.ts';

export interface SwitchProps {
  label: ReactNode;
  /** A second line in smaller type. */
  hint?: ReactNode;
  /** On or off, in words; seen beside it, while a screen reader says it by itself. */
  state: string;
  checked: boolean;
  /** What was pressed; the switch follows `checked` and shows nothing by itself. */
  onChange: (next: boolean) => void;
  /** It cannot be pressed now, and why; seen and heard. */
  disabledReason?: string | null;
  id?: string;
}

/** Something that is on or off, and takes effect at once. */
export function Switch({
  label,
  hint,
  state,
  checked,
  onChange,
  disabledReason = null,
  id: givenId,
}: SwitchProps): ReactNode {
  const ownId = useId();
  const id = givenId ?? ownId;
  const second = disabledReason ?? hint;
  return (
    <label className={switchLine} htmlFor={id}>
      <input
        className={switchBox}
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        // Off is said and not `disabled`, so that the focus stays and the reason is read.
        aria-disabled={disabledReason === null ? undefined : true}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy(second && `${id}-hint`)}
        onChange={(event) => {
          if (disabledReason === null) onChange(event.currentTarget.checked);
        }}
      />
      <span className={switchWords}>
        <strong id={`${id}-label`}>{label}</strong>
        {second ? <small id={`${id}-hint`}>{second}</small> : null}
      </span>
      <span className={switchState} aria-hidden="true">
        {state}
      </span>
    </label>
  );
}
