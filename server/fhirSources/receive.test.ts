import { Client as FhirClient } from 'fhir-kit-client';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { addInterface } from '../../tests/server/mllp.ts';
import { type Json, observation, person } from '../../tests/server/record.ts';
import { until } from '../../tests/server/serverProcess.ts';

const Keys = v.object({ keys: v.array(v.record(v.string(), v.unknown())) });
let server: TestServer;
let key: string;
let mrn: string;
let born: string;
const admin = (...args: readonly string[]) => command(args, server.databaseUrl);

/** A Bundle of resources that are put under their ids. */
const bundleOf = (type: string, resources: readonly Json[], more: Json = {}): Json => ({
  resourceType: 'Bundle',
  type,
  entry: resources.map((resource) => ({
    fullUrl: `https://ehr.example/fhir/${String(resource['resourceType'])}/${String(resource['id'])}`,
    resource,
    request: { method: 'PUT', url: `${String(resource['resourceType'])}/${String(resource['id'])}` },
  })),
  ...more,
});
async function post(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${server.portalUrl}/fhir`, {
    method: 'POST',
    headers: { 'system-key': key, 'content-type': 'application/fhir+json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const json: unknown = await answer.json();
  return { status: answer.status, json, type: answer.headers.get('content-type') };
}
const worked = async () => {
  await until(async () => (await server.query("select from fhir_bundles where state = 'queued'")).length === 0);
  return server.query('select state, failure from fhir_bundles order by id desc limit 1');
};
const stored = (source = 'Clinic') =>
  server.query(
    `select r.type, r.resource_id as id, p.mrn from record_resources r join patients p on p.id = r.patient_id where r.source = $1 order by r.type, r.resource_id`,
    [source],
  );

beforeAll(async () => {
  server = await startTestServer();
  const added = await admin('source', 'add', 'Clinic', '--facility', 'Northlight', '--posts');
  key = added.out.split('\n')[1] ?? '';
  expect([added.code, key.length]).toEqual([0, 43]);
  const [one] = await server.query(
    "select mrn, date_of_birth as born from patients where home_facility_id = (select id from facilities where short_name = 'Northlight') order by id limit 1",
  );
  mrn = String(one?.['mrn']);
  born = String(one?.['born']);
});
afterAll(() => server?.stop());

describe('what is refused', () => {
  const issue = (text: string, more: Json = {}) => ({
    resourceType: 'OperationOutcome',
    issue: [
      expect.objectContaining({ severity: 'error', diagnostics: expect.stringContaining(text) as string, ...more }),
    ],
  });
  it('who has no key, before the body is read', async () => {
    for (const wrong of ['', 'x'.repeat(43), `${key}x`])
      expect(await post('{', { 'system-key': wrong })).toMatchObject({ status: 401, json: issue('system-key') });
  });
  it('another content type, compressed bodies, and what is too large', async () => {
    expect(await post('{}', { 'content-type': 'application/fhir+xml' })).toMatchObject({ status: 415 });
    expect(await post('{}', { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
    const large = JSON.stringify({ resourceType: 'Bundle', note: 'x'.repeat(10_000_001) });
    expect(await post(large).catch(() => ({ status: 413 }))).toMatchObject({ status: 413 });
  });
  it.each<readonly [string, unknown, string, string | null]>([
    ['what is no JSON', '{', 'no JSON', null],
    ['what is no Bundle', { resourceType: 'Patient' }, 'no Bundle', 'Bundle'],
    ['a Bundle of another type', { resourceType: 'Bundle', type: 'message' }, 'type', 'Bundle.type'],
    ['entries that are no list', { resourceType: 'Bundle', type: 'batch', entry: 'x' }, 'list', 'Bundle.entry'],
    ['too many levels', `${'['.repeat(100)}${']'.repeat(100)}`, 'levels', null],
    [
      'an entry without resource',
      bundleOf('transaction', [], { entry: [{}] }),
      'no resource',
      'Bundle.entry[0].resource',
    ],
    [
      'a resource that is not what FHIR says',
      bundleOf('transaction', [observation('o', 'p', { valueQuantity: { value: 'much' } })]),
      'not what FHIR says',
      'Bundle.entry[0].resource.valueQuantity.value',
    ],
    [
      'a resource without a patient',
      bundleOf('transaction', [observation('o', 'p', { subject: {} })]),
      'no patient',
      'Bundle.entry[0].resource.subject',
    ],
    [
      'another id in the address',
      bundleOf('transaction', [], {
        entry: [{ resource: person('p', '1', '1961-04-05'), request: { method: 'PUT', url: 'Patient/q' } }],
      }),
      'not what the resource is',
      'Bundle.entry[0].request.url',
    ],
    [
      'a read',
      bundleOf('transaction', [], { entry: [{ request: { method: 'GET', url: 'Patient/1' } }] }),
      'only PUT',
      'Bundle.entry[0].request.method',
    ],
    [
      'a condition',
      bundleOf('transaction', [], {
        entry: [
          {
            resource: person('p', '1', '1961-04-05'),
            request: { method: 'POST', url: 'Patient', ifNoneExist: 'identifier=1' },
          },
        ],
      }),
      'conditions',
      'Bundle.entry[0].request.ifNoneExist',
    ],
    [
      'two servers',
      bundleOf('transaction', [], {
        entry: ['a', 'b'].map((one) => ({
          fullUrl: `https://${one}.example/fhir/Patient/1`,
          resource: person('1', '1', '1961-04-05'),
        })),
      }),
      'another server',
      'Bundle.entry[1].fullUrl',
    ],
  ])('%s', async (_, body, text, place) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status: 422, json: issue(text, place === null ? {} : { expression: [place] }) });
    expect(answer.type).toContain('application/fhir+json');
  });
  it('and nothing of it is stored', async () => {
    expect(await server.query('select from fhir_bundles')).toEqual([]);
  });
  it('other addresses and methods, on both surfaces', async () => {
    for (const url of [
      `${server.portalUrl}/fhir`,
      `${server.portalUrl}/fhir/Patient`,
      `${server.kioskUrl}/fhir`,
      `${server.kioskUrl}/fhir/Patient`,
    ]) {
      const answer = await fetch(url);
      expect([url, answer.status]).toEqual([url, 404]);
      expect(answer.headers.get('content-type')).toContain('json');
    }
  });
});

describe('what is taken', () => {
  it('a transaction is stored, answered entry by entry, and worked on; again it does nothing', async () => {
    const body = bundleOf(
      'transaction',
      [
        person('p', mrn, born),
        observation('o', 'p', { valueQuantity: { value: 7, unit: 'g/dL' } }),
        { resourceType: 'Claim', id: 'c', patient: { reference: 'Patient/p' } },
      ],
      { identifier: { system: 'urn:clinic', value: '1' } },
    );
    const text = JSON.stringify(body).replace('"value":7,', '"value":7.0,');
    const answer = await post(text);
    expect(answer).toMatchObject({
      status: 200,
      json: {
        type: 'transaction-response',
        entry: [
          { response: { status: '202 Accepted' } },
          { response: { status: '202 Accepted' } },
          { response: { outcome: { issue: [{ severity: 'information' }] } } },
        ],
      },
    });
    expect(await worked()).toEqual([{ state: 'done', failure: null }]);
    expect(await stored()).toEqual([
      { type: 'Observation', id: 'o', mrn },
      { type: 'Patient', id: 'p', mrn },
    ]);
    expect(
      await server.query(
        "select v.value from observation_values v join record_resources r on r.id = v.resource_id where r.source = 'Clinic'",
      ),
    ).toEqual([{ value: '7.0' }]);
    expect(await post(text)).toEqual(answer);
    expect(await server.query('select count(*)::int as n from fhir_bundles')).toEqual([{ n: 1 }]);
    const other = await post({ ...body, entry: [] });
    expect(other).toMatchObject({ status: 409, json: { issue: [{ expression: ['Bundle.identifier'] }] } });
  });

  it('a batch goes on beside what is refused of it', async () => {
    const answer = await post(bundleOf('batch', [observation('o2', 'p'), observation('o3', 'p', { subject: {} })]));
    expect(answer).toMatchObject({
      status: 200,
      json: {
        type: 'batch-response',
        entry: [{ response: { status: '202 Accepted' } }, { response: { status: '422 Unprocessable Content' } }],
      },
    });
    expect(await worked()).toEqual([{ state: 'done', failure: null }]);
    expect((await stored()).map(({ id }) => id)).toEqual(['o', 'o2', 'p']);
  });

  it('a deletion takes back what it names', async () => {
    expect(
      await post(bundleOf('transaction', [], { entry: [{ request: { method: 'DELETE', url: 'Observation/o2' } }] })),
    ).toMatchObject({ status: 200 });
    expect(await worked()).toEqual([{ state: 'done', failure: null }]);
    expect(
      await server.query("select status from record_resources where source = 'Clinic' and resource_id = 'o2'"),
    ).toEqual([{ status: 'entered-in-error' }]);
  });

  it('an unknown patient keeps a transaction waiting as a whole, until somebody has the record number', async () => {
    await post(
      bundleOf('transaction', [person('q', 'F-900', '1961-04-05'), observation('o5', 'q'), observation('o6', 'p')]),
    );
    expect(await worked()).toEqual([{ state: 'failed', failure: 'a patient: nobody has its record number' }]);
    expect((await stored()).map(({ id }) => id)).toEqual(['o', 'o2', 'p']);
    const listed = await admin('source', 'list');
    expect(listed.out).toMatch(/Clinic {2}Northlight {2}posts {2}0 waiting, 1 failed/);
    expect(listed.out).toContain('nobody has its record number');
    await server.query(
      "update patients set mrn = 'F-900', date_of_birth = '1961-04-05' where id = (select max(id) from patients where home_facility_id = (select id from facilities where short_name = 'Northlight'))",
    );
    await until(async () => (await server.query("select from fhir_bundles where state = 'failed'")).length === 0);
    expect(await worked()).toEqual([{ state: 'done', failure: null }]);
    expect((await stored()).map(({ id }) => id)).toEqual(['o', 'o2', 'o5', 'o6', 'p', 'q']);
  });

  it('what was deleted while it waited for its patient stays deleted', async () => {
    await post(
      bundleOf('batch', [person('s', 'F-901', '1961-04-05'), observation('o10', 's'), observation('o11', 's')]),
    );
    expect(await worked()).toMatchObject([{ state: 'failed' }]);
    await post(bundleOf('transaction', [], { entry: [{ request: { method: 'DELETE', url: 'Observation/o10' } }] }));
    expect(await worked()).toEqual([{ state: 'done', failure: null }]);
    await server.query(
      "update patients set mrn = 'F-901', date_of_birth = '1961-04-05' where id = (select id from patients where home_facility_id = (select id from facilities where short_name = 'Northlight') order by id desc offset 1 limit 1)",
    );
    await until(async () => (await server.query("select from fhir_bundles where state = 'failed'")).length === 0);
    await worked();
    expect(
      await server.query(
        "select resource_id as id, status from record_resources where source = 'Clinic' and resource_id in ('o10', 'o11') order by 1",
      ),
    ).toEqual([
      { id: 'o10', status: 'entered-in-error' },
      { id: 'o11', status: 'final' },
    ]);
  });

  it('another date of birth waits for the engineer, who shows, retries or gives it up', async () => {
    await post(bundleOf('collection', [person('r', mrn, '1900-01-01'), observation('o7', 'r')]));
    expect(await worked()).toEqual([{ state: 'failed', failure: 'a patient: the date of birth is another one' }]);
    const [{ id } = { id: 0 }] = await server.query("select id from fhir_bundles where state = 'failed'");
    const shown = await admin('source', 'show', String(id));
    expect(shown.out).toContain('the date of birth is another one');
    expect(shown.out).toContain('"1900-01-01"');
    expect((await admin('source', 'retry', '--bundle', String(id))).code).toBe(0);
    expect(await worked()).toEqual([{ state: 'failed', failure: 'a patient: the date of birth is another one' }]);
    expect((await admin('source', 'skip', String(id))).code).toBe(0);
    expect((await admin('source', 'skip', String(id))).code).toBe(1);
    expect((await admin('source', 'retry', '--all')).code).toBe(1);
    expect((await stored()).some(({ id: one }) => one === 'o7')).toBe(false);
  });

  it('an independent client posts one, and reads why another is refused', async () => {
    const client = new FhirClient({ baseUrl: `${server.portalUrl}/fhir`, customHeaders: { 'system-key': key } });
    const body = { ...bundleOf('transaction', [observation('kit', 'p')]), resourceType: 'Bundle' };
    expect(await client.transaction({ body })).toMatchObject({
      type: 'transaction-response',
      entry: [{ response: { status: '202 Accepted' } }],
    });
    expect(await worked()).toEqual([{ state: 'done', failure: null }]);
    expect((await stored()).map(({ id }) => id)).toContain('kit');
    const wrong = { ...bundleOf('transaction', [observation('kit2', 'p', { subject: {} })]), resourceType: 'Bundle' };
    const refused = v.object({ response: v.object({ status: v.number(), data: v.unknown() }) });
    const { response } = v.parse(refused, await client.transaction({ body: wrong }).catch((error: unknown) => error));
    expect(response).toMatchObject({
      status: 422,
      data: { resourceType: 'OperationOutcome', issue: [{ expression: ['Bundle.entry[0].resource.subject'] }] },
    });
  });
});

describe('a death', () => {
  const says = async (more: Json, versionId: string) => {
    await post(bundleOf('transaction', [{ ...person('p', mrn, born), ...more, meta: { versionId } }]));
    expect(await worked()).toEqual([{ state: 'done', failure: null }]);
    const [row] = await server.query('select deceased_since is not null as died from patients where mrn = $1', [mrn]);
    return row?.['died'];
  };
  it('closes the account, is left alone by what does not speak of it, and is taken back by what says so', async () => {
    expect(await says({ deceasedDateTime: '2026-03-06' }, '2')).toBe(true);
    expect(await says({ gender: 'female' }, '3')).toBe(true);
    expect(await says({ deceasedBoolean: true }, '4')).toBe(true);
    expect(await says({ deceasedBoolean: false }, '5')).toBe(false);
  });
  it('that others know is not taken back by a source that never spoke of one', async () => {
    expect((await admin('patient', 'deceased', '--patient', mrn, '--facility', 'Northlight')).code).toBe(0);
    expect(await says({ deceasedBoolean: false, gender: 'male' }, '6')).toBe(true);
  });
});

describe('the commands', () => {
  it('refuse a name that is taken, and what does not belong together', async () => {
    expect((await admin('source', 'add', 'clinic', '--facility', 'Northlight', '--posts')).code).toBe(1);
    expect((await admin(...addInterface('CLINIC', 'LAB', '--address', '127.0.0.1'))).code).toBe(1);
    expect(
      (await admin('source', 'add', 'Other', '--facility', 'Northlight', '--posts', '--every', '5')).code,
    ).not.toBe(0);
    expect(
      (await admin('source', 'add', 'Other', '--facility', 'Northlight', '--address', 'http://ehr.example/fhir')).code,
    ).not.toBe(0);
    expect((await admin('source', 'show', '999999')).code).toBe(1);
    expect((await admin('source', 'remove', 'Nobody')).code).toBe(1);
  });
  it('replace a key, and end a source', async () => {
    const before = key;
    key = (await admin('source', 'keys', '--source', 'Clinic')).out.split('\n')[1] ?? '';
    const body = bundleOf('transaction', [observation('o9', 'p')]);
    expect((await post(body, { 'system-key': before })).status).toBe(401);
    expect((await post(body)).status).toBe(200);
    expect((await admin('source', 'remove', 'Clinic')).code).toBe(0);
    expect((await post(body)).status).toBe(401);
  });
  it('make keys, publish their public half, and retire them', async () => {
    const published = async () =>
      v.parse(Keys, await (await fetch(`${server.portalUrl}/.well-known/jwks.json`)).json()).keys;
    expect(await published()).toEqual([]);
    expect((await admin('source', 'keys', '--new')).code).toBe(0);
    expect((await admin('source', 'keys', '--new', '--algorithm', 'RS384')).code).toBe(0);
    const keys = await published();
    expect(keys.map(({ alg, kty }) => [alg, kty])).toEqual([
      ['RS384', 'RSA'],
      ['ES384', 'EC'],
    ]);
    for (const one of keys) expect(Object.keys(one)).not.toContain('d');
    expect((await admin('source', 'keys', '--retire', String(keys[1]?.['kid']))).code).toBe(0);
    expect((await published()).map(({ alg }) => alg)).toEqual(['RS384']);
    expect((await admin('source', 'keys', '--retire', String(keys[0]?.['kid']))).code).toBe(1);
  });
});
