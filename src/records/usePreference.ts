import { type UserId, getPreferences, setPreference } from '@portal/api';
import { useCallback, useState } from 'react';
import { afterNextPaint } from '../browser/painting/afterPaint.ts';
import { useConnection } from '../data/connection.ts';

import { failureOf, messageFor } from '../data/errors.ts';
import { send } from '../data/http.ts';
import { keyOf, queryClient, useCall } from '../data/query/query.ts';
import { showMessage } from '../words/index.ts';
import { useFailureMessage } from './useFailureMessage.ts';

/** How one preference is asked for; pages prefetch it with this. */
export const preferenceInput = (
  userId: UserId,
  name: string,
): { params: { userId: UserId }; query: { names: string } } => ({ params: { userId }, query: { names: name } });

/** What a saved value chooses: without one the first of `values`, and `forOthers` where it is none of them. */
export const choiceOf = <Value extends string>(
  saved: string | undefined,
  values: readonly [Value, ...Value[]],
  forOthers: Value = values[0],
): Value => (saved === undefined ? values[0] : (values.find((value) => value === saved) ?? forOthers));

/**
 * A choice that stays with the account as the preference `name`. null while it is not known yet; what is saved chooses as `choiceOf`
 * has it. A choice applies on this page at once, even if saving it fails; with `saysFailures` the message bar
 * says so.
 */
export function usePreference<Value extends string>(
  userId: UserId,
  name: string,
  values: readonly [Value, ...Value[]],
  { saysFailures = false, forOthers = values[0] }: { readonly saysFailures?: boolean; readonly forOthers?: Value } = {},
): readonly [Value | null, (next: Value) => void] {
  const isOffline = useConnection() === 'offline';
  const { data, isPending, error } = useCall(getPreferences, preferenceInput(userId, name));
  useFailureMessage(getPreferences.name, saysFailures ? error : null);
  const [chosen, setChosen] = useState<Value | null>(null);
  const saved = data?.find((one) => one.name === name)?.value;
  const known = saved === undefined && isPending && !isOffline ? null : choiceOf(saved, values, forOthers);
  const choose = useCallback(
    (next: Value) => {
      setChosen(next);
      // Saved after the frame that shows what was chosen.
      afterNextPaint(() => {
        queryClient.setQueryData(keyOf(getPreferences, preferenceInput(userId, name)), [{ userId, name, value: next }]);
        send(setPreference, { params: { userId }, body: { userId, name, value: next } }).catch((failed: unknown) => {
          const failure = failureOf(failed);
          const message = saysFailures && failure !== null ? messageFor(setPreference, failure) : null;
          if (message) showMessage(message.code, message.values);
        });
      });
    },
    [name, userId, saysFailures],
  );
  return [chosen ?? known, choose];
}
