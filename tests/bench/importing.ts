import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { say } from './bench.ts';
import { median, type Row } from './table.ts';

const resources = 10_000;
const hour = 3_600_000;

/** Laboratory values as a feed sends them: a code, a value with its unit, a range and a flag. */
const observation = (id: number): string =>
  JSON.stringify({
    resourceType: 'Observation',
    id: `value-${String(id)}`,
    status: 'final',
    category: [{ coding: [{ code: 'laboratory' }] }],
    code: {
      coding: [{ system: 'http://loinc.org', code: `${String(1000 + (id % 40))}-7` }],
      text: `Test ${String(id % 40)}`,
    },
    effectiveDateTime: new Date(Date.UTC(2026, 0, 1) - id * hour).toISOString(),
    valueQuantity: { value: (id % 97) / 10, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
    referenceRange: [{ low: { value: 3.5 }, high: { value: 5.1 } }],
    ...(id % 9 === 0 ? { interpretation: [{ coding: [{ code: 'H' }] }] } : {}),
  });

/** Imports a feed of new resources, and then the same feed again, in which nothing is new. */
export async function importing({ facility, rounds }: Bench): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'feed-'));
  const [fresh, again]: [number[], number[]] = [[], []];
  try {
    const file = join(folder, 'feed.ndjson');
    await writeFile(file, Array.from({ length: resources }, (_, id) => observation(id)).join('\n'));
    for (let round = 0; round < rounds; round += 1) {
      const { username } = await facility.newPatient();
      for (const found of [fresh, again]) {
        const began = performance.now();
        await facility.admin('record', 'import', file, '--patient', username, '--source', `Laboratory of ${username}`);
        found.push((resources / (performance.now() - began)) * 1000);
      }
      say('.');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const line = { yardstick: null, unit: '/s' } as const;
  return [
    {
      ...line,
      what: `${String(resources)} new values`,
      ours: median(fresh),
      target: { of: 'value', at: 'least', number: 2000 },
    },
    { ...line, what: 'the same file again', ours: median(again), target: null },
  ];
}
