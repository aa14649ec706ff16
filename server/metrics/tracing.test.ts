import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { IdempotencyKey, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactDetails } from '../../tests/support/contacts.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { until } from '../../tests/server/serverProcess.ts';
import { declaredStatements, statement } from '../db/statement.ts';

const exporter = new InMemorySpanExporter();
let server: TestServer;
beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  server = await startTestServer();
});
afterAll(async () => {
  await server?.stop();
  trace.disable();
  context.disable();
});

/** Everything of a span that leaves the process. */
const exported = ({ name, attributes, status, events, links, resource }: ReadableSpan) => ({
  name,
  attributes,
  status,
  events,
  links,
  resource: resource.attributes,
});
const spans = () => exporter.getFinishedSpans();
const commands = ['begin', 'commit', 'rollback', 'script'];
const broken = statement('test.broken', "select 'Wintergreen'::int from patients where last_name = $lastName");

test('a call, its statements and each turn of a job have spans, and no span has anything of a person', async () => {
  const patient = await server.signedIn('noemail');
  const { patientId, userId } = await server.ids('noemail');
  const params = { patientId: patientId ?? 0 };
  const contactLastName = 'Wintergreen';
  const added = await patient.call(calls.saveContact, {
    params,
    headers: { 'idempotency-key': v.parse(IdempotencyKey, crypto.randomUUID()) },
    body: contactDetails({ contactLastName, contactEmail: 'wintergreen@example.org' }),
  });
  expect(added.status).toBe(200);
  expect((await patient.call(calls.listContacts, { params })).text).toContain(contactLastName);
  expect((await patient.call(calls.listQuestionnaires, { params: { patientId: 999_999_999 } })).status).toBe(404);
  await server.browser().fetch('/api/facilities?facilityAlias=wintergreen');
  await expect(server.pool.db.run(broken, { lastName: contactLastName })).rejects.toThrow(contactLastName);
  await until(() => spans().some(({ name }) => name === 'job mail'));

  const calledWith = Object.values(calls).map(({ method, path }) => `${method} ${path}`);
  const names = new Set([...calledWith, ...declaredStatements().map(({ name }) => name), ...commands]);
  for (const span of spans()) {
    if (!/^job [a-z_]+$/.test(span.name)) expect(names).toContain(span.name);
    const { 'http.request.method': method, 'http.route': route, ...others } = span.attributes;
    if (route !== undefined) expect(span.name).toBe(`${String(method)} ${String(route)}`);
    const { 'http.response.status_code': status = 200, 'error.type': fault = 'none', ...rest } = others;
    expect([200, 204, 404], span.name).toContain(status);
    expect(fault).toMatch(/^none$|^22P02$/);
    expect([{}, { 'db.system.name': 'postgresql' }]).toContainEqual(rest);
    expect([span.events, span.links, span.status.message]).toEqual([[], [], undefined]);
  }
  const text = JSON.stringify(spans().map(exported));
  const [person] = await server.query(
    'select username, u.first_name, u.last_name, u.email, mrn, p.date_of_birth::text from users u join patients p on p.user_id = u.id where u.id = $1',
    [userId],
  );
  for (const value of [
    contactLastName,
    'wintergreen',
    'Wren',
    ...Object.values(person ?? {}).filter((each) => typeof each === 'string'),
  ])
    expect(text).not.toMatch(new RegExp(`\\b${value}\\b`));

  const spanOf = (name: string) => spans().find((span) => span.name === name);
  const call = spanOf(`${calls.saveContact.method} ${calls.saveContact.path}`);
  expect(call?.attributes['http.response.status_code']).toBe(200);
  const within = spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === call?.spanContext().spanId);
  expect(within.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'contacts.add', 'commit']));
  expect(spanOf('test.broken')?.attributes['error.type']).toBe('22P02');
  expect(spanOf('job mail')?.parentSpanContext).toBeUndefined();
});
