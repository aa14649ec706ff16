/** `npm run bench`: measures the built product beside its yardsticks. `-- --only bytes,load` runs parts, `--rounds N` and `--quick` say how often. */
import { join } from 'node:path';
import { build, checkNode, install, orExplain, root } from '../../server/bin/setup.mjs';

checkNode();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await orExplain(async () => {
  await install();
  await build();
});
const { getBrowser } = await import('../support/get-browser.mjs');
await getBrowser();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'tests', 'bench', 'main.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
});
await module.bench(process.argv.slice(2));
process.exit(0);
