import { type UserId, getPreferences, setPreference } from '@portal/api';
import { useCallback, useEffect, useState } from 'react';
import { afterPaint, afterPicture } from '../../data/afterPaint.ts';
import { useConnection } from '../../data/connection.ts';
import { send } from '../../data/http.ts';
import { keyOf, queryClient, useCall } from '../../data/query.ts';

const minute = 60_000;

/** The time, told anew every minute and when somebody comes back to the page: what was upcoming is past some day. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible') setNow(Date.now());
    };
    const timer = setInterval(tell, minute);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, []);
  return now;
}

/**
 * A choice that stays with the account as the preference `name`. null while it is not known yet; without an answer the first of
 * `values` holds. What is chosen holds from the picture on in which its control shows it, whether or not it could be kept.
 */
export function usePreference<Value extends string>(userId: UserId, name: string, values: readonly [Value, ...Value[]]): readonly [Value | null, (next: Value) => void] {
  const offline = useConnection() === 'offline';
  const input = preferenceInput(userId, name);
  const { data, isPending } = useCall(getPreferences, input);
  const [chosen, setChosen] = useState<Value | null>(null);
  const kept = data?.find((one) => one.name === name)?.value;
  const known = values.find((value) => value === kept) ?? (isPending && !offline ? null : values[0]);
  const choose = useCallback(
    (next: Value) => {
      afterPaint(() => setChosen(next));
      // What it is chosen for shows first.
      afterPicture(() => {
        queryClient.setQueryData(keyOf(getPreferences, preferenceInput(userId, name)), [{ userId, name, value: next }]);
        // Only a convenience: what could not be kept is chosen again next time.
        send(setPreference, { params: { userId }, body: { userId, name, value: next } }).catch(() => undefined);
      });
    },
    [name, userId],
  );
  return [chosen ?? known, choose];
}

/** How one preference is asked for; pages ask ahead with it. */
export const preferenceInput = (userId: UserId, name: string): { params: { userId: UserId }; query: { names: string } } => ({ params: { userId }, query: { names: name } });
