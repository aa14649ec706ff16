import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileFault, type JsonObject } from '../questionnaires/fhir/json.ts';
import { listTerminology, saveTerminology, terminologyIn, valueSetOfCsv } from '../questionnaires/terminology.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood, reasonOf } from './failure.ts';
import { withoutMark } from './files.ts';
import { argumentList, option } from './parameters.ts';
import { linesOf } from './text.ts';

const types = new Set(['.json', '.csv']);

/** The named files, and all files in the named folders and their subfolders. */
async function filesOf(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found === null) throw new CommandFailed(`There is no file or folder ${path}.`);
    if (!found.isDirectory()) files.push(path);
    else
      for (const one of await readdir(path, { recursive: true, withFileTypes: true }))
        if (!one.isDirectory() && types.has(extname(one.name).toLowerCase()))
          files.push(join(one.parentPath, one.name));
  }
  return files.sort();
}

/** The resources of a file; a returned string says why there are none. */
async function resourcesOf(file: string, url: string | null): Promise<readonly JsonObject[] | string> {
  const text = withoutMark(await readFile(file, 'utf8'));
  if (extname(file).toLowerCase() === '.csv') {
    const valueSet = valueSetOfCsv(text, url);
    return typeof valueSet === 'string' ? valueSet : (fileFault(valueSet) ?? [valueSet]);
  }
  try {
    const json: unknown = JSON.parse(text);
    return fileFault(json) ?? terminologyIn(json);
  } catch (error) {
    return `is not JSON: ${reasonOf(error)}`;
  }
}

const importCommand = command({
  name: 'valueset import',
  does: 'Keeps value sets for the questionnaires that name them and do not bring them along.',
  more: `FHIR ValueSets and CodeSystems as JSON (also in Bundles), or CSV files. Of a folder, all .json and .csv files in it and in the folders below it. The same url again takes the place of the one before;
questionnaires that were imported keep the concepts that they were imported with.

A CSV file begins with what names it, then the columns code and display, and one for each further language:

  # url: https://example.org/conditions
  # system: http://hl7.org/fhir/sid/icd-10
  code,display,display_es
  J45,Asthma,Asma`,
  page: 'integrate-questionnaires.md',
  parameters: {
    paths: argumentList('FILE|FOLDER', 'at least one file or folder.'),
    url: option('URL', 'what one CSV file is named by, where it does not say so itself'),
  },
  async run({ paths, url }, io) {
    const files = await filesOf(paths);
    if (files.length === 0) throw new CommandFailed('There is no .json or .csv file in these folders.');
    if (url !== null && files.length > 1) throw new NotUnderstood('--url is for one file, and there are several here.');
    const found: JsonObject[] = [];
    let failures = 0;
    for (const file of files) {
      const resources = await resourcesOf(file, url);
      if (typeof resources !== 'string') found.push(...resources);
      else {
        failures += 1;
        io.err(`${file} was not imported: it ${resources.replace(/^it /, '')}.`);
      }
    }
    if (found.length > 0) {
      const saved = await io.transaction(async (tx) => {
        const lines: string[] = [];
        for (const resource of found) {
          const { kind, url: savedUrl, concepts } = await saveTerminology(tx, resource);
          lines.push(`${kind} ${savedUrl}: ${String(concepts)} concepts.`);
        }
        await auditOperator(tx, 'questionnaire.settings_changed', {}, { valueSets: found.length });
        return lines;
      });
      for (const line of saved) io.out(line);
    }
    return failures === 0 ? 0 : 1;
  },
});

const listCommand = command({
  name: 'valueset list',
  does: 'Lists the value sets and code systems that are kept for questionnaires.',
  inAllCells: true,
  parameters: {},
  inTransaction: async (tx) =>
    linesOf(
      await listTerminology(tx),
      ({ kind, url, title, concepts }) =>
        `${kind.padEnd(10)}  ${url}  (${String(concepts)} concepts)${title === null ? '' : `  ${title}`}`,
      'There are no value sets yet.',
    ),
});

export const valueSetCommands = [importCommand, listCommand];
