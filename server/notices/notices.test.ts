import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FacilityId, PatientId, type StopLink, calls, reminderKinds, reminders } from '@portal/api';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setDeceased } from '../account/deceased.ts';
import { smsSignature } from '../mail/sms.ts';
import { smtpRefusal, startTestSmtp, type TestSmtp } from '../../tests/server/smtp.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { tellNext } from './notices.ts';

let server: TestServer;
let smtp: TestSmtp;
let patientId: number;
const email = 'patient@example.org';
const log = pino({ level: 'silent' });

/** What was sent to the facility's text message service, and how the service answers. */
const texts: { readonly body: string; readonly headers: Readonly<Record<string, unknown>> }[] = [];
const service = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    texts.push({ body, headers: request.headers });
    response.writeHead(202).end();
  });
});
const secret = 'a secret of the tests';

const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 20_000; !(await what()); await wait(10))
    if (Date.now() > end) throw new Error('waited in vain');
};
/** Runs a turn at noon at the facility, whatever the time is here. */
const tell = async (hours = 12) => {
  const [row] = await server.query(
    "select (date_trunc('day', now() at time zone time_zone) + interval '1 day' + make_interval(hours => $1)) at time zone time_zone as at from facilities where id = 1",
    [hours],
  );
  const turn = await tellNext(server.pool, new Date(String(row?.['at'])), { portalUrl: null, log });
  // The queue keeps quiet hours by the database's clock, which the test cannot set.
  await server.query('update mails set by_day_in = null, next_try_at = now()');
  server.mailer.wake();
  return turn;
};
const letter = async () => {
  await until(() => smtp.received.length > 0);
  const [first] = smtp.received.splice(0);
  return first?.mail;
};
const tokenIn = (text: string | undefined): string => /stop-notices\?token=([\w-]{22})/.exec(text ?? '')?.[1] ?? '';
const column = async (name: string) =>
  (
    await server.query('select to_jsonb(s) -> $2 as value from patient_reminder_settings s where patient_id = $1', [
      patientId,
      name,
    ])
  )[0]?.['value'];
/** A message that comes in at eleven on the next day, an hour before `tell`. */
const message = () =>
  server.query(
    `with t as (insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject) values ($1, 1, 'A', 'B', 'C') returning id)
     insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, send_key, sent_at)
     select t.id, $1, false, 'A', 'B', 'Words', gen_random_uuid(), (date_trunc('day', now() at time zone f.time_zone) + interval '1 day 11 hours') at time zone f.time_zone
     from t join facilities f on f.id = 1`,
    [patientId],
  );
const choose = async (columns: readonly string[]) => {
  await server.query(
    "insert into patient_reminder_settings (patient_id, sms_phone_number) values ($1, '+12025550110') on conflict do nothing",
    [patientId],
  );
  await server.query(
    `update patient_reminder_settings set appointment_email = false, appointment_sms = false, follow_up_email = false, follow_up_sms = false, questionnaire_email = false,
       questionnaire_sms = false, secure_message_email = $2, secure_message_sms = $3, email_bounced_at = null, use_primary_email = true where patient_id = $1`,
    [patientId, columns.includes('Email'), columns.includes('Sms')],
  );
};

beforeAll(async () => {
  smtp = await startTestSmtp();
  await new Promise<void>((settle) => {
    service.listen(0, '127.0.0.1', () => settle());
  });
  const { port } = service.address() as AddressInfo;
  server = await startTestServer({
    environment: { SMTP_URL: smtp.url, SMS_URL: `http://127.0.0.1:${port}/texts`, SMS_SECRET: secret },
  });
  patientId = (await server.ids('patient')).patientId ?? 0;
});
afterAll(async () => {
  await server.stop();
  await smtp.close();
  service.close();
});
beforeEach(async () => {
  smtp.behave({});
  await choose([]);
  await server.query('delete from mails');
  await server.query('delete from notices');
  await server.query('delete from secure_messages');
  smtp.received.length = 0;
  texts.length = 0;
});

describe('a notice', () => {
  test('by mail says no more than that there is a message, leads to it, and can be stopped by a mail program', async () => {
    await choose(['Email']);
    await message();
    expect(await tell()).toMatchObject({ things: 1, messages: 1 });
    const mail = await letter();
    expect(mail?.subject).toBe('Something new in your portal');
    expect(mail?.text).toContain('You have a new message.');
    expect(mail?.text).toMatch(/\/secure-message\?threadId=\d+/);
    expect(mail?.text).not.toContain('Words');
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toMatch(
      /^<http:\/\/localhost:8080\/api\/notices\/unsubscribe\?token=[\w-]{22}>$/,
    );
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(await tell(14)).toMatchObject({ things: 0 });
  });

  test('of an answer that is late is sent once, in no words of it, and not when the answer has come', async () => {
    await choose(['Email']);
    const ask = () =>
      server.query(
        `with t as (insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject) values ($1, 1, 'A', 'B', 'C') returning id),
           m as (insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, send_key, sent_at)
             select t.id, $1, true, 'A', 'B', 'Words', gen_random_uuid(), now() from t returning id, thread_id)
         insert into secure_requests (thread_id, patient_id, message_id, kind, about, promised_by)
         select m.thread_id, $1, m.id, 'refill', 'Words', (date_trunc('day', now() at time zone f.time_zone) + interval '1 day 11 hours') at time zone f.time_zone
         from m join facilities f on f.id = 1 returning thread_id`,
        [patientId],
      );
    await ask();
    expect(await tell(10)).toMatchObject({ things: 0 });
    expect(await tell(12)).toMatchObject({ things: 1, messages: 1 });
    const mail = await letter();
    expect(mail?.text).toContain('An answer that you are waiting for is late.');
    expect(mail?.text).toMatch(/\/secure-message\?threadId=\d+/);
    expect(mail?.text).not.toMatch(/Words|refill/);
    expect(await tell(13)).toMatchObject({ things: 0 });

    const [second] = await ask();
    await server.query('update secure_requests set answered_at = now() where thread_id = $1', [second?.['thread_id']]);
    expect(await tell(14)).toMatchObject({ things: 0 });
    await server.query('delete from secure_requests');
  });

  test('by text message goes to the service, signed, with an id that names it', async () => {
    await choose(['Sms']);
    await message();
    await tell();
    await until(() => texts.length === 1);
    const [{ body, headers } = { body: '', headers: {} }] = texts;
    const sent = JSON.parse(body) as { id: string; to: string; text: string };
    expect(sent.to).toBe('+12025550110');
    expect(sent.text).toContain('Northlight Patient Portal: You have a new message.');
    expect(tokenIn(sent.text)).not.toBe('');
    expect(headers['idempotency-key']).toBe(sent.id);
    expect(headers['sms-signature']).toBe(smsSignature(secret, String(headers['sms-timestamp']), body));
  });

  test('goes to several channels, once each, whatever server looks', async () => {
    await choose(['Email', 'Sms']);
    await message();
    await Promise.all([tell(), tell(), tell()]);
    await until(() => smtp.received.length > 0 && texts.length > 0);
    expect(await server.query('select channel from notices order by channel')).toEqual([
      { channel: 'Email' },
      { channel: 'Sms' },
    ]);
  });

  test('survives a server that dies before it has committed, and is told once', async () => {
    await choose(['Email']);
    await message();
    // The connection is cut while the server waits to queue the notices whose rows it has already written.
    await server
      .tx(async (tx) => {
        await tx.script('lock table mails in exclusive mode');
        const cut = tell().catch(() => 'cut');
        await until(
          async () =>
            (
              await server.query(
                "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into mails%'",
              )
            ).length > 0,
        );
        await server.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into mails%'",
        );
        await cut.catch(() => undefined);
      })
      .catch(() => undefined);
    await until(async () => (await tell()).patients === 0);
    expect(await server.query('select channel from notices')).toEqual([{ channel: 'Email' }]);
    expect((await server.query("select 1 from mails where kind = 'notice'")).length).toBe(1);
  });

  test('that waits in the queue is taken back when its message was read meanwhile', async () => {
    await choose(['Email']);
    smtp.behave({
      onMessage: () => {
        throw smtpRefusal(451);
      },
    });
    await message();
    await tell();
    await until(async () => (await server.query('select failure from mails'))[0]?.['failure'] === '451');
    await server.query('update secure_messages set read_at = now()');
    await tell(13);
    expect(await server.query('select state, recipient from mails')).toEqual([{ state: 'expired', recipient: null }]);
    expect(await server.query('select 1 from notices')).toEqual([]);
  });

  test('that waits in the queue is taken back when the patient has died, and nothing comes after it', async () => {
    await choose(['Email']);
    await message();
    smtp.behave({
      onMessage: () => {
        throw smtpRefusal(451);
      },
    });
    await tell();
    await until(async () => (await server.query("select 1 from mails where failure = '451'")).length > 0);
    const who = { patientId: v.parse(PatientId, patientId), facilityId: v.parse(FacilityId, 1) };
    const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
    await server.tx((tx) => setDeceased(tx, who, true, clerk));
    await message();
    expect(await tell(13)).toMatchObject({ things: 0, messages: 0 });
    expect(await server.query('select state, recipient from mails')).toEqual([{ state: 'expired', recipient: null }]);
    await server.tx((tx) => setDeceased(tx, who, false, clerk));
    // It was an error: what is still unread is told.
    smtp.behave({});
    expect(await tell(14)).toMatchObject({ things: 2, messages: 1 });
    await letter();
  });

  test('reminds of a visit once, and not of one that is cancelled, then or later', async () => {
    await server.query(
      "update patient_reminder_settings set appointment_email = true, appointment_offset = '1Day' where patient_id = $1",
      [patientId],
    );
    await server.query('delete from appointments where patient_id = $1 and follow_up_id is null', [patientId]);
    const visit = async (isCancelled: boolean) =>
      Number(
        (
          await server.query(
            `insert into appointments (patient_id, facility_id, kind, starts_at, type, status, is_cancelled)
             select $1, id, 'ExternalAppointment', (today_in(time_zone) + 2 + time '15:00') at time zone time_zone, 'Blood draw', 'Scheduled', $2 from facilities where id = 1 returning id`,
            [patientId, isCancelled],
          )
        )[0]?.['id'],
      );
    const stands = await visit(false);
    await visit(true);
    const toldOf = () =>
      server.query("select thing_id::int as visit from notices where patient_id = $1 and kind = 'appointment'", [
        patientId,
      ]);
    expect(await tell()).toMatchObject({ things: 1, messages: 1 });
    expect(await toldOf()).toEqual([{ visit: stands }]);
    expect((await letter())?.text).toContain('visit');
    // Something else comes in, so that the patient is looked at again.
    await choose(['Email']);
    await server.query('update patient_reminder_settings set appointment_email = true where patient_id = $1', [
      patientId,
    ]);
    await message();
    expect(await tell(13)).toMatchObject({ things: 1, messages: 1 });
    expect(await toldOf()).toEqual([{ visit: stands }]);
    expect((await letter())?.text).not.toContain('visit');
  });

  test('is told on the last day of the facility’s subscription, and not after it', async () => {
    await choose(['Email']);
    const endsIn = (days: number) =>
      server.query(
        'update facilities set subscription_ends_on = (now() at time zone time_zone)::date + $1::int where id = 1',
        [days],
      );
    // The notice about it is due tomorrow at noon.
    await endsIn(1);
    await message();
    expect(await tell()).toMatchObject({ things: 1 });
    await endsIn(0);
    await message();
    expect(await tell(13)).toMatchObject({ things: 0 });
    await server.query('update facilities set subscription_ends_on = null where id = 1');
  });

  test('is not looked for again and again where there are no settings', async () => {
    await server.query('delete from patient_reminder_settings');
    await server.query("update notice_agenda set look_at = '-infinity'");
    expect((await tell()).patients).toBeGreaterThan(0);
    expect((await tell()).patients).toBe(0);
  });

  test('waits in the queue while it is night at the facility, until its morning', async () => {
    // A time zone in which it is three at night now.
    const ahead = ((3 - new Date().getUTCHours() + 36) % 24) - 12;
    const zone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`;
    const [facility] = await server.query('select time_zone as zone from facilities where id = 2');
    await server.query('update facilities set time_zone = $1 where id = 2', [zone]);
    await server.query(
      'insert into mails (kind, facility_id, recipient, content, by_day_in) values (\'notice\', 1, \'night@example.org\', \'{"fromName": "A", "subject": "B", "text": "C", "html": "D"}\', $1), (\'passwordChanged\', 1, \'day@example.org\', \'{"fromName": "A", "subject": "B", "text": "C", "html": "D"}\', null)',
      [zone],
    );
    server.mailer.wake();
    await until(() => smtp.received.some(({ to }) => to === 'day@example.org'));
    expect(
      await server.query(
        `select tries, (next_try_at at time zone by_day_in)::time::text as at, next_try_at - now() < interval '6 hours' as "isNext"
         from mails where recipient = 'night@example.org'`,
      ),
    ).toEqual([{ tries: 0, at: '08:00:00', isNext: true }]);
    await server.query('update facilities set time_zone = $1 where id = 2', [facility?.['zone']]);
  });
});

describe('an address that the mail server refuses for good', () => {
  test('gets no notices until it changes, or a mail to it arrives', async () => {
    await choose(['Email']);
    smtp.behave({
      onRecipient: () => {
        throw smtpRefusal(550);
      },
    });
    await message();
    await tell();
    await until(async () => (await column('email_bounced_at')) !== null);
    await message();
    expect(await tell(13)).toMatchObject({ things: 0 });
    const patient = await server.signedIn('patient');
    const settings = (await patient.call(calls.getNotificationSettings, { params: { patientId } })).body;
    expect(settings).toMatchObject({ emailBounced: true, emailBouncedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
    // A test message is the way to try the address again.
    smtp.behave({});
    expect((await patient.call(calls.sendTestNotice, { params: { patientId } })).body).toEqual({ channels: ['Email'] });
    expect((await letter())?.subject).toBe('A test of your notices');
    await until(async () => (await column('email_bounced_at')) === null);
    await server.query('update patient_reminder_settings set email_bounced_at = now() where patient_id = $1', [
      patientId,
    ]);
    await server.query("update patients set email_address = 'new@example.org' where id = $1", [patientId]);
    expect(await column('email_bounced_at')).toBeNull();
    await server.query('update patients set email_address = $2 where id = $1', [patientId, email]);
  });
});

describe('the link in a notice', () => {
  const stranger = () => server.browser();
  const aToken = async () => {
    await choose(['Email']);
    await message();
    await tell();
    return tokenIn((await letter())?.text);
  };

  test('says what it stops, stops it without a sign-in, and says so again and again', async () => {
    const token = await aToken();
    const about = (isOn: boolean): StopLink => ({
      channel: 'Email',
      kinds: [{ kind: 'secureMessage', isOn, isUsed: !isOn }],
    });
    expect(await stranger().call(calls.readStopLink, { body: { token } })).toMatchObject({
      status: 200,
      body: about(true),
    });
    expect(await column('secure_message_email')).toBe(true);
    for (let press = 0; press < 2; press += 1)
      expect(await stranger().call(calls.stopNotices, { body: { token } })).toMatchObject({
        status: 200,
        body: about(false),
      });
    expect(await column('secure_message_email')).toBe(false);
    expect(
      await server.query(
        "select count(*)::int as n from audit_events where type = 'notices.stopped' and patient_id = $1",
        [patientId],
      ),
    ).toEqual([{ n: 1 }]);
  });

  test('stops each kind once: whoever turned it on again is not undone by an old mail, and hears so', async () => {
    const token = await aToken();
    await server.query(
      "update notice_stops set kinds = '{secureMessage,questionnaire}' where token_hash = sha256(convert_to($1, 'UTF8'))",
      [token],
    );
    const press = (kind?: 'questionnaire') =>
      stranger().call(calls.stopNotices, { body: { token, ...(kind && { kind }) } });
    const turnOn = () =>
      server.query(
        'update patient_reminder_settings set secure_message_email = true, questionnaire_email = true where patient_id = $1',
        [patientId],
      );
    await turnOn();
    expect((await press('questionnaire')).status).toBe(200);
    await turnOn();
    expect(await press()).toMatchObject({
      status: 200,
      body: {
        kinds: [
          { kind: 'secureMessage', isOn: false, isUsed: true },
          { kind: 'questionnaire', isOn: true, isUsed: true },
        ],
      },
    });
    expect(await stranger().call(calls.unsubscribe, { query: { token } })).toMatchObject({
      status: 400,
      body: { error: 'link_expired' },
    });
    expect([await column('questionnaire_email'), await column('secure_message_email')]).toEqual([true, false]);
  });

  test('works as a mail program presses it, with a form of either type', async () => {
    const token = await aToken();
    const address = `${server.portalUrl}/api/notices/unsubscribe?token=${token}`;
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    // One that opens it in a browser, or looks at it before its reader does, stops nothing and finds the page that asks.
    const opened = await fetch(address, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/stop-notices?token=${token}`]);
    expect(await column('secure_message_email')).toBe(true);
    expect((await fetch(address, { method: 'POST', body: form })).status).toBe(204);
    expect(
      (await fetch(address, { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') })).status,
    ).toBe(204);
    expect(await column('secure_message_email')).toBe(false);
  });

  test('that nobody made is no longer valid, whatever is asked of it', async () => {
    const token = 'A'.repeat(22);
    const over = { status: 400, body: { error: 'link_expired' } };
    expect(await stranger().call(calls.readStopLink, { body: { token } })).toMatchObject(over);
    expect(await stranger().call(calls.stopNotices, { body: { token } })).toMatchObject(over);
    expect(await stranger().call(calls.unsubscribe, { query: { token } })).toMatchObject(over);
  });
});

describe('a test of the notices', () => {
  test('goes by every channel that is chosen, five times an hour', async () => {
    await choose(['Email', 'Sms']);
    await server.query('delete from limits');
    const patient = await server.signedIn('patient');
    const ask = () => patient.call(calls.sendTestNotice, { params: { patientId } });
    expect(await ask()).toMatchObject({ status: 200, body: { channels: ['Email', 'Sms'] } });
    // A mail about this new browser comes too.
    const tests = () => smtp.received.filter(({ mail }) => mail.subject === 'A test of your notices');
    await until(() => texts.length === 1 && tests().length === 1);
    for (let again = 0; again < 4; again += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  test('without a service of text messages is a file that only its owner reads', async () => {
    const alone = await startTestServer();
    const own = (await alone.ids('patient')).patientId ?? 0;
    const patient = await alone.signedIn('patient');
    expect((await patient.call(calls.sendTestNotice, { params: { patientId: own } })).status).toBe(200);
    const folder = join(alone.dataDir, 'outbox');
    const files = async () =>
      existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.txt')) : [];
    await until(async () => (await files()).length === 1);
    expect(await readFile(join(folder, (await files())[0] ?? ''), 'utf8')).toMatch(
      /^To: \+12025550110\n\nNorthlight Patient Portal: This is a test/,
    );
    await alone.stop();
  });
});

describe('a change of the facility', () => {
  const looks = async () =>
    (
      await server.query(
        `select count(*)::int as patients, count(*) filter (where look_at > now() + interval '1 hour')::int as untouched,
           count(*) filter (where look_at between now() - interval '1 minute' and now() + interval '1 minute')::int as soon
         from notice_agenda a join patients p on p.id = a.patient_id where p.home_facility_id = 1`,
      )
    )[0];
  const change = async (set: string) => {
    await server.query("update notice_agenda set look_at = now() + interval '1 day'");
    await server.query(`update facilities set ${set} where id = 1`);
    return looks();
  };
  const without = (module: string): string => {
    const [name = '', field] = module.split('.');
    return field === undefined
      ? `capabilities - '${name}'`
      : `jsonb_set(capabilities, '{${name}}', (capabilities -> '${name}') - '${field}')`;
  };

  test.each(reminderKinds.flatMap((kind) => reminders[kind].modules))(
    'that switches %s looks at every patient again, one after another and none before those who are due',
    async (module) => {
      const [row] = await server.query('select capabilities from facilities where id = 1');
      const after = await change(`capabilities = ${without(module)}`);
      await server.query('update facilities set capabilities = $1 where id = 1', [
        JSON.stringify(row?.['capabilities']),
      ]);
      expect(after?.['patients']).toBeGreaterThan(0);
      expect(after).toMatchObject({ untouched: 0, soon: after?.['patients'] });
    },
  );
  test('that decides nothing of what is sent looks at nobody', async () => {
    const after = await change(
      `capabilities = capabilities - 'Education', time_zone = time_zone, reminder_settings = reminder_settings`,
    );
    expect(after).toMatchObject({ soon: 0, untouched: after?.['patients'] });
  });
});
