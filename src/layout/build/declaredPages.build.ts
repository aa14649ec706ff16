import * as modules from '../../modules.ts';
import { type PortalModule, wordsOf } from '../module.ts';
import { fileOf } from './fileOf.build.ts';
import { firstAddressOf } from './firstCalls.build.ts';

/** Every page of the portal with its file and its first calls. Run by the build (`runTable.build.ts`), where a page's file exports its own name. */
export const declaredPages = await Promise.all(
  Object.values(modules)
    .flatMap((module: PortalModule) => module.pages.map((page) => ({ page, words: wordsOf(module, page) })))
    .map(async ({ page, words }) => ({
      page,
      words,
      firstCalls: (page.firstCalls ?? []).map(firstAddressOf),
      file: await fileOf(page.load),
    })),
);
