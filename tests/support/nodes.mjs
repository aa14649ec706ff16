/**
 * `npm run nodes`: the unit and integration tests on the long-term versions of Node that are newer than the oldest supported one. Each
 * comes as a package, so nothing has to be installed. Build first, or let `npm test` do it.
 */
import { join } from 'node:path';
import { build, install, orExplain, root, run } from '../../server/bin/setup.mjs';

const versions = ['22', '24'];
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

await orExplain(async () => {
  await install();
  await build();
});
for (const version of versions) {
  for (const project of ['unit', 'integration', 'long*']) {
    process.stdout.write(`\n── Node ${version}: ${project}\n`);
    const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
    const code = await run(npx, ['--yes', `node@${version}`, vitest, 'run', '--project', project]);
    if (code !== 0) process.exit(code);
  }
}
