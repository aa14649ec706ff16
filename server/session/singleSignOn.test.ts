import { createHmac } from 'node:crypto';
import { FacilityId, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { renewSecret } from './singleSignOn.ts';

let server: TestServer;
let northlight: FacilityId;
let harbour: FacilityId;
let secret: string;
const serverKey = 'a key of these tests that is long enough';
const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;

beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000', SERVER_KEY: serverKey } });
  northlight = (await server.ids('patient')).facilityId;
  harbour = (await server.ids('limited')).facilityId;
  secret = await server.tx((tx) => renewSecret(tx, serverKey, clerk, northlight));
});
afterAll(() => server.stop());

const notFound = { status: 404, body: { error: 'not_found' } };
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const nowSeconds = () => Math.floor(Date.now() / 1000);
const began = nowSeconds();
let tick = 0;

/** A request as an identity system would make it. */
function ask(
  more: {
    facilityId?: FacilityId;
    subject?: string;
    timestamp?: number;
    secret?: string;
    signature?: string;
    signedSubject?: string;
  } = {},
): Promise<Answer> {
  const { facilityId = northlight, subject = 'patient' } = more;
  // A signature works once, so each request gets its own second, counted back from one instant.
  const timestamp = String(more.timestamp ?? began - (tick += 1));
  const signature =
    more.signature ??
    createHmac('sha256', more.secret ?? secret)
      .update(`${timestamp}\n${facilityId}\n${more.signedSubject ?? subject}`)
      .digest('hex');
  return server.browser().call(calls.createSsoTicket, {
    headers: { 'sso-timestamp': timestamp, 'sso-signature': signature },
    body: { facilityId, subject },
  });
}
const ticketOf = (answer: Answer): string => v.parse(calls.createSsoTicket.answer, answer.body).ssoId;

describe('the ticket of an identity system', () => {
  test('signs its person on, once', async () => {
    const answer = await ask();
    expect(answer).toMatchObject({ status: 200, body: { expiresIn: 60 } });
    const browser = server.browser();
    expect((await browser.signOn(ticketOf(answer))).status).toBe(200);
    expect(await browser.profile()).toMatchObject({ userName: 'patient', loginType: 'singleSignOn' });
    expect(await server.browser().signOn(ticketOf(answer))).toMatchObject(invalidGrant);
    const { patientId, userId } = await server.ids('patient');
    expect((await browser.call(calls.getPatient, { params: { patientId: patientId ?? 0 } })).status).toBe(200);
    expect(
      (await browser.call(calls.logOff, { params: { userId }, body: { auditEventType: 'ssologoffauditevent' } }))
        .status,
    ).toBe(204);
    const rows = await server.query(
      "select type, actor_name from audit_events where patient_id = $1 and type in ('sso.ticket.issued', 'session.started') order by seq",
      [patientId],
    );
    expect(rows).toEqual([
      { type: 'sso.ticket.issued', actor_name: 'identity system' },
      { type: 'session.started', actor_name: 'Juniper Applewhistle' },
    ]);
  });

  test('of a representative gives a representative’s session', async () => {
    const browser = server.browser();
    await browser.signOn(ticketOf(await ask({ subject: 'representative' })));
    expect(await browser.profile()).toMatchObject({ isAuthorizedRepresentative: true, loginType: 'singleSignOn' });
  });

  test('is worth nothing after 60 seconds, at the kiosk, or when its person was disabled', async () => {
    const late = ticketOf(await ask());
    await server.query("update sso_tickets set created_at = created_at - interval '61 seconds' where used_at is null");
    expect(await server.browser().signOn(late)).toMatchObject(invalidGrant);
    const ticket = ticketOf(await ask());
    expect(await server.browser('kiosk').signOn(ticket)).toMatchObject(invalidGrant);
    await server.query("update users set disabled_at = now() where username = 'patient'");
    expect(await server.browser().signOn(ticket)).toMatchObject(invalidGrant);
    expect(await ask()).toMatchObject(notFound);
    await server.query("update users set disabled_at = null where username = 'patient'");
    expect((await server.browser().signOn(ticket)).status).toBe(200);
  });

  test('of ten sign-ons at once, one gets in', async () => {
    const ticket = ticketOf(await ask());
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.browser().signOn(ticket)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is not stored in clear, and neither is the secret', async () => {
    const ticket = ticketOf(await ask());
    expect(
      JSON.stringify(await server.query("select encode(ticket_hash, 'escape') as t from sso_tickets")),
    ).not.toContain(ticket);
    expect(
      JSON.stringify(await server.query("select encode(sso_secret, 'escape') as t from facilities")),
    ).not.toContain(secret);
  });

  test('ends with the subscription', async () => {
    const ticket = ticketOf(await ask());
    await server.query('update facilities set subscription_ends_on = today_in(time_zone) - 1 where id = $1', [
      northlight,
    ]);
    expect(await server.browser().signOn(ticket)).toMatchObject({
      status: 400,
      body: { error: 'invalid_subscription' },
    });
    await server.query('update facilities set subscription_ends_on = null');
  });
});

describe('the identity system gets the same 404', () => {
  test('for every fault', async () => {
    const answers: [string, Answer][] = [
      ['another secret', await ask({ secret: 'another' })],
      ['no signature at all', await ask({ signature: '0'.repeat(64) })],
      ['a signature of another subject', await ask({ signedSubject: 'noemail' })],
      ['too old', await ask({ timestamp: nowSeconds() - 301 })],
      ['from the future', await ask({ timestamp: nowSeconds() + 330 })],
      ['a facility without a secret', await ask({ facilityId: harbour, subject: 'limited' })],
      ['a facility that does not exist', await ask({ facilityId: v.parse(FacilityId, 987_654) })],
      ['nobody of that name', await ask({ subject: 'nobody' })],
      ['a person of another facility', await ask({ subject: 'limited' })],
      ['a kiosk manager', await ask({ subject: 'kiosk' })],
    ];
    for (const [fault, { status, body }] of answers) expect({ status, body }, fault).toEqual(notFound);
  });

  test('for a signature that was used, also by ten at once', async () => {
    const timestamp = nowSeconds() - 100;
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask({ timestamp })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await ask({ timestamp })).toMatchObject(notFound);
  });

  test('when the server has lost its key, until the secret is renewed', async () => {
    const elsewhere = await startTestServer({ beside: server });
    const timestamp = String(nowSeconds() - 200);
    const signature = createHmac('sha256', secret).update(`${timestamp}\n${northlight}\npatient`).digest('hex');
    expect(
      await elsewhere.browser().call(calls.createSsoTicket, {
        headers: { 'sso-timestamp': timestamp, 'sso-signature': signature },
        body: { facilityId: northlight, subject: 'patient' },
      }),
    ).toMatchObject(notFound);
    await elsewhere.stop();
    const before = secret;
    secret = await server.tx((tx) => renewSecret(tx, serverKey, clerk, northlight));
    expect(await ask({ secret: before })).toMatchObject(notFound);
    expect((await ask()).status).toBe(200);
  });

  test('and faults count against its address, people that it alone knows do not', async () => {
    const limited = await startTestServer({
      beside: server,
      environment: { ADDRESS_FAILURES: '2', SERVER_KEY: serverKey },
    });
    await server.query('delete from limits');
    const signed = (name: string, key = secret) => {
      const timestamp = String(began - (tick += 1));
      const signature = createHmac('sha256', key).update(`${timestamp}\n${northlight}\n${name}`).digest('hex');
      return limited.browser().call(calls.createSsoTicket, {
        headers: { 'sso-timestamp': timestamp, 'sso-signature': signature },
        body: { facilityId: northlight, subject: name },
      });
    };
    for (let turn = 0; turn < 4; turn += 1) expect((await signed('nobody')).status).toBe(404);
    for (let turn = 0; turn < 2; turn += 1) expect((await signed('patient', 'wrong')).status).toBe(404);
    expect((await signed('patient')).status).toBe(429);
    await limited.stop();
    await server.query('delete from limits');
  });
});
