import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFacility } from '../../data/facility.ts';
import { signOut } from '../../data/session.ts';
import { type InactivityWatch, watchInactivity } from '../../data/inactivity.ts';

/** Seconds before the lock at which the warning comes (rulings, section 4). */
const warnBeforeSeconds = 120;
const withoutFacility = 900;

type Dialog = ComponentType<{ secondsLeft: number; onStay: () => void }>;

/** Locks the portal when nobody has touched it for a while, and warns two minutes before. */
export function Inactivity(): ReactNode {
  const seconds = useFacility()?.inactivitySeconds ?? withoutFacility;
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const [Warning, setWarning] = useState<Dialog | null>(null);
  const watch = useRef<InactivityWatch | null>(null);

  useEffect(() => {
    const own = watchInactivity({
      seconds,
      warnBefore: Math.min(warnBeforeSeconds, Math.floor(seconds / 2)),
      onWarn: (left) => {
        setSecondsLeft(left);
        import('../dialogs/InactivityDialog.tsx').then(
          (module) => setWarning(() => module.InactivityDialog),
          () => undefined,
        );
      },
      onBack: () => setSecondsLeft(null),
      onLock: () => void signOut('inactive'),
    });
    watch.current = own;
    return () => own.stop();
  }, [seconds]);

  if (secondsLeft === null || Warning === null) return null;
  return <Warning secondsLeft={secondsLeft} onStay={() => watch.current?.stay()} />;
}
