import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../db/pool.ts';
import type { Handler, Handlers } from './handler.ts';
import { type calls, languageCodes } from '@portal/api';
import { texts } from './fileGone.ts';
import { type Listening, listen } from '../start/listen.ts';
import { mountCalls } from './mount.ts';
import type { Bindings } from './request.ts';

const lines: string[] = [];
let listening: Listening;
/** No call in this test reaches a database. */
const pool = openPool('postgres://nobody@127.0.0.1:1/none', 1, () => undefined);

const declared: Handler<(typeof calls)['verifyInvitationToken']> = async ({ refuse }) => {
  throw refuse('attempts_exceeded', { more: 1 });
};
const shared: Handler<(typeof calls)['getVerificationFields']> = async ({ refuse }) => {
  throw refuse('too_many_requests');
};
const busy: Handler<(typeof calls)['getLinkedSummary']> = async ({ refuse }) => {
  throw refuse('unavailable');
};
const undeclared: Handler<(typeof calls)['getContent']> = async ({ refuse }) => {
  // @ts-expect-error -- the call does not declare it, which the compiler sees before anybody runs it.
  throw refuse('locked_out');
};

beforeAll(async () => {
  listening = await listen(0, '127.0.0.1', 'PORT');
  const app = new Hono<Bindings>();
  mountCalls(app, {
    surface: 'portal',
    pool,
    handlers: {
      verifyInvitationToken: declared,
      getVerificationFields: shared,
      getContent: undeclared,
      getLinkedSummary: busy,
    } as Handlers,
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    trustProxy: false,
    isHttps: false,
    addressKey: Buffer.alloc(32),
    allowedOrigin: null,
    origins: () => ({ portal: '', kiosk: '' }),
  });
  const respond = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  listening.serve((request, response) => void respond(request, response));
});
afterAll(async () => {
  await listening.close(1);
  await pool.end();
});

const Logged = v.looseObject({ level: v.number(), from: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)) });
const answerOf = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${listening.port}${path}`);
  return { status: answer.status, body: await answer.json() };
};

test('a handler refuses with a code that its call declares, or a shared one, and its status', async () => {
  expect(await answerOf('/api/authRep/signup/verifyInvitationToken/a/1')).toEqual({
    status: 400,
    body: { error: 'attempts_exceeded', more: 1 },
  });
  expect(await answerOf('/api/patients/signup/verificationFields')).toEqual({
    status: 429,
    body: { error: 'too_many_requests' },
  });
  // The log says with what, and from where, so that an attempt to get around a limit or a check can be seen.
  const said = lines.splice(0).map((line) => v.parse(Logged, JSON.parse(line)));
  expect(said).toMatchObject([
    { level: 30, status: 400, error: 'attempts_exceeded' },
    { level: 30, status: 429, error: 'too_many_requests' },
  ]);
});

test('any other code is a fault of the server: answered as one, and logged', async () => {
  expect(await answerOf('/api/content/Help?language=en')).toEqual({ status: 500, body: { error: 'unexpected' } });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('getContent does not declare the error locked_out');
});

test('a window that opens a file gets a page that says what to do, in the person’s language, when the server is busy', async () => {
  const open = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${listening.port}/api/shl/${'A'.repeat(43)}/file?ticket=any`, { headers });
  for (const language of languageCodes) {
    const answer = await open({ 'sec-fetch-dest': 'document', 'accept-language': language });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    const { laterTitle, laterText, link } = texts[language];
    expect(await answer.text()).toContain(`<h1>${laterTitle}</h1><p>${laterText}</p><p><a href="/">${link}</a></p>`);
  }
  expect(await (await open({})).json()).toEqual({ error: 'unavailable' });
});
