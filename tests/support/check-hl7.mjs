/**
 * `npm run check:hl7 -- FOLDER [--all]`: reports what becomes of every HL7 v2 message in a folder, such as a copy of public samples, which are not part of
 * this project. Each folder in it is a collection. Every message is read for itself, by an interface that is set for its sender (processing id, authority
 * of the record numbers). `--all` names every message that is refused or would wait for the engineer.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [folder, ...options] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('npm run check:hl7 -- FOLDER [--all]\n');
  process.exit(2);
}
const { module } = await runnerImport(here('hl7Samples.ts'), {
  root: here('../..'),
  configFile: false,
  logLevel: 'error',
  resolve: {
    alias: [
      { find: '@portal/api/expressions', replacement: here('../../src/api/items/expressions/index.ts') },
      { find: '@portal/api/signedText', replacement: here('../../src/api/items/signedText.ts') },
      { find: '@portal/api', replacement: here('../../src/api/index.ts') },
    ],
  },
});
process.exit(
  module.checkMessages(folder, { isLong: options.includes('--all') }, (line) => process.stdout.write(`${line}\n`)),
);
