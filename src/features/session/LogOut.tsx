import { type ReactNode, useEffect, useRef } from 'react';
import { currentSession, signOut } from '../../data/session.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

export interface LogOutProps {
  /** The person stays after all. */
  onStay(): void;
  /** There is no session (any more). */
  onDone(): void;
}

/** Logs out. */
export function LogOut({ onDone }: LogOutProps): ReactNode {
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    if (currentSession() === null) onDone();
    else void signOut('asked').then(onDone);
  }, [onDone]);
  return <Skeleton lines={2} />;
}
