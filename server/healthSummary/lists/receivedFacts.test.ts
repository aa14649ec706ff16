import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HealthLists, PatientId } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../tests/server/commands.ts';
import { allergy } from '../../../tests/server/ccdaEntries.ts';
import { clinicalDocument, section, sectionsBody } from '../../../tests/server/ccdaDocuments.ts';
import { openPool, type Pool, statement } from '../../db/pool.ts';
import { importRecords } from '../../record/import.ts';
import { type TestDatabase, testDatabase } from '../../../tests/server/facilityServer.ts';
import { factsOfDocument, factsShown } from '../../../tests/server/healthFacts.ts';
import { readHealthLists } from './readHealthLists.ts';

let database: TestDatabase;
let pool: Pool;
let folder: string;
let people = 0;

beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 2, () => undefined);
  folder = await mkdtemp(join(tmpdir(), 'vestibule-facts-'));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const patientOf = statement('test.patientOf', 'select id from patients where mrn = $mrn', v.object({ id: PatientId }));
async function newPatient(): Promise<PatientId> {
  people += 1;
  const mrn = `FACT-${String(people)}`;
  const who = ['--mrn', mrn, '--first', 'Wren', '--last', 'Alder', '--born', '1961-04-05'];
  expect((await command(['patient', 'create', '--facility', 'Northlight', ...who], database.url)).err).toBe('');
  return (await pool.db.one(patientOf, { mrn })).id;
}
/** Imports what a source sent, one file for each, and gives what the patient's lists show then. */
async function received(
  patientId: PatientId,
  source: string,
  ...contents: readonly (string | Buffer)[]
): Promise<HealthLists> {
  for (const content of contents) {
    const file = join(folder, 'received');
    await writeFile(file, content);
    const { counts } = await importRecords(pool, [file], {
      source,
      matching: { kind: 'named', patientId },
      actor: { userId: null, role: 'admin', name: 'test', sessionId: null },
    });
    expect(counts.faults).toEqual([]);
  }
  const lists = await readHealthLists(pool.db, { patientId, language: 'en' });
  if (lists === 'busy') throw new Error('is not busy');
  return lists;
}
/** A document as record systems hand it over by FHIR. */
const wrapped = (xml: string | Buffer, id: string): string =>
  JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      { resource: { resourceType: 'Patient', id: 'p' } },
      {
        resource: {
          resourceType: 'DocumentReference',
          id,
          status: 'current',
          subject: { reference: 'Patient/p' },
          content: [{ attachment: { contentType: 'application/xml', data: Buffer.from(xml).toString('base64') } }],
        },
      },
    ],
  });

/** All that lists show, and how many sources each entry names, without our own numbers. */
const content = ({ lists, documents, clinics }: HealthLists) => ({
  documents,
  clinics,
  lists: lists.map(({ key, entries, narratives, differ, isSilent }) => ({
    key,
    differ,
    isSilent,
    narratives: narratives.map(({ title, html }) => [title, html]),
    entries: entries.map((entry) => ({ ...entry, key: null, sources: entry.sources.length })),
  })),
});
const keysOf = ({ lists }: HealthLists): string[] => lists.flatMap(({ entries }) => entries.map(({ key }) => key));

const samples = process.env['CCDA_SAMPLES'] ?? fileURLToPath(new URL('../../../../shared/data/ccda', import.meta.url));
const files = (() => {
  try {
    return readdirSync(samples).filter((name) => name.toLowerCase().endsWith('.xml'));
  } catch {
    return [];
  }
})();

/** Of the documents of the samples, both ways together. */
const countsOfSamples = {
  allergies: 30,
  procedures: 10,
  results: 56,
  vitals: 102,
  carePlans: 12,
  medications: 18,
  problems: 38,
  immunizations: 22,
  socialHistory: 6,
  encounters: 2,
};

describe.skipIf(files.length === 0)(`documents of ${samples} (CCDA_SAMPLES is another folder)`, () => {
  it('tell the same, each fact once, alone and inside of a DocumentReference', async () => {
    const compared = new Map<string, number>();
    const missing: string[] = [];
    for (const name of files) {
      const xml = readFileSync(join(samples, name));
      const alone = await received(await newPatient(), `alone ${name}`, xml);
      const inside = await received(await newPatient(), `inside ${name}`, wrapped(xml, 'd'));
      expect(content(inside), name).toEqual(content(alone));
      expect(new Set(keysOf(inside)).size, name).toBe(keysOf(inside).length);
      for (const shown of [alone, inside]) {
        const told = factsShown(shown, 'America/New_York');
        for (const fact of factsOfDocument(xml.toString())) {
          if (!told.has(fact)) missing.push(`${name}: ${fact}`);
          const [list = ''] = fact.split(' | ');
          compared.set(list, (compared.get(list) ?? 0) + 1);
        }
      }
    }
    expect(missing).toEqual([]);
    if (process.env['CCDA_SAMPLES'] === undefined) expect(Object.fromEntries(compared)).toEqual(countsOfSamples);
    else process.stdout.write(`facts compared: ${JSON.stringify(Object.fromEntries(compared))}\n`);
  });
});

const withAllergy = (version: number, negated: boolean) =>
  clinicalDocument({
    extension: `v${String(version)}`,
    date: `2026030${String(version)}101500-0500`,
    more: `<setId root="1.2.3" extension="set"/><versionNumber value="${String(version)}"/>`,
    body: sectionsBody(
      section(
        '48765-2',
        'Allergies',
        '',
        `<entry>${negated ? allergy('', 'negationInd="true"') : allergy('<participant typeCode="CSM"><participantRole><playingEntity><code code="2670" codeSystem="2.16.840.1.113883.6.88" displayName="Codeine"/></playingEntity></participantRole></participant>')}</entry>`,
      ),
    ),
  });
const namesOf = ({ lists }: HealthLists) =>
  lists.find(({ key }) => key === 'allergies')?.entries.map(({ name, negation }) => name ?? negation);

describe('a document inside of a DocumentReference', () => {
  it('is superseded by the next version of its set, whichever came first and however it came', async () => {
    const [first, second] = [withAllergy(1, false), withAllergy(2, true)];
    expect(namesOf(await received(await newPatient(), 'a', wrapped(first, 'd1')))).toEqual(['Codeine']);
    for (const [at, sent] of [
      [wrapped(first, 'd1'), wrapped(second, 'd2')],
      [wrapped(second, 'd2'), wrapped(first, 'd1')],
      [first, wrapped(second, 'd2')],
      [second, wrapped(first, 'd1')],
    ].entries()) {
      const shown = await received(await newPatient(), `versions ${String(at)}`, ...sent);
      expect(namesOf(shown)).toEqual(['none']);
      expect(shown.documents).toBe(1);
    }
  });

  it('is replaced by the document that names it as its parent', async () => {
    const parent = clinicalDocument({ extension: 'old', title: 'Old' });
    const child = clinicalDocument({
      extension: 'new',
      more: '<relatedDocument typeCode="RPLC"><parentDocument><id root="2.16.840.1.113883.19.7" extension="old"/></parentDocument></relatedDocument>',
    });
    for (const [at, sent] of [
      [wrapped(parent, 'd1'), wrapped(child, 'd2')],
      [child, wrapped(parent, 'd1')],
    ].entries())
      expect((await received(await newPatient(), `replaced ${String(at)}`, ...sent)).documents).toBe(1);
  });

  it('is one document where it came alone too, or in two of them', async () => {
    const one = withAllergy(1, false);
    const shown = await received(await newPatient(), 'thrice', one, wrapped(one, 'd1'), wrapped(one, 'd2'));
    expect(namesOf(shown)).toEqual(['Codeine']);
    expect(shown).toMatchObject({ documents: 1, clinics: 1 });
    expect(shown.lists.flatMap(({ entries }) => entries.map(({ sources }) => sources.length))).toEqual([1]);
  });
});
