import type { Facility } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { untilStopped } from '../browser/untilStopped.ts';
import { useConnection } from '../data/connection.ts';
import { failureOf } from '../data/errors.ts';
import { loadFacility, useFacility } from '../data/facility.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LoadFailed } from './QueryBoundary.tsx';

/** Shows its children once the facility of this address is loaded; nothing of it can be asked for before. */
export function FacilityBoundary({ children }: { children: (facility: Facility) => ReactNode }): ReactNode {
  const facility = useFacility();
  const isOnline = useConnection() === 'online';
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => untilStopped(loadFacility(), () => undefined, setFailure), [attempt]);
  if (facility !== null) return children(facility);
  if (failure === null) return <Skeleton lines={6} />;
  return (
    <LoadFailed
      isOffline={!isOnline || failureOf(failure)?.kind === 'offline'}
      onAgain={() => {
        setFailure(null);
        setAttempt((count) => count + 1);
      }}
    />
  );
}
