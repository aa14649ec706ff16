import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { questionnairesIn, readQuestionnaire } from '../../../server/questionnaires/fhir/import.ts';
import { defaultSettings } from '../../../server/questionnaires/fhir/reading.ts';
import type { JsonObject } from '../../../server/questionnaires/fhir/json.ts';
import { respond, somethingToSay } from '../../server/fhirForms.ts';
import { asR4 } from '../../../server/questionnaires/fhir/versions.ts';
import { responseFaults } from './check.ts';
import { fhirVersionOf } from './fhirVersion.ts';

interface Found {
  readonly file: string;
  readonly collection: string;
  readonly version: string;
  readonly questionnaire: JsonObject;
}

/** The FHIR version. A version in the path decides for files whose elements do not show any. */
const versionOf = (file: string, questionnaire: JsonObject): string =>
  /\bSTU3\b/i.exec(file) ? 'STU3' : /\bR5\b/i.exec(file) ? 'R5' : fhirVersionOf(questionnaire);

/** A reason without the parts that belong to one file: names and addresses. */
const kindOf = (reason: string): string =>
  reason
    .replace(/; with --answer-in-words .*$/, '')
    .replace(/^its options are in .*?, which is not in the file.*$/, 'its options are in a value set that is not there')
    .replace(/"[^"]*"/g, '"…"')
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/(cannot be (?:evaluated|checked|carried)): .*$/, '$1');

/** Tries every questionnaire of a folder and reports the results. Returns 1 if something that was imported has a wrong result. */
export function checkCollections(
  folder: string,
  { isLong, answersInWords }: { readonly isLong: boolean; readonly answersInWords: boolean },
  say: (line: string) => void,
): number {
  const all: Found[] = [];
  const terminology: { valueSets: JsonObject[]; codeSystems: JsonObject[] } = { valueSets: [], codeSystems: [] };
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (!name.endsWith('.json')) continue;
    const file = join(folder, name);
    let found;
    try {
      found = questionnairesIn(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')));
    } catch {
      continue;
    }
    if (typeof found === 'string') continue;
    terminology.valueSets.push(...found.terminology.valueSets);
    terminology.codeSystems.push(...found.terminology.codeSystems);
    const [collection = ''] = relative(folder, file).split(sep);
    for (const questionnaire of found.questionnaires)
      all.push({ file, collection, version: versionOf(name, questionnaire), questionnaire });
  }

  const rows = new Map<string, { imported: number; refused: number }>();
  const reasons = new Map<string, Set<Found>>();
  const faulty: string[] = [];
  for (const one of all) {
    const key = `${one.collection} | ${one.version}`;
    const row = rows.get(key) ?? { imported: 0, refused: 0 };
    rows.set(key, row);
    const settings = { ...defaultSettings, answersInWords, fileName: basename(one.file, '.json') };
    const reading = readQuestionnaire(one.questionnaire, terminology, settings);
    if (reading.kind === 'read') {
      row.imported += 1;
      const { draft } = reading;
      const asked = asR4(one.questionnaire, () => undefined);
      faulty.push(
        ...responseFaults(respond(draft, somethingToSay(draft)), asked).map((fault) => `${one.file}: ${fault}`),
      );
      continue;
    }
    row.refused += 1;
    for (const { reason } of reading.refusals)
      reasons.set(kindOf(reason), (reasons.get(kindOf(reason)) ?? new Set()).add(one));
    if (isLong) {
      say(one.file);
      for (const { place, reason } of reading.refusals) say(`  ${place}: ${reason}`);
    }
  }

  say('| collection | FHIR | imported | refused |\n|---|---|---|---|');
  for (const [key, { imported, refused }] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1)))
    say(`| ${key} | ${String(imported)} | ${String(refused)} |`);
  say('\n| refused because | files |\n|---|---|');
  for (const [reason, files] of [...reasons].sort(([, a], [, b]) => b.size - a.size))
    say(`| ${reason} | ${String(files.size)} |`);
  for (const fault of faulty) say(fault);
  say(
    `\n${String(all.length)} questionnaires; ${String(faulty.length)} faults in the answers of those that were imported.`,
  );
  return faulty.length === 0 ? 0 : 1;
}
