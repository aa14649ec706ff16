import * as modules from '../../modules.ts';
import { type DeclaredPage, type FirstCall, type PortalModule, wordsOf } from '../module.ts';
import { fileOf } from './fileOf.build.ts';
import { firstAddressOf } from './firstCalls.build.ts';

const toDoRules = await Promise.all(
  Object.values(modules).flatMap(({ toDo }: PortalModule) => (toDo === undefined ? [] : [fileOf(toDo.load)])),
);

const pages = Object.values(modules).flatMap((module: PortalModule) =>
  module.pages.map((page) => ({ page, words: wordsOf(module, page) })),
);

/** Home names what is new by the numbers of the tabs, so it asks for them first; elsewhere what the page itself shows is more urgent. */
function firstCallsOf(page: DeclaredPage, next: DeclaredPage | undefined): readonly FirstCall[] {
  const own = page.firstCalls ?? next?.firstCalls ?? [];
  if (page.layout !== 'home') return own;
  const counts: FirstCall = { call: 'readCounts' };
  return (page.tab ?? next?.tab)?.countsToDo ? [counts, ...own] : [...own, counts];
}

/** Every page of the portal with its file and its first calls. Run by the build (`runTable.build.ts`), where a page's file exports its own name. */
export const declaredPages = await Promise.all(
  pages.map(async ({ page, words }) => {
    const next = pages.find(({ page: { path } }) => path === page.leadsTo)?.page;
    return {
      page,
      words,
      firstCalls: firstCallsOf(page, next).map(firstAddressOf),
      file: await fileOf(page.load),
      /** What else it draws with: the page that lists what is to be done needs each module's rules. */
      others: [
        ...(next === undefined ? [] : [await fileOf(next.load)]),
        ...((page.tab ?? next?.tab)?.countsToDo ? toDoRules : []),
      ],
    };
  }),
);
