import { type UserId, getPreferences, setPreference } from '@portal/api';
import { useCallback, useState } from 'react';
import { afterNextPaint } from '../browser/painting/afterPaint.ts';
import { useConnection } from '../data/connection.ts';
import { failureOf } from '../data/errors.ts';
import { send } from '../data/http.ts';
import { inOrder } from '../data/inOrder.ts';
import { keyOf, queryClient, useCall } from '../data/query/query.ts';
import { showFailure } from '../data/showFailure.ts';
import { useFailureMessage } from './useFailureMessage.ts';

/** The query of one preference; pages prefetch it with this. */
export const preferenceInput = (
  userId: UserId,
  name: string,
): { params: { userId: UserId }; query: { names: string } } => ({ params: { userId }, query: { names: name } });

/** The choice for a saved value: without one the first of `values`, and `forOthers` where it is none of them. */
export const choiceOf = <Value extends string>(
  saved: string | undefined,
  values: readonly [Value, ...Value[]],
  forOthers: Value = values[0],
): Value => (saved === undefined ? values[0] : (values.find((value) => value === saved) ?? forOthers));

interface PreferenceOptions {
  /** Whether the message bar says that it cannot be read or saved. */
  readonly saysFailures?: boolean;
}

/** A text saved as the preference `name`: null while loading, undefined if never saved. A choice applies even if saving fails. */
export function useSavedText(
  userId: UserId,
  name: string,
  { saysFailures = false }: PreferenceOptions = {},
): readonly [string | undefined | null, (next: string) => void] {
  const isOffline = useConnection() === 'offline';
  const { data, isPending, error } = useCall(getPreferences, preferenceInput(userId, name));
  useFailureMessage(saysFailures ? error : null);
  const [chosen, setChosen] = useState<string | null>(null);
  const saved = data?.find((one) => one.name === name)?.value;
  const known = saved === undefined && isPending && !isOffline ? null : saved;
  const choose = useCallback(
    (next: string) => {
      setChosen(next);
      // Saved after the frame that shows the choice.
      afterNextPaint(() => {
        queryClient.setQueryData(keyOf(getPreferences, preferenceInput(userId, name)), [{ userId, name, value: next }]);
        // Of two quick choices, the second is saved last.
        inOrder(`${setPreference.name} ${String(userId)} ${name}`, () =>
          send(setPreference, { params: { userId }, body: { userId, name, value: next } }),
        ).catch((failed: unknown) => {
          if (saysFailures) showFailure(failureOf(failed));
        });
      });
    },
    [name, userId, saysFailures],
  );
  return [chosen ?? known, choose];
}

/** The same for a choice between a few values: null while loading. A saved value is read as in `choiceOf`. */
export function usePreference<Value extends string>(
  userId: UserId,
  name: string,
  values: readonly [Value, ...Value[]],
  { forOthers = values[0], ...options }: PreferenceOptions & { readonly forOthers?: Value } = {},
): readonly [Value | null, (next: Value) => void] {
  const [saved, choose] = useSavedText(userId, name, options);
  return [saved === null ? null : choiceOf(saved, values, forOthers), choose];
}
