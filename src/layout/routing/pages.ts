import type { CatalogName } from '../../words/index.ts';
import type { Keeps } from '../../data/keptRecords/keeps.ts';
import { type DeclaredPage, type PagePath, type PortalModule, type SetUpStep, type ToDo, wordsOf } from '../module.ts';

/** A page with all the catalogues that must be loaded before it shows. */
export type KnownPage = Omit<DeclaredPage, 'words'> & {
  readonly path: PagePath;
  readonly words: readonly CatalogName[];
};

let known: readonly KnownPage[] = [];
let toDos: readonly ToDo[] = [];
let setUpSteps: readonly SetUpStep[] = [];
let keeps: readonly Keeps[] = [];

/** Makes the pages of the modules known to the layout; called once, by the start of the app. */
export function registerModules(
  modules: readonly (Omit<PortalModule, 'pages'> & {
    readonly pages: readonly (DeclaredPage & { readonly path: PagePath })[];
  })[],
): void {
  toDos = modules.flatMap(({ toDo }) => toDo ?? []);
  setUpSteps = modules.flatMap(({ setUp }) => setUp ?? []).toSorted((one, other) => one.order - other.order);
  keeps = modules.flatMap((module) => module.keeps ?? []);
  known = modules.flatMap((module) => module.pages.map((page) => ({ ...page, words: wordsOf(module, page) })));
}

/** Every page of the portal, module by module. */
export const allPages = (): readonly KnownPage[] => known;

/** What the modules put under "To do" on Home. */
export const allToDos = (): readonly ToDo[] => toDos;

/** What the modules put under "Get set up" on Home, in its order. */
export const allSetUpSteps = (): readonly SetUpStep[] => setUpSteps;

/** What the modules store on a device ahead of time. */
export const allKeeps = (): readonly Keeps[] => keeps;

/** The page of a path, whatever its case; null where there is none. */
export function pageOf(path: string): KnownPage | null {
  const wanted = path.toLowerCase();
  return known.find((page) => page.path.toLowerCase() === wanted) ?? null;
}
