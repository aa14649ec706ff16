import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from '../audit/audit.ts';
import { fileFault, type JsonObject } from '../questionnaires/fhir/json.ts';
import { listTerminology, saveTerminology, terminologyIn, valueSetOfCsv } from '../questionnaires/terminology.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';

const types = new Set(['.json', '.csv']);

/** The files that are named, and those of the folders that are, with all folders below. */
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

/** The resources of a file, or why there are none. */
async function resourcesOf(file: string, url: string | null): Promise<readonly JsonObject[] | string> {
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  if (extname(file).toLowerCase() === '.csv') {
    const valueSet = valueSetOfCsv(text, url);
    return typeof valueSet === 'string' ? valueSet : (fileFault(valueSet) ?? [valueSet]);
  }
  try {
    const json: unknown = JSON.parse(text);
    return fileFault(json) ?? terminologyIn(json);
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const importCommand: Command = {
  words: ['valueset', 'import'],
  help: `valueset import FILE|FOLDER… [--url URL]

Keeps value sets for the questionnaires that name them and do not bring them along: FHIR ValueSets and CodeSystems as JSON (also in Bundles),
or CSV files. Of a folder, all .json and .csv files in it and in the folders below it. The same url again takes the place of the one before; questionnaires that were
imported keep the concepts that they were imported with.

A CSV file begins with what names it, then the columns code and display, and one for each further language:

  # url: https://example.org/conditions
  # system: http://hl7.org/fhir/sid/icd-10
  code,display,display_es
  J45,Asthma,Asma

  --url URL   what one CSV file is named by, where it does not say so itself`,
  async run(args, io) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { url: { type: 'string' } } });
    if (positionals.length === 0) throw new CommandFailed('valueset import needs at least one file or folder.', true);
    const files = await filesOf(positionals);
    if (files.length === 0) throw new CommandFailed('There is no .json or .csv file in these folders.');
    if (values.url !== undefined && files.length > 1)
      throw new CommandFailed('--url is for one file, and there are several here.', true);
    const found: JsonObject[] = [];
    let failures = 0;
    for (const file of files) {
      const resources = await resourcesOf(file, values.url ?? null);
      if (typeof resources !== 'string') found.push(...resources);
      else {
        failures += 1;
        io.err(`${file} was not imported: it ${resources.replace(/^it /, '')}.`);
      }
    }
    if (found.length > 0)
      await io.database((pool) =>
        pool.tx(async (tx) => {
          for (const resource of found) {
            const { kind, url, concepts } = await saveTerminology(tx, resource);
            io.out(`${kind} ${url}: ${String(concepts)} concepts.`);
          }
          await audit(tx, {
            type: 'questionnaire.settings_changed',
            actor,
            patientId: null,
            detail: { valueSets: found.length },
          });
        }),
      );
    return failures === 0 ? 0 : 1;
  },
};

const listCommand: Command = {
  words: ['valueset', 'list'],
  help: `valueset list

Lists the value sets and code systems that are kept for questionnaires.`,
  async run(args, io) {
    parseArgs({ args, options: {} });
    const all = await io.database((pool) => listTerminology(pool.db));
    for (const { kind, url, title, concepts } of all)
      io.out(`${kind.padEnd(10)}  ${url}  (${String(concepts)} concepts)${title === null ? '' : `  ${title}`}`);
    if (all.length === 0) io.out('There are no value sets yet.');
    return 0;
  },
};

export const valueSetCommands: readonly Command[] = [importCommand, listCommand];
