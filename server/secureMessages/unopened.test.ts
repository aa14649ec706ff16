import { CareProviderId, IdempotencyKey, PatientId, getThread, listMessageRecipients, sendMessage } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { tellOfUnopened } from './unopened.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The instant so many working days (Monday to Friday) after `$since`, in Toronto. */
const later = async (since: string, days: number): Promise<unknown> =>
  (
    await server.query(
      `select after_working_days('${since}', ${String(days)}, array[1,2,3,4,5], 'America/Toronto') at time zone 'America/Toronto' as at`,
    )
  )[0];

test.each([
  ['a Tuesday morning', '2026-11-10 08:15-05', 2, '2026-11-12 08:15:00'],
  ['a Friday noon', '2026-11-13 12:00-05', 2, '2026-11-17 12:00:00'],
  ['a Saturday', '2026-11-14 12:00-05', 2, '2026-11-18 00:00:00'],
  ['over the change of the clocks', '2026-10-30 09:00-04', 1, '2026-11-02 09:00:00'],
  ['the same day', '2026-11-10 08:15-05', 1, '2026-11-11 08:15:00'],
])('working days leave out days off: %s', async (_name, since, days, expected) => {
  expect(JSON.stringify(await later(since, days))).toContain(expected.slice(0, 10));
  expect(
    (
      await server.query(
        `select to_char(after_working_days('${since}', ${String(days)}, array[1,2,3,4,5], 'America/Toronto') at time zone 'America/Toronto', 'YYYY-MM-DD HH24:MI:SS') as at`,
      )
    )[0],
  ).toEqual({ at: expected });
});

test('a message that nobody opened within two working days, where the facility names no others, is told to the supervisor once, and the patient sees it', async () => {
  const patient = await server.signedIn('patient');
  const mine = { patientId: v.parse(PatientId, (await server.ids('patient')).patientId) };
  await server.query(
    `update secure_messages set office_told_at = now() where is_from_patient and read_at is null and office_told_at is null;
     update facilities set message_settings = '{"supervisorEmail": "office@northlight.example", "workingDays": [1,2,3,4,5]}' where is_default`,
  );
  const { recipients } = v.parse(
    listMessageRecipients.answer,
    (await patient.call(listMessageRecipients, { params: mine })).body,
  );
  const careProviderId = v.parse(CareProviderId, recipients.find(({ takesMessages }) => takesMessages)?.careProviderId);
  const sent = await patient.call(sendMessage, {
    params: { ...mine, careProviderId },
    headers: { 'idempotency-key': v.parse(IdempotencyKey, crypto.randomUUID()) },
    body: { subject: 'Tired', content: 'I am tired.' },
  });
  const { threadId } = v.parse(sendMessage.answer, sent.body);
  await server.query(
    `update secure_messages set sent_at = '2026-11-10T13:15:00Z' where thread_id = ${String(threadId)}`,
  );
  const look = (at: string) => tellOfUnopened({ tx: (work) => server.tx(work) }, new Date(at));
  expect(await look('2026-11-12T13:14:00Z')).toBe(0);
  expect(
    (await Promise.all(Array.from({ length: 5 }, () => look('2026-11-12T13:20:00Z')))).toSorted((a, b) => a - b),
  ).toEqual([0, 0, 0, 0, 1]);
  const [message] = v.parse(getThread.answer, (await patient.call(getThread, { params: { ...mine, threadId } })).body);
  expect(message).toMatchObject({ readAt: null, officeToldAt: '2026-11-12T13:20:00.000Z', officeToldAfterDays: 2 });
  const [mail] = await server.waitForMails('office@northlight.example', 1);
  expect(mail?.subject).toBe('Messages are waiting to be opened');
  expect(mail?.text).not.toContain('tired');
});
