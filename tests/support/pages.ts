import type { DeclaredPage, PagePath } from '../../src/layout/module.ts';
import * as modules from '../../src/modules.ts';

/** Every page of the portal, as its module declares it. */
export const portalPages = Object.values(modules).flatMap(
  ({ pages }): readonly (DeclaredPage & { readonly path: PagePath })[] => pages,
);

/** The page with this path, ignoring upper and lower case; null if there is none. */
export const pageOf = (path: string): DeclaredPage | null =>
  portalPages.find((page) => page.path.toLowerCase() === path.toLowerCase()) ?? null;
