import * as modules from '../../modules.ts';
import { layoutPartsOf } from '../layoutParts.ts';
import { type PortalModule, wordsOf } from '../module.ts';
import { fileOf } from './fileOf.build.ts';
import { firstAddressOf } from './firstCalls.build.ts';

// Run by the build (`runTable.build.ts`), where a page's file exports its own name.
const filesOf = (loads: readonly (() => Promise<unknown>)[]) => Promise.all(loads.map((load) => fileOf(load)));

/** Every page of the portal with its file and the files of the layout parts around it. */
export const declaredPages = await Promise.all(
  Object.values(modules)
    .flatMap((module: PortalModule) => module.pages.map((page) => ({ page, words: wordsOf(module, page) })))
    .map(async ({ page, words }) => ({
      page,
      words,
      firstCalls: (page.firstCalls ?? []).map(firstAddressOf),
      file: await fileOf(page.load),
      around: await filesOf(page.who === 'everyone' ? [] : layoutPartsOf[page.layout]),
    })),
);
