import type { Capabilities } from '@portal/api';
import { useMemo } from 'react';
import { useFacility } from '../../data/facility.ts';
import { hasCapability, useIdentity } from '../../data/profile.ts';
import type { Allowance } from './tabOrder.ts';

/** What capabilities and a facility's resources allow. */
export const allowanceOf = (capabilities: Capabilities, resources: Allowance['resources']): Allowance => ({
  has: (capability) => hasCapability(capability, capabilities),
  resources,
});

/** What the current person may see, from their capabilities and what their facility has switched on. */
export function useAllowance(): Allowance {
  const capabilities: Capabilities | undefined = useIdentity()?.capabilities;
  const resources = useFacility()?.resources ?? null;
  return useMemo(() => allowanceOf(capabilities ?? { modules: [] }, resources), [capabilities, resources]);
}
