/** `npm run engines`: a smoke walk of both apps in Firefox and WebKitGTK, where they are installed. `-- webkit` one of them; `-- --only vault` one walk. */
import { join } from 'node:path';
import { build, checkNode, install, orExplain, root } from '../../server/bin/setup.mjs';

checkNode();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await orExplain(async () => {
  await install();
  await build();
});
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'tests', 'engines', 'main.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
});
process.exit((await module.walkEngines(process.argv.slice(2))) ? 0 : 1);
