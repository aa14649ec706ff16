import { type ReactNode, useId } from 'react';
import { describedBy } from './FieldParts.tsx';
import { switchBox, switchLine, switchState, switchWords } from './Switch.css.ts';

interface SwitchProps {
  label: ReactNode;
  /** A second line in smaller type. */
  hint?: ReactNode;
  /** On or off as text, shown beside the switch. A screen reader says it by itself. */
  state: string;
  checked: boolean;
  /** Called with the new state. The switch follows `checked` and changes nothing by itself. */
  onChange: (next: boolean) => void;
  /** Why it cannot be pressed now; shown and read out. */
  disabledReason?: string | null;
  id?: string;
}

/** Something that is on or off. A press takes effect at once. */
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
        // Disabled by aria only, so that the focus stays and the reason is read.
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
