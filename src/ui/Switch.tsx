import { type ReactNode, useId } from 'react';
import { describedBy } from './FieldParts.tsx';
import { switchBox, switchLine, switchState, switchWords } from './Switch.css.ts';

interface SwitchProps {
  label: ReactNode;
  /** On or off as text, shown beside the switch. A screen reader says it by itself. */
  state: string;
  checked: boolean;
  /** Called with the new state. The switch follows `checked` and changes nothing by itself. */
  onChange: (next: boolean) => void;
  /** Why it cannot be pressed now; shown and read out. */
  disabledReason: string | null;
}

/** Something that is on or off. A press takes effect at once. */
export function Switch({ label, state, checked, onChange, disabledReason }: SwitchProps): ReactNode {
  const id = useId();
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
        aria-describedby={describedBy(disabledReason && `${id}-hint`)}
        onChange={(event) => {
          if (disabledReason === null) onChange(event.currentTarget.checked);
        }}
      />
      <span className={switchWords}>
        <strong id={`${id}-label`}>{label}</strong>
        {disabledReason ? <small id={`${id}-hint`}>{disabledReason}</small> : null}
      </span>
      <span className={switchState} aria-hidden="true">
        {state}
      </span>
    </label>
  );
}
