/** `npm run faults`: random schedules of faults against the built product. `-- --runs 200 --seed 42 --lanes 2 --verbose`. */
import { join } from 'node:path';
import { build, checkNode, install, orExplain, root } from '../../server/bin/setup.mjs';

checkNode();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await orExplain(async () => {
  await install();
  await build();
});
const { getBrowser } = await import('./get-browser.mjs');
await getBrowser();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'tests', 'e2e', 'faults', 'main.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
});
process.exit((await module.faults(process.argv.slice(2))) ? 0 : 1);
