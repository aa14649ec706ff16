/** `npm run words -- missing|export|import`: for translators. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const file = fileURLToPath(new URL('./translations.ts', import.meta.url));
const { module } = await runnerImport(file, {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { 'icu-parser': '@formatjs/icu-messageformat-parser' } },
});
const { isOk, lines } = module.runWords(process.argv.slice(2));
for (const line of lines) process.stdout.write(`${line}\n`);
process.exitCode = isOk ? 0 : 1;
