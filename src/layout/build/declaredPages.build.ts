import * as modules from '../../modules.ts';
import { type PortalModule, wordsOf } from '../module.ts';
import { fileOf } from './fileOf.build.ts';
import { firstAddressOf } from './firstCalls.build.ts';

const toDoRules = await Promise.all(
  Object.values(modules).flatMap(({ toDo }: PortalModule) => (toDo === undefined ? [] : [fileOf(toDo.load)])),
);

const pages = Object.values(modules).flatMap((module: PortalModule) =>
  module.pages.map((page) => ({ page, words: wordsOf(module, page) })),
);

/** Every page of the portal with its file and its first calls. Run by the build (`runTable.build.ts`), where a page's file exports its own name. */
export const declaredPages = await Promise.all(
  pages.map(async ({ page, words }) => {
    const next = pages.find(({ page: { path } }) => path === page.leadsTo)?.page;
    return {
      page,
      words,
      // Last: the numbers of the tabs may come after what the page itself shows.
      firstCalls: [
        ...(page.firstCalls ?? next?.firstCalls ?? []),
        ...(page.layout === 'home' ? [{ call: 'readCounts' } as const] : []),
      ].map(firstAddressOf),
      file: await fileOf(page.load),
      /** What else it draws with: the page that lists what is to be done needs each module's rules. */
      others: [
        ...(next === undefined ? [] : [await fileOf(next.load)]),
        ...((page.tab ?? next?.tab)?.countsToDo ? toDoRules : []),
      ],
    };
  }),
);
