import type { Answer } from '@portal/api';
import { useState } from 'react';

const says = ([entry]: readonly Answer[]): string =>
  JSON.stringify([entry?.textAnswer, entry?.timeAnswer, entry?.dateTimeAnswer]);

/** What boxes show: what was typed for as long as it equals the sheet's value ("09" and "9" are the same hour), else the sheet's value. */
export function useTyped<Typed>(
  entries: readonly Answer[],
  entriesOf: (typed: Typed) => readonly Answer[],
  fromEntries: (entries: readonly Answer[]) => Typed,
): readonly [Typed, (next: Typed) => readonly Answer[]] {
  const [typed, setTyped] = useState<{ readonly value: Typed } | null>(null);
  const isSame = typed !== null && says(entriesOf(typed.value)) === says(entries);
  return [
    isSame ? typed.value : fromEntries(entries),
    (next) => {
      setTyped({ value: next });
      return entriesOf(next);
    },
  ];
}
