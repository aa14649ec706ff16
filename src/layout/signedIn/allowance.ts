import { useMemo } from 'react';
import { useFacility } from '../../data/facility.ts';
import { hasCapability, useIdentity } from '../../data/profile.ts';
import { type Identity, mayDo } from '../../data/identity.ts';
import type { Allowance } from './tabOrder.ts';

/** What a person's capabilities and rights and the facility's resources allow. */
export const allowanceOf = (identity: Identity | null, resources: Allowance['resources']): Allowance => ({
  has: (capability) => hasCapability(capability, identity?.capabilities ?? { modules: [] }),
  may: (right) => mayDo(identity, right),
  resources,
});

/** What the current person may see, from their capabilities and rights and what their facility has switched on. */
export function useAllowance(): Allowance {
  const identity = useIdentity();
  const resources = useFacility()?.resources ?? null;
  return useMemo(() => allowanceOf(identity, resources), [identity, resources]);
}
