import { useEffect, useState } from 'react';
import { currentTime } from './serverClock.ts';

const step = 30_000;

/** The time, renewed each half minute and on a return, so that visits become past and "tomorrow" does not show on the day. */
export function useNow(): number {
  const [now, setNow] = useState(currentTime);
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible') setNow(currentTime());
    };
    const timer = setInterval(tell, step);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, []);
  return now;
}
