import { type ReactNode, useState } from 'react';
import { CheckboxField, type CheckboxFieldProps } from '../Field.tsx';
import { LazyConfirmDialog } from '../LazyConfirmDialog.tsx';

interface ConfirmedCheckboxProps extends CheckboxFieldProps {
  /** The question before the box is ticked. */
  readonly question: {
    readonly title: ReactNode;
    readonly message?: ReactNode;
    readonly confirmLabel: ReactNode;
    readonly dismissLabel: ReactNode;
  };
}

/** A box that asks before it is ticked: only confirming sets it. Unticking is immediate. */
export function ConfirmedCheckbox({ question, onChange, ...rest }: ConfirmedCheckboxProps): ReactNode {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <CheckboxField {...rest} onChange={(ticked) => (ticked ? setAsking(true) : onChange(false))} />
      {asking ? (
        <LazyConfirmDialog
          {...question}
          onConfirm={() => {
            setAsking(false);
            onChange(true);
          }}
          onDismiss={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
