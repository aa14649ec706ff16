/** `npm run e2e`: the browser tests alone, on fresh builds. Arguments go to the runner (`npm run e2e -- portal --headed`). */
import { join } from 'node:path';
import { build, checkNode, install, orExplain, root, run } from '../../server/bin/setup.mjs';

checkNode();
await orExplain(async () => {
  await install();
  await build();
});
const { getBrowser } = await import('./get-browser.mjs');
await getBrowser();
process.exit(
  await run(process.execPath, [
    join(root, 'node_modules', 'playwright', 'cli.js'),
    'test',
    '-c',
    join('tests', 'playwright.config.ts'),
    ...process.argv.slice(2),
  ]),
);
