import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../../tests/server/facilityServer.ts';
import { FhirServer } from '../../../tests/server/fhirServer.ts';
import { observation, person, report } from '../../../tests/server/record.ts';
import { until } from '../../../tests/server/serverProcess.ts';
import { startTokenServer } from '../../../tests/server/tokenServer.ts';

let server: TestServer;
let ehr: FhirServer;
let mrn: string;
let born: string;
let made = 0;
let source: string;
const admin = (...args: readonly string[]) => command(args, server.databaseUrl);

const pulled = async () =>
  (
    await server.query('select p.* from fhir_pulls p join fhir_sources s on s.id = p.source_id where s.name = $1', [
      source,
    ])
  )[0];
/** Reads now, and resolves when the pull has ended and what it stored is worked on. */
async function readAgain(): Promise<void> {
  await server.query('update fhir_pulls set next_try_at = now() where next_try_at > now()');
  await ended();
}
async function ended(): Promise<void> {
  await until(async () => {
    const row = await pulled();
    // The server's wishes to wait, and pauses after failures, need not be waited for here.
    if (row?.['lease'] === null && row['progress'] !== null)
      await server.query('update fhir_pulls set next_try_at = now() where lease is null and next_try_at > now()');
    return (
      row?.['lease'] === null &&
      row['progress'] === null &&
      row['read_until'] !== null &&
      Date.parse(String(row['next_try_at'])) > Date.now() + 30_000
    );
  });
  await until(async () => (await server.query("select from fhir_bundles where state = 'queued'")).length === 0);
}
const untilFailing = (text: string) =>
  until(async () => {
    const failure = (await pulled())?.['failure'];
    return typeof failure === 'string' && failure.includes(text);
  });
const stored = () =>
  server.query(
    "select r.type || '/' || r.resource_id as key, r.status from record_resources r where r.source = $1 order by 1",
    [source],
  );
const keys = async () => (await stored()).map(({ key }) => key);
const failures = async () =>
  (
    await server.query(
      "select b.failure from fhir_bundles b join fhir_sources s on s.id = b.source_id where s.name = $1 and b.state = 'failed' order by b.id",
      [source],
    )
  ).map(({ failure }) => failure);

async function add(...more: readonly string[]): Promise<void> {
  source = `EHR ${String((made += 1))}`;
  const added = await admin(
    'source',
    'add',
    source,
    '--facility',
    'Northlight',
    '--address',
    ehr.url,
    '--client-id',
    'portal',
    ...more,
  );
  expect(added.code).toBe(0);
}

beforeAll(async () => {
  server = await startTestServer({ environment: { CALL_ANYWHERE: '1' } });
  const [one] = await server.query(
    "select mrn, date_of_birth as born from patients where home_facility_id = (select id from facilities where short_name = 'Northlight') order by id limit 1",
  );
  mrn = String(one?.['mrn']);
  born = String(one?.['born']);
});
beforeEach(async () => {
  await ehr?.close();
  await server.query('delete from fhir_pulls');
  ehr = new FhirServer(() => `${server.portalUrl}/.well-known/jwks.json`);
  await ehr.listen();
  ehr.put(
    report('r1', 'p', ['o1', 'o2']),
    ...Array.from({ length: 7 }, (_, at) => observation(`o${String(at + 1)}`, 'p')),
    person('p', mrn, born),
  );
});
afterAll(async () => {
  await ehr?.close();
  await server?.stop();
});

const everything = [
  'DiagnosticReport/r1',
  ...[1, 2, 3, 4, 5, 6, 7].map((at) => `Observation/o${String(at)}`),
  'Patient/p',
];

describe('by export', () => {
  it('reads everything, signed in, then what changed, and takes back what was deleted', async () => {
    await add();
    await ended();
    expect(await keys()).toEqual(everything);
    expect(ehr.asked.filter((one) => one.includes('$export'))[0]).toMatch(
      /Patient\/\$export\?_type=.*Patient.*&_outputFormat/,
    );
    ehr.put(observation('o1', 'p', { valueQuantity: { value: 11, unit: 'g/dL' } }));
    ehr.deleted.push('Observation/o2');
    await readAgain();
    expect(ehr.asked.filter((one) => one.includes('$export')).at(-1)).toContain('_since=');
    expect((await stored()).find(({ key }) => key === 'Observation/o2')).toMatchObject({ status: 'entered-in-error' });
    expect(
      await server.query(
        "select v.value from observation_values v join record_resources r on r.id = v.resource_id where r.source = $1 and r.resource_id = 'o1'",
        [source],
      ),
    ).toEqual([{ value: '11' }]);
    expect(await failures()).toEqual([]);
    expect((await admin('source', 'list')).out).toMatch(
      /every 60 minutes {2}0 waiting, 0 failed, the last at .*, read until/,
    );
  });

  it('asks for a Group where one is named', async () => {
    await add('--group', 'portal-patients');
    await ended();
    expect(ehr.asked.some((one) => one.startsWith('GET /fhir/Group/portal-patients/$export'))).toBe(true);
  });

  it('waits where it is told to, and goes on after faults and cut files', async () => {
    ehr.faults.tooMany = 1;
    await add();
    await untilFailing('429');
    await server.query("update fhir_pulls set next_try_at = now() + interval '1 hour'");
    expect((await admin('source', 'list')).out).toMatch(/FAILS since .*: metadata is answered with 429/);
    ehr.faults.broken = 1;
    ehr.faults.cutFiles = 2;
    await server.query('update fhir_pulls set next_try_at = now()');
    await untilFailing('500');
    await server.query('update fhir_pulls set next_try_at = now()');
    await ended();
    expect(await keys()).toEqual(everything);
    expect((await pulled())?.['failing_since']).toBeNull();
    expect(
      await server.query(
        'select count(*)::int as n from record_resources where source = $1 and changed_at is not null',
        [source],
      ),
    ).toEqual([{ n: 0 }]);
  });

  it('tells what is wrong in a file, and takes the rest', async () => {
    const stranger = { ...observation('x1', 'p'), subject: { reference: 'Patient/nobody' } };
    ehr.faults.lies.set(
      'Observation',
      `${JSON.stringify(person('q', 'x', '1900-01-01'))}\n{"resourceType":\n${JSON.stringify(stranger)}\n`,
    );
    ehr.faults.lies.set('DiagnosticReport', `{"resourceType":"DiagnosticReport","text":"${'x'.repeat(16_000_001)}"}\n`);
    ehr.errorFiles = 2;
    await add();
    await ended();
    expect(await keys()).toEqual(everything);
    const [errors, ...others] = await failures();
    expect(errors).toContain('could not export everything: 2 files');
    expect(others).toHaveLength(2);
    expect(others.find((one) => String(one).includes('too long'))).toContain('lines are too long to be read: 1');
    const lies = others.find((one) => !String(one).includes('too long'));
    for (const text of ['its Patient was not in the files', 'a resource is of another type', 'no JSON'])
      expect(lies).toContain(text);
  });

  it('gets its token of an independent authorization server, with the keys that are published', async () => {
    const tokens = await startTokenServer(() => `${server.portalUrl}/.well-known/jwks.json`);
    try {
      ehr.isToken = tokens.isToken;
      await add('--token-url', tokens.tokenUrl);
      await ended();
      expect(await keys()).toEqual(everything);
      expect(tokens.given).not.toHaveLength(0);
    } finally {
      await tokens.stop();
    }
  });

  it('says who may not sign in, and reads nothing', async () => {
    source = `EHR ${String((made += 1))}`;
    await admin('source', 'add', source, '--facility', 'Northlight', '--address', ehr.url, '--client-id', 'somebody');
    await untilFailing('signing in is answered with 400');
    expect(await keys()).toEqual([]);
  });
});

describe('by searches, where there is no export', () => {
  beforeEach(() => {
    ehr.canExport = false;
  });
  it('reads page after page, then what changed', async () => {
    ehr.faults.repeats = true;
    await add();
    await ended();
    expect(await keys()).toEqual(everything);
    expect(await failures()).toEqual([]);
    ehr.put(observation('o8', 'p'));
    await readAgain();
    expect(await keys()).toContain('Observation/o8');
    expect(ehr.asked.at(-1)).toContain('_lastUpdated=ge');
  });
  it.each([
    ['foreignNext', 'leads to another server'],
    ['circle', 'round in a circle'],
  ] as const)('%s is noticed and told', async (fault, text) => {
    ehr.faults[fault] = true;
    await add();
    await untilFailing(text);
    ehr.faults[fault] = false;
    await server.query('update fhir_pulls set next_try_at = now()');
    await ended();
    expect(await keys()).toEqual(everything);
  });

  describe('and compared with what is there, once a day', () => {
    const compareAgain = async () => {
      await server.query("update fhir_pulls set compared_at = now() - interval '2 days'");
      await readAgain();
    };
    const missing = async () => (await admin('source', 'missing')).out;
    const gone = (...ids: readonly string[]) => {
      for (const id of ids) ehr.resources.delete(id);
    };

    it('takes back what the server says is deleted, and tells of what it does not know', async () => {
      await add();
      await ended();
      gone('Observation/o2', 'Observation/o3');
      ehr.deleted.push('Observation/o2');
      await readAgain();
      expect((await stored()).filter(({ status }) => status === 'entered-in-error')).toEqual([]);
      await compareAgain();
      expect((await stored()).filter(({ status }) => status === 'entered-in-error')).toMatchObject([
        { key: 'Observation/o2' },
      ]);
      expect(await missing()).toMatch(/Observation\/o3 {2}404 {2}since/);
      expect((await admin('source', 'list')).out).toContain('1 MISSING there');
      ehr.put(observation('o3', 'p'));
      await compareAgain();
      expect(await missing()).toBe('Nothing is missing.');
      expect(await failures()).toEqual([]);
    });

    it('takes nothing back of a server that was emptied, and reads on where it cannot be asked', async () => {
      ehr.put(...Array.from({ length: 12 }, (_, at) => observation(`e${String(at)}`, 'p')));
      await add();
      await ended();
      const all = [...ehr.resources.keys()].filter((key) => key.startsWith('Observation/e'));
      gone(...all);
      ehr.deleted.push(...all);
      await compareAgain();
      expect((await stored()).filter(({ status }) => status === 'entered-in-error')).toEqual([]);
      expect((await missing()).split('\n')).toHaveLength(12);
      ehr.faults.noIds = true;
      await compareAgain();
      expect((await admin('source', 'list')).out).toContain('NOT TO ITS END: the search for DiagnosticReport by _id');
      expect((await pulled())?.['failing_since']).toBeNull();
    });
  });
});
