import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LabResult, PatientId, calls, chooseLabResultOpening, getLabResult, listLabResults } from '@portal/api';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clinicalDocument } from '../../tests/server/ccdaDocuments.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { type Json, bundle, ndjson, observation, report } from '../../tests/server/record.ts';
import { smtpRefusal, startTestSmtp, type TestSmtp } from '../../tests/server/smtp.ts';
import { importRecords } from '../record/import.ts';
import { listHeld, releaseResult } from '../testResults/holds.ts';
import { tellNext } from './notices.ts';

let server: TestServer;
let smtp: TestSmtp;
let patient: Browser;
let patientId: PatientId;
let folder: string;
let files = 0;
const log = pino({ level: 'silent' });

const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 20_000; !(await what()); await wait(10))
    if (Date.now() > end) throw new Error('waited in vain');
};
/** The instant of an hour at the facility, so many days from today. */
const atHour = async (hours: number, days: number) => {
  const [row] = await server.query(
    "select (date_trunc('day', now() at time zone time_zone) + make_interval(days => $2, hours => $1)) at time zone time_zone as at from facilities where id = 1",
    [hours, days],
  );
  return new Date(String(row?.['at']));
};
/** Runs turns at noon, tomorrow or later, until there is nothing to do; gives what was told. */
const tell = async (days = 1, hours = 12) => {
  const at = await atHour(hours, days);
  const told = { things: 0, messages: 0 };
  for (;;) {
    const turn = await tellNext(server.pool, at, { portalUrl: null, log });
    told.things += turn.things;
    told.messages += turn.messages;
    if (turn.patients === 0) break;
  }
  // The queue keeps quiet hours by the database's clock, which the test cannot set.
  await server.query('update mails set by_day_in = null, next_try_at = now()');
  server.mailer.wake();
  return told;
};
const letter = async () => {
  await until(() => smtp.received.length > 0);
  const [first] = smtp.received.splice(0);
  return first?.mail;
};
/** Imports into the patient's record as another system would send it. */
const comes = async (content: string, about = patientId) => {
  files += 1;
  const file = join(folder, String(files));
  await writeFile(file, content);
  const { counts } = await importRecords(server.pool, [file], {
    source: 'notices-test',
    matching: { kind: 'named', patientId: about },
    actor: { userId: null, role: 'admin', name: 'test', sessionId: null },
  });
  expect(counts.faults).toEqual([]);
};
/** A blood count of its own order: a report with two values. */
const count = (id: string, more: Json = {}) => {
  const own = { identifier: [{ system: 'urn:order', value: id }], effectiveDateTime: `2026-03-06T20:${id}:11+01:00` };
  return ndjson([
    observation(`${id}-a`, 'p', { ...own, ...more }),
    observation(`${id}-b`, 'p', own),
    report(`${id}-r`, 'p', [`${id}-a`, `${id}-b`], own),
  ]);
};
const note = (id: string): string =>
  bundle([
    { resourceType: 'Patient', id: 'p' },
    {
      resourceType: 'DocumentReference',
      id,
      status: 'current',
      type: { coding: [{ system: 'http://loinc.org', code: '11506-3', display: 'Progress note' }] },
      category: [
        {
          coding: [
            {
              system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
              code: 'clinical-note',
            },
          ],
        },
      ],
      subject: { reference: 'Patient/p' },
      content: [{ attachment: { contentType: 'text/plain', data: Buffer.from('Words').toString('base64') } }],
    },
  ]);
const allergy = (id: string): string =>
  ndjson([{ resourceType: 'AllergyIntolerance', id, code: { text: 'Latex' }, patient: { reference: 'Patient/p' } }]);
const hold = (holds: unknown) =>
  server.query('update facilities set result_holds = $1 where id = 1', [JSON.stringify(holds)]);
const choose = (columns: string, timing: string | null = null) =>
  server.query(
    `update patient_reminder_settings set record_email = $2 like '%email%', record_sms = $2 like '%sms%', sms_phone_number = '+12025550110', record_timing = $3 where patient_id = $1`,
    [patientId, columns, timing],
  );
const queued = async () => (await server.query('select 1 from record_news')).length;
const newest = async (): Promise<number> => {
  const { body } = await patient.call(listLabResults, { params: { patientId } });
  const found = v.parse(v.array(LabResult), body).find(({ isReviewedByPatient }) => !isReviewedByPatient);
  return found?.labResultId ?? 0;
};

beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startTestServer({ environment: { SMTP_URL: smtp.url } });
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
  patient = await server.signedIn('patient');
  folder = await mkdtemp(join(tmpdir(), 'vestibule-news-'));
  // The demo's visits, forms and messages have notices of their own.
  await server.query('update record_resources set reviewed_at = now()');
  await server.query('delete from patient_reminder_settings');
  await server.query('insert into patient_reminder_settings (patient_id) values ($1)', [patientId]);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await smtp.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  smtp.behave({});
  await choose('email');
  await hold([]);
  await server.query("delete from record_resources where source = 'notices-test'");
  await server.query("delete from lab_results where source = 'notices-test'");
  await server.query('delete from mails');
  await server.query('delete from notices');
  smtp.received.length = 0;
});

describe('what comes into the record', () => {
  test('is told in one mail that names nothing, once', async () => {
    await comes(count('01'));
    await comes(note('n1'));
    await comes(allergy('a1'));
    await comes(clinicalDocument());
    expect(await tell()).toEqual({ things: 6, messages: 1 });
    const mail = await letter();
    expect(mail?.subject).toBe('Something new in your portal');
    expect(mail?.text).toContain('There is something new for you to read.');
    expect(mail?.text).toMatch(/http:\/\/localhost:8080\/\s/);
    expect(`${String(mail?.html)} ${String(mail?.text)}`).not.toMatch(
      /result|note|hemoglobin|blood|words|latex|allerg|otter|summary/i,
    );
    expect(await queued()).toBe(0);
    // The same files again change nothing.
    await comes(count('01'));
    await comes(note('n1'));
    expect(await tell(2)).toEqual({ things: 0, messages: 0 });
  });

  test('and is corrected, is told once more', async () => {
    await comes(count('01'));
    expect(await tell()).toMatchObject({ messages: 1 });
    await comes(count('01', { status: 'corrected', valueQuantity: { value: 12.5, unit: 'g/dL' } }));
    expect(await tell(1, 13)).toEqual({ things: 1, messages: 1 });
    expect(await tell(1, 14)).toEqual({ things: 0, messages: 0 });
  });

  test('comes to several servers, and is told once', async () => {
    await choose('email sms');
    await comes(count('01'));
    const at = await atHour(12, 1);
    await Promise.all([1, 2, 3].map(() => tellNext(server.pool, at, { portalUrl: null, log })));
    expect(
      await server.query('select channel, count(*)::int as things from notices group by channel order by channel'),
    ).toEqual([
      { channel: 'Email', things: 3 },
      { channel: 'Sms', things: 3 },
    ]);
    expect(await server.query("select 1 from mails where kind = 'notice'")).toHaveLength(2);
  });

  test('and was opened before its notice, is not told', async () => {
    await comes(count('01'));
    const labResultId = await newest();
    await patient.call(getLabResult, { params: { patientId, labResultId } });
    expect(await tell()).toEqual({ things: 0, messages: 0 });
    expect(await queued()).toBe(0);
  });

  test('and waits for a visit by its reader’s choice, is not told', async () => {
    await comes(count('01'));
    const labResultId = await newest();
    await patient.call(chooseLabResultOpening, { params: { patientId, labResultId }, body: { choice: 'wait' } });
    expect(await tell()).toEqual({ things: 0, messages: 0 });
  });

  test('is opened while its mail waits in the queue: the mail is taken back', async () => {
    smtp.behave({
      onMessage: () => {
        throw smtpRefusal(451);
      },
    });
    await comes(count('01'));
    await tell();
    await until(async () => (await server.query('select failure from mails'))[0]?.['failure'] === '451');
    await patient.call(getLabResult, { params: { patientId, labResultId: await newest() } });
    await tell(1, 13);
    expect(await server.query('select state, recipient from mails')).toEqual([{ state: 'expired', recipient: null }]);
  });

  test('is taken back by its source, or is nothing that is shown as new: it is not told', async () => {
    await comes(note('n1'));
    await comes(note('n1').replace('"current"', '"entered-in-error"'));
    await comes(ndjson([observation('v1', 'p', { category: [{ coding: [{ code: 'vital-signs' }] }] })]));
    expect(await tell()).toEqual({ things: 0, messages: 0 });
    expect(await queued()).toBe(0);
  });
});

describe('a result that the facility holds back', () => {
  test('is told when its days are over', async () => {
    await hold([{ codes: ['718-7'], days: 5 }]);
    await comes(count('01'));
    await comes(note('n1'));
    expect(await tell(1)).toEqual({ things: 1, messages: 1 });
    expect(await tell(4)).toEqual({ things: 0, messages: 0 });
    const [agenda] = await server.query(
      `select look_at = (select date_trunc('milliseconds', min(imported_at)) + interval '5 days 1 millisecond' from record_resources where resource_id like '01-%') as "isExact"
       from notice_agenda where patient_id = $1`,
      [patientId],
    );
    expect(agenda).toEqual({ isExact: true });
    // It opens, and ten minutes later its notice goes out.
    await tell(6);
    expect(await tell(6, 13)).toEqual({ things: 3, messages: 1 });
    expect(await tell(7)).toEqual({ things: 0, messages: 0 });
  });

  test('is told when it is released', async () => {
    await hold([{ codes: ['718-7'], days: null }]);
    await comes(count('01'));
    expect(await tell(1)).toEqual({ things: 0, messages: 0 });
    expect(await tell(20)).toEqual({ things: 0, messages: 0 });
    const held = await listHeld(server.pool.db, patientId);
    for (const { labResultId } of held) await releaseResult(server.pool.db, patientId, labResultId);
    await tell(21);
    expect(await tell(21, 13)).toEqual({ things: 3, messages: 1 });
    expect(await tell(22)).toEqual({ things: 0, messages: 0 });
  });

  test('is told when the facility no longer holds it', async () => {
    await hold([{ codes: ['718-7'], days: null }]);
    await comes(count('01'));
    expect(await tell(1)).toEqual({ things: 0, messages: 0 });
    await hold([]);
    await tell(2);
    expect(await tell(2, 13)).toEqual({ things: 3, messages: 1 });
  });
});

describe('nobody is told', () => {
  const nothing = async () => {
    expect(await tell()).toEqual({ things: 0, messages: 0 });
  };

  test.each(['TestResults', 'MedicalNotes', 'TreatmentSummary'])(
    'of what is in %s while that module is off',
    async (module) => {
      const [row] = await server.query('select capabilities from facilities where id = 1');
      await server.query('update facilities set capabilities = capabilities - $1 where id = 1', [module]);
      const content = { TestResults: count('01'), MedicalNotes: note('n1'), TreatmentSummary: allergy('a1') }[module];
      await comes(content ?? '');
      await nothing();
      await server.query('update facilities set capabilities = $1 where id = 1', [
        JSON.stringify(row?.['capabilities']),
      ]);
    },
  );

  test('whose account is disabled, or who acts for the patient', async () => {
    await server.query('update users set disabled_at = now() where id = (select user_id from patients where id = $1)', [
      patientId,
    ]);
    await comes(count('01'));
    await nothing();
    await server.query('update users set disabled_at = null');
    await comes(count('02'));
    await tell();
    expect(await server.query('select distinct recipient from mails where recipient is not null')).toHaveLength(1);
  });

  test('who turned it off, or turns it on only after it came', async () => {
    await choose('email', 'Off');
    await comes(count('01'));
    expect(await queued()).toBe(0);
    await choose('');
    await comes(count('02'));
    await choose('email');
    await nothing();
  });
});

test('once a day is at nine', async () => {
  await choose('email', 'Daily');
  await server.query("update notice_agenda set look_at = '-infinity'");
  await comes(count('01'));
  // It came today; nine o'clock of tomorrow is the next one, or of today if that is still to come.
  await tell(1, 9);
  expect(await server.query("select 1 from mails where kind = 'notice'")).toHaveLength(1);
  expect(await tell(1, 10)).toEqual({ things: 0, messages: 0 });
});

test('the link in the mail stops it, and what the settings leave out stays as it is', async () => {
  await comes(count('01'));
  await tell();
  const token = /stop-notices\?token=([\w-]{22})/.exec((await letter())?.text ?? '')?.[1] ?? '';
  const stopped = await server.browser().call(calls.stopNotices, { body: { token, kind: 'record' } });
  expect(stopped.body).toMatchObject({ channel: 'Email', kinds: [{ kind: 'record', isOn: false }] });
  const params = { patientId };
  const read = async () => (await patient.call(calls.getNotificationSettings, { params })).body;
  expect(await read()).toMatchObject({ recordEmailEnabled: false, recordTiming: 'AtOnce' });
  const {
    recordEmailEnabled: _,
    recordSmsEnabled: __,
    recordTiming: ___,
    ...older
  } = v.parse(calls.saveNotificationSettings.body, await read());
  const save = (more: object) => patient.call(calls.saveNotificationSettings, { params, body: { ...older, ...more } });
  expect(await save({ recordEmailEnabled: true, recordTiming: 'Daily' })).toMatchObject({ status: 200 });
  expect(await save({})).toMatchObject({ status: 200, body: { recordEmailEnabled: true, recordTiming: 'Daily' } });
  expect(await save({ recordSmsEnabled: true, smsPhoneNumber: null })).toMatchObject({
    status: 400,
    body: { error: 'phone_required' },
  });
  expect(await save({ recordTiming: 'Weekly' })).toMatchObject({ status: 400 });
});
