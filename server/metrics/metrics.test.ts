import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '@portal/api';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { declaredBacklogs } from '../db/backlog.ts';
import { readFigures } from './figures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { METRICS_PORT: '0' } });
});
afterAll(() => server.stop());

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
async function scrape(): Promise<readonly Sample[]> {
  const response = await fetch(server.metricsUrl);
  expect(response.headers.get('content-type')).toContain('text/plain');
  return (await response.text()).split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}
const valueOf = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}) =>
  samples.find((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    ?.value;

test('a server says what it does, and names no person', async () => {
  const patient = await server.signedIn('patient');
  const { patientId } = await server.ids('patient');
  await patient.fetch(`/api/patients/${String(patientId)}/appointments`, {
    headers: { authorization: `Bearer ${patient.tokens?.access_token ?? ''}` },
  });
  await patient.fetch('/api/facilities?facilityAlias=nobody');
  await fetch(`${server.portalUrl}/fhir`, { method: 'POST', body: '{}' });
  await fetch(`${server.portalUrl}/openid/nobody/start`, { redirect: 'manual' });
  await fetch(`${server.portalUrl}/nobody.js`);
  await fetch(`${server.portalUrl}/nobody`, { method: 'POST' });
  const samples = await scrape();
  for (const [method, route, status] of [
    ['POST', '/fhir', '401'],
    ['GET', '/openid/:provider/start', '303'],
    ['GET', '/*', '404'],
    ['POST', '/*', '404'],
  ] as const)
    expect(valueOf(samples, 'vestibule_requests_total', { method, route, status }), route).toBe(1);
  const sent = { method: 'POST', route: '/token', status: '200' };
  expect(valueOf(samples, 'vestibule_requests_total', sent)).toBeGreaterThanOrEqual(1);
  expect(valueOf(samples, 'vestibule_request_seconds_count', { route: '/token' })).toBeGreaterThanOrEqual(1);
  expect(valueOf(samples, 'vestibule_database_up')).toBe(1);
  expect(valueOf(samples, 'vestibule_figures_unread')).toBe(0);
  expect(valueOf(samples, 'vestibule_connections_limit')).toBe(20);
  expect(valueOf(samples, 'vestibule_connection_wait_seconds_count')).toBeGreaterThan(1);
  expect(valueOf(samples, 'vestibule_start_seconds')).toBeGreaterThan(0);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'vestibule_data_free_bytes'])
    expect(valueOf(samples, name), name).toBeGreaterThan(0);
  const turned = samples.filter(({ name }) => name === 'vestibule_job_turns_total').map(({ labels }) => labels['name']);
  const started = samples.filter(({ name }) => name === 'vestibule_job_interval_seconds');
  expect(turned).toContain('audit_anchors');
  expect(started.map(({ labels }) => labels['name'])).toEqual(
    expect.arrayContaining(['mail', 'text_message', 'push', 'alert', 'purge', 'audit_check', 'unopened_message']),
  );
  const routes = new Set<string>(Object.values(calls).map(({ path }) => path));
  for (const other of ['/fhir', '/openid/:provider/start', '/*']) routes.add(other);
  for (const { name, labels } of samples) {
    const { route, version: _, node: __, le: ___, status: ____, ...others } = labels;
    if (route !== undefined) expect(routes, name).toContain(route);
    for (const text of Object.values(others))
      expect(text, name).toMatch(/^[A-Za-z_]*$|^(?:hl7|fhir)(?:_failed)?$|^(?:57|08)\w{3}$/);
  }
});

test('what waits is counted with its age, by statements that all can be read', async () => {
  await server.query(
    `insert into mails (kind, facility_id, recipient, content, created_at, next_try_at)
     select 'resetPassword', id, 'nobody@example.org', '{"subject": "", "text": "", "html": "", "fromName": ""}', now() - interval '2 hours', now() + interval '1 hour'
     from facilities where is_default`,
  );
  const { backlogs, audit, database, deadRows, isReachable } = await readFigures(server.pool);
  expect(isReachable).toBe(true);
  expect(backlogs.map(({ name }) => name)).toEqual(declaredBacklogs().map(({ name }) => name));
  expect(backlogs.filter(({ rows }) => rows === null)).toEqual([]);
  const mail = backlogs.find(({ name }) => name === 'mail')?.rows?.find(({ kind }) => kind === 'resetPassword');
  expect(mail).toMatchObject({ waiting: 1, overdueSeconds: 0 });
  expect(mail?.oldestSeconds).toBeGreaterThan(7000);
  expect(audit?.findings).toBe(0);
  expect(database?.isStandby).toBe(false);
  expect(deadRows).toHaveLength(4);
});

test('the database is asked at most once in ten seconds', async () => {
  const before = valueOf(await scrape(), 'vestibule_backlog_rows', { backlog: 'late_request', kind: '' });
  const [first, second] = [await scrape(), await scrape()].map((samples) =>
    valueOf(samples, 'vestibule_database_oldest_transaction_seconds'),
  );
  expect(before).toBe(0);
  expect(second).toBe(first);
});

test('its port answers nothing else, and no other port answers it', async () => {
  for (const [url, init] of [
    [server.metricsUrl.replace('/metrics', '/'), {}],
    [server.metricsUrl, { method: 'POST' }],
    [`${server.portalUrl}/metrics`, {}],
    [`${server.kioskUrl}/metrics`, {}],
  ] as const) {
    const answer = await fetch(url, init);
    expect([url, answer.status]).toEqual([url, 404]);
  }
});

test('each connection says which process it is of', async () => {
  const rows = await server.query(
    'select distinct application_name as name from pg_stat_activity where datname = current_database()',
  );
  for (const { name } of rows) expect(name).toMatch(/^vestibule/);
});
