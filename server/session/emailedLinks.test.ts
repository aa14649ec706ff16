import { calls } from '@portal/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestLink, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
afterAll(() => server.stop());
beforeEach(() => server.query('delete from login_failures'));

/** Juniper Applewhistle of the demo. */
const [name, born] = ['Applewhistle', '1971-03-14'];
const wrong = { status: 400, body: { error: 'username_password_incorrect' } };
const expired = { status: 400, body: { error: 'link_expired' } };
const locked = { status: 400, body: { error: 'locked_out', minutes: 15 } };
const follow = (link: TestLink, lastName = name, birthDate = born) =>
  server.browser().followLink(link, lastName, birthDate);

describe('an emailed link', () => {
  test('with last name and date of birth opens a session of two hours that reaches what is due and nothing else', async () => {
    const link = await server.link('patient');
    const browser = server.browser();
    expect(await browser.followLink(link, name, born)).toMatchObject({
      status: 200,
      body: { expires_in: 3600, token_type: 'Bearer' },
    });
    const profile = await browser.profile();
    expect(profile).toMatchObject({
      loginType: 'patientLinkUser',
      ids: [{ idType: 'Patient', value: link.patientId }],
      isAuthorizedRepresentative: false,
    });
    const [session] = await server.query(
      'select role, extract(epoch from expires_at - created_at)::int as seconds from sessions order by id desc limit 1',
    );
    expect(session).toEqual({ role: 'linkUser', seconds: 7200 });
    const params = { patientId: link.patientId };
    const all = (await (await server.signedIn('patient')).call(calls.listQuestionnaires, { params })).body as unknown[];
    const due = (await browser.call(calls.listQuestionnaires, { params })).body as {
      assignedQuestionnaireId: number;
    }[];
    expect(due.length).toBeGreaterThan(0);
    expect(due.length).toBeLessThan(all.length);
    expect(
      (
        await browser.call(calls.getQuestionnaire, {
          params: { ...params, assignedQuestionnaireId: due[0]?.assignedQuestionnaireId ?? 0 },
        })
      ).status,
    ).toBe(200);
    expect(await browser.call(calls.getPatient, { params })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    expect((await browser.call(calls.setPatientLanguage, { params, query: { language: 'es' } })).status).toBe(204);
    expect((await browser.call(calls.getPatientLanguage, { params })).body).toBe('es');
    expect(
      (
        await browser.call(calls.logOff, {
          params: { userId: profile.userId },
          body: { auditEventType: 'urllinklogoffauditevent', patientId: link.patientId },
        })
      ).status,
    ).toBe(204);
    expect((await browser.call(calls.listQuestionnaires, { params })).status).toBe(401);
  });

  test('takes the name without capitals and accents, and with spaces around it', async () => {
    await server.query(
      "update patients set last_name = 'Solano Peña' where user_id = (select id from users where username = 'noemail')",
    );
    expect((await follow(await server.link('noemail'), ' SOLANO  pena ', '1959-07-21')).status).toBe(200);
    await server.query(
      "update patients set last_name = '王' where user_id = (select id from users where username = 'noemail')",
    );
    expect((await follow(await server.link('noemail'), '王', '1959-07-21')).status).toBe(200);
  });

  test('refuses another name, another day, another patient and a link that nobody made, all alike', async () => {
    const link = await server.link('patient');
    const other = await server.ids('noemail');
    const answers = [
      await follow(link, 'Appelwhistle'),
      await follow(link, name, '1971-03-15'),
      await follow(link, ''),
      await follow({ ...link, patientId: other.patientId ?? link.patientId }),
      await follow({ ...link, data: 'A'.repeat(43) }),
      await follow({ ...link, data: '' }),
      await server.browser('kiosk').followLink(await server.link('patient'), name, born),
    ];
    for (const answer of answers) expect({ status: answer.status, body: answer.body }).toEqual(wrong);
    expect((await follow(link)).status).toBe(200);
  });

  test('ends with its first sign-in, with its time, and says so', async () => {
    const used = await server.link('patient');
    expect((await follow(used)).status).toBe(200);
    expect(await follow(used)).toMatchObject(expired);
    const old = await server.link('patient');
    await server.query("update emailed_links set expires_at = now() - interval '1 second' where used_at is null");
    expect(await follow(old)).toMatchObject(expired);
    expect(await follow({ ...old, patientId: (await server.ids('noemail')).patientId ?? old.patientId })).toMatchObject(
      wrong,
    );
  });

  test('is tried again by the page whose answer was lost, for ten minutes, and has one session', async () => {
    const link = await server.link('patient');
    const key = 'the-page-that-was-open';
    const [first, again] = [server.browser(), server.browser()];
    expect((await first.followLink(link, name, born, key)).status).toBe(200);
    expect(await follow(link)).toMatchObject(expired);
    expect(await server.browser().followLink(link, name, born, 'another-page-of-it')).toMatchObject(expired);
    expect((await again.followLink(link, name, born, key)).status).toBe(200);
    const params = { patientId: link.patientId };
    expect((await first.call(calls.listQuestionnaires, { params })).status).toBe(401);
    expect((await again.call(calls.listQuestionnaires, { params })).status).toBe(200);
    const ended = await server.query(
      `select a.type from audit_events a join sessions s on s.id = a.session_id
       where a.type = 'session.ended' and a.detail ->> 'event' = 'link_retried' and s.ended_because = 'link_retried' and a.patient_id = $1`,
      [link.patientId],
    );
    expect(ended).toHaveLength(1);
    await server.query(
      "update emailed_links set first_used_at = now() - interval '11 minutes' where used_at is not null",
    );
    expect(await again.followLink(link, name, born, key)).toMatchObject(expired);
  });

  test('of ten that come at once, one gets in', async () => {
    const link = await server.link('patient');
    const answers = await Promise.all(Array.from({ length: 10 }, () => follow(link)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(expired);
  });

  test.each(['made', 'not made'])(
    'that was %s is locked for 15 minutes by five wrong names; the right one does not open it then',
    async (kind) => {
      const link = await server.link('patient');
      const tried = kind === 'made' ? link : { ...link, data: 'B'.repeat(43) };
      const answers = [];
      for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await follow(tried, 'Wrong'));
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
        wrong,
        wrong,
        wrong,
        wrong,
        locked,
        locked,
      ]);
      expect(await follow(tried)).toMatchObject(locked);
      expect((await follow(await server.link('patient'))).status).toBe(200);
      await server.query("update login_failures set locked_until = now() - interval '1 second'");
      expect((await follow(tried)).status).toBe(kind === 'made' ? 200 : 400);
    },
  );

  test('leaves its secret nowhere', async () => {
    const link = await server.link('patient');
    await follow(link);
    expect(
      JSON.stringify(await server.query("select encode(data_hash, 'escape') as t from emailed_links")),
    ).not.toContain(link.data);
    expect(JSON.stringify(await server.query('select detail from audit_events'))).not.toContain(link.data);
    const rows = await server.query(
      'select type, detail from audit_events where patient_id = $1 order by seq desc limit 2',
      [link.patientId],
    );
    expect(rows).toEqual([
      { type: 'session.started', detail: { loginType: 'patientLinkUser', device: 'unknown', browser: null } },
      { type: 'link.created', detail: { days: 14 } },
    ]);
  });

  test('at the end of a subscription, and of a patient who was disabled', async () => {
    const link = await server.link('limited');
    await server.query(
      "update facilities set subscription_ends_on = today_in(time_zone) - 1 where short_name = 'Harbour Point'",
    );
    expect(await follow(link, 'Winterbourne', '1980-09-09')).toMatchObject({
      status: 400,
      body: { error: 'invalid_subscription' },
    });
    await server.query('update facilities set subscription_ends_on = null');
    await server.query("update users set disabled_at = now() where username = 'limited'");
    expect(await follow(link, 'Winterbourne', '1980-09-09')).toMatchObject(wrong);
    await server.query("update users set disabled_at = null where username = 'limited'");
    expect((await follow(link, 'Winterbourne', '1980-09-09')).status).toBe(200);
  });
});
