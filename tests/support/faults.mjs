/**
 * `npm run faults`: random schedules of faults against the built product. `-- --runs 200 --seed 42 --lanes 2 --verbose`; `-- --memory
 * 10000` runs them without a browser; `-- --scan` searches profile folders.
 */
import { join } from 'node:path';
import { build, checkNode, install, orExplain, root } from '../../server/bin/setup.mjs';

checkNode();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const args = process.argv.slice(2);
const isInMemory = args.includes('--memory');
await orExplain(async () => {
  await install();
  if (!isInMemory) await build();
});
const { runnerImport } = await import('vite');
const load = async (file, config = {}) => {
  const { module } = await runnerImport(join(root, file), { root, configFile: false, logLevel: 'error', ...config });
  return module;
};
if (isInMemory) {
  // The apps' own code runs here, so it needs the plugins and aliases of their build.
  const [{ words }, { aliases }] = [await load('src/words/vite-plugin.ts'), await load('vite.config.ts')];
  const { memoryFaults } = await load('tests/e2e/faults/memory.ts', {
    plugins: [words()],
    resolve: { alias: aliases },
  });
  process.exit((await memoryFaults(args)) ? 0 : 1);
}
const { getBrowser } = await import('./get-browser.mjs');
await getBrowser();
const { faults, scanProfiles } = await load('tests/e2e/faults/main.ts');
process.exit((await (args.includes('--scan') ? scanProfiles() : faults(args))) ? 0 : 1);
