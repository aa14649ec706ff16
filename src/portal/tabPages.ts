import type { Capabilities } from '@portal/api';
import { type PagePath, pages } from '../routes.ts';
import type { Page } from '../shell/page.ts';

type OurPage = Page & { readonly path: PagePath };
const all: readonly OurPage[] = Object.values(pages);

/** The pages that can stand in the navigation. */
export const tabPages: readonly OurPage[] = all.filter((page) => page.tab !== null);

/** The modules that a person has, by the names that page declarations use. */
export function modulesOf(capabilities: Capabilities | undefined): ReadonlySet<string> {
  const names = new Set((capabilities?.modules ?? []).map(({ moduleName }) => moduleName.toLowerCase()));
  return new Set(all.flatMap(({ capability }) => (capability !== null && names.has(capability.toLowerCase()) ? [capability] : [])));
}
