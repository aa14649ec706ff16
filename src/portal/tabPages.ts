import type { Capabilities } from '@portal/api';
import { pages } from '../routes.ts';
import type { Page } from '../shell/page.ts';

const all: readonly Page[] = Object.values(pages);

/** The pages that can stand in the navigation. */
export const tabPages: readonly Page[] = all.filter((page) => page.tab !== null);

/** The modules that a person has, by the names that page declarations use. */
export function modulesOf(capabilities: Capabilities | undefined): ReadonlySet<string> {
  const names = new Set((capabilities?.modules ?? []).map(({ moduleName }) => moduleName.toLowerCase()));
  return new Set(all.flatMap(({ capability }) => (capability !== null && names.has(capability.toLowerCase()) ? [capability] : [])));
}
