import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Addresses, type Entry, entriesOf } from './files.ts';
import { bundle, type Json, ndjson, observation } from '../../tests/server/record.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const told = (entry: Entry): string =>
  entry.kind === 'resource'
    ? String(entry.resource['id'])
    : entry.kind === 'deleted'
      ? `deleted ${entry.type}/${entry.id}`
      : entry.kind === 'document'
        ? `a document of ${String(entry.bytes.length)} bytes`
        : entry.reason;
async function entries(content: string, largest?: number): Promise<Entry[]> {
  const file = join(folder, 'file');
  await writeFile(file, content);
  const found: Entry[] = [];
  for await (const entry of entriesOf(file, new Addresses(), largest)) found.push(entry);
  return found;
}
const read = async (content: string, largest?: number) => (await entries(content, largest)).map(told);
const [one, two] = [observation('1', 'p'), observation('2', 'p')];

it('reads a resource, a list, a Bundle, also printed over lines, and NDJSON of all of them', async () => {
  expect(await read(JSON.stringify(one))).toEqual(['1']);
  expect(await read(`\uFEFF${JSON.stringify(one, null, 2)}\n`)).toEqual(['1']);
  expect(await read(JSON.stringify([one, two], null, 1))).toEqual(['1', '2']);
  expect(await read(bundle([one, two], 'transaction'))).toEqual(['1', '2']);
  expect(await read(`\r\n${JSON.stringify(one)}\r\n\r\n${bundle([two])}`)).toEqual(['1', '2']);
  expect(await read('')).toEqual([]);
});

it('says what it cannot read, and reads on', async () => {
  expect(await read(`${JSON.stringify(one)}\n{]\n[1]\n"x"\n${JSON.stringify(two)}`)).toEqual([
    '1',
    'line 2 is no JSON',
    'line 3 is no FHIR resource',
    'line 4 is no FHIR resource',
    '2',
  ]);
  expect(await read('{"a": ')).toEqual(['the file is no JSON']);
});

it('reads no text that is larger than its bound', async () => {
  const long = { ...two, note: [{ text: 'x'.repeat(5000) }] };
  expect(await read(ndjson([one, long, two]), 2000)).toEqual([
    '1',
    'line 2 is larger than 0 MB: give its resources as NDJSON',
    '2',
  ]);
  expect(await read(JSON.stringify([one, long], null, 1), 2000)).toEqual([
    'the file is larger than 0 MB: give its resources as NDJSON',
  ]);
});

it('finds the same lines wherever the file is cut into parts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string(), { minLength: 1, maxLength: 20 }), async (texts) => {
      const resources: Json[] = texts.map((text, at) => ({ ...observation(String(at), 'p'), note: [{ text }] }));
      const found = await entries(ndjson(resources));
      expect(found.map((entry) => (entry.kind === 'resource' ? entry.resource : entry))).toEqual(resources);
    }),
    { numRuns: 30 },
  );
});

it('resolves the references of a Bundle, also where a resource has its id from its address', async () => {
  const { id: _, ...unnamed } = one;
  const [entry] = await entries(
    JSON.stringify({
      resourceType: 'Bundle',
      entry: [
        { fullUrl: 'urn:uuid:aa', resource: unnamed },
        { fullUrl: 'urn:uuid:bb', resource: { resourceType: 'Patient', id: 'p' } },
      ],
    }),
  );
  if (entry?.kind !== 'resource') throw new Error('nothing was read');
  expect(entry.resource['id']).toBe('aa');
  expect(entry.keyOf('urn:uuid:bb')).toBe('Patient/p');
  expect(entry.keyOf('urn:uuid:cc')).toBe('urn:uuid:cc');
});

it('gives a history oldest first, with what was deleted', async () => {
  const history = {
    resourceType: 'Bundle',
    type: 'history',
    entry: [{ request: { method: 'DELETE', url: 'Observation/1' } }, { resource: two }, { resource: one }],
  };
  expect(await read(JSON.stringify(history))).toEqual(['1', '2', 'deleted Observation/1']);
});

it('keeps two servers apart', async () => {
  const at = (base: string, id: string) => ({ fullUrl: `${base}Observation/${id}`, resource: observation(id, 'p') });
  const [first, second] = ['https://a.example/fhir/', 'https://b.example/fhir/'];
  const found = await entries(JSON.stringify({ resourceType: 'Bundle', entry: [at(first, '1'), at(second, '2')] }));
  expect(found.map(({ kind }) => kind)).toEqual(['resource', 'leftOut']);
  const addresses = new Addresses();
  expect(addresses.keyOf(`${first}Patient/1/_history/3`)).toBe('Patient/1');
  expect(addresses.keyOf(`${second}Patient/1`)).toBe(`${second}Patient/1`);
  expect(addresses.keyOf('Patient/2')).toBe('Patient/2');
});
