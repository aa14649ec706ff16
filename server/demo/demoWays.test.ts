import { calls } from '@portal/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../db/pool.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { demoWays } from './demoWays.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const ways = async (): Promise<string[] | null> => {
  const pool = openPool(server.databaseUrl, 1, () => undefined);
  try {
    return await demoWays(pool, 'http://localhost:8080', '');
  } finally {
    await pool.end();
  }
};

describe('what the demo prints at its start', () => {
  test('lets somebody in by each way, and is fresh each time', async () => {
    const first = (await ways())?.join('\n') ?? '';
    const text = (await ways())?.join('\n') ?? '';
    const link = /patientid=(\d+)&data=([\w-]{43})\n\s+as (\S+), born ([\d-]{10})/.exec(text);
    const { patientId } = await server.ids('patient');
    expect(Number(link?.[1])).toBe(patientId);
    if (patientId === null) throw new Error('patient is no patient');
    expect(
      (await server.browser().followLink({ patientId, data: link?.[2] ?? '' }, link?.[3] ?? '', link?.[4] ?? ''))
        .status,
    ).toBe(200);
    expect((await server.browser().signOn(/sso-id=([\w-]{43})/.exec(text)?.[1] ?? '')).status).toBe(200);
    const [, token = '', pin = ''] = /auth-rep-sign-up\?u=([\w-]{43})\n\s+PIN (\d{6})/.exec(text) ?? [];
    expect((await server.browser().call(calls.verifyInvitationToken, { params: { token, pin } })).status).toBe(200);
    const signUps = [
      ...text.matchAll(/(\S+)\/sign-up\n\s+as (\S+) (.+), born ([\d-]{10}), PIN (\d{6})(?:, number (\S+))?/g),
    ];
    expect(signUps.map(([, origin]) => origin)).toEqual(['http://localhost:8080', 'http://harbour.localhost:8080']);
    for (const [, origin = '', firstName = '', lastName = '', born = '', itsPin = '', mrn = ''] of signUps) {
      const behind = await startTestServer({ beside: server, environment: { TRUST_PROXY: '1' } });
      const answer = await behind.browser().call(calls.validateInvitedPatient, {
        headers: { 'x-forwarded-host': new URL(origin).host },
        body: { firstName, lastName, birthDate: born.replaceAll('-', '/'), pin: itsPin, mrn },
      });
      expect(answer.status).toBe(200);
      await behind.stop();
    }
    for (const secret of [/data=[\w-]+/, /sso-id=[\w-]+/, /u=[\w-]+/])
      expect(first).not.toContain(secret.exec(text)?.[0]);
  });

  test('is nothing where there is no demo', async () => {
    const rows = async () =>
      server.query(
        'select (select count(*) from invitations) as i, (select count(*) from emailed_links) as l, (select count(*) from sso_tickets) as t',
      );
    await server.query('update facilities set is_demo = false');
    const before = await rows();
    expect(await ways()).toBeNull();
    expect(await rows()).toEqual(before);
  });
});
