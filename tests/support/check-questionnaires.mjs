/**
 * `npm run check:questionnaires -- FOLDER [--all] [--answer-in-words]`: reports the import of every FHIR Questionnaire in a folder, such as
 * a copy of a public collection, which is not part of this project. Each folder in it is a collection; ValueSets and CodeSystems anywhere
 * in it are available to all of them. Each questionnaire that is imported is also answered, exported and checked. `--all` names every
 * refused file, with the places; `--answer-in-words` is the import's option of this name.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { module } = await runnerImport(here('fhir/collections.ts'), {
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
const [folder, ...options] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('npm run check:questionnaires -- FOLDER [--all] [--answer-in-words]\n');
  process.exit(2);
}
process.exit(
  module.checkCollections(
    folder,
    { isLong: options.includes('--all'), answersInWords: options.includes('--answer-in-words') },
    (line) => process.stdout.write(`${line}\n`),
  ),
);
