import type { Capabilities } from '@portal/api';
import { useMemo } from 'react';
import { useFacility } from '../data/facility.ts';
import { hasCapability, useIdentity } from '../data/profile.ts';
import { type PagePath, pages } from '../routes.ts';
import type { Page } from '../shell/page.ts';
import type { Allowance } from '../shell/tabOrder.ts';

type OurPage = Page & { readonly path: PagePath };

/** Every page of the portal, in the order of the declarations. */
export const allPages: readonly OurPage[] = Object.values(pages);

/** The pages that can stand in the navigation. */
export const tabPages: readonly OurPage[] = allPages.filter((page) => page.tab !== null);

/** What the person of the moment may see, from their capabilities and what their facility has switched on. */
export function useAllowance(): Allowance {
  const capabilities: Capabilities | undefined = useIdentity()?.capabilities;
  const resources = useFacility()?.resources ?? null;
  return useMemo(() => ({ has: (capability) => hasCapability(capability, capabilities ?? { modules: [] }), resources }), [capabilities, resources]);
}
