import { readFileSync } from 'node:fs';
import {
  type CallShape,
  CareProviderId,
  IdempotencyKey,
  MessageDraft,
  MessageDraftId,
  MessageThread,
  PatientId,
  SecureMessage,
  SecureMessageId,
  SecureThreadId,
  callUrl,
  checkReceipt,
  countUnreadMessages,
  discardMessageDraft,
  getThread,
  listActivity,
  listMessageDrafts,
  listMessageRecipients,
  listThreads,
  patchThread,
  replyToThread,
  saveMessageDraft,
  searchMessages,
  sendMessage,
} from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, addAnswer } from './addAnswer.ts';
import { foldedText } from './excerpt.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let representative: Browser;
let limited: Browser;
let mine: { readonly patientId: PatientId };
let theirs: { readonly patientId: PatientId };
let doctor: CareProviderId;
let quiet: CareProviderId;

const notFound = { status: 404, body: { error: 'not_found' } };
const newKey = () => v.parse(IdempotencyKey, crypto.randomUUID());
const Sent = v.object({ threadId: SecureThreadId, messageId: SecureMessageId });
type Sent = v.InferOutput<typeof Sent>;

beforeAll(async () => {
  server = await startTestServer();
  [patient, representative, limited] = await Promise.all([
    server.signedIn('patient'),
    server.signedIn('representative'),
    server.signedIn('limited'),
  ]);
  const idOf = async (username: string) => v.parse(PatientId, (await server.ids(username)).patientId);
  mine = { patientId: await idOf('patient') };
  theirs = { patientId: await idOf('limited') };
  const { recipients } = v.parse(
    listMessageRecipients.answer,
    (await patient.call(listMessageRecipients, { params: mine })).body,
  );
  const first = (takes: boolean) =>
    v.parse(CareProviderId, recipients.find(({ takesMessages }) => takesMessages === takes)?.careProviderId);
  [doctor, quiet] = [first(true), first(false)];
  await server.query(
    `update facilities set capabilities = capabilities || '{"SecureMessages":[]}' where not is_default`,
  );
});
afterAll(() => server.stop());

const send = (content = 'May I swim again?', { key = newKey(), browser = patient, subject = 'Swimming' } = {}) =>
  browser.call(sendMessage, {
    params: { ...mine, careProviderId: doctor },
    headers: { 'idempotency-key': key },
    body: { subject, content, attachmentIds: [] },
  });
const sent = async (...given: Parameters<typeof send>): Promise<Sent> => v.parse(Sent, (await send(...given)).body);
const reply = (threadId: number, content = 'Thank you.', { key = newKey(), browser = patient } = {}) =>
  browser.call(replyToThread, {
    params: { ...mine, threadId },
    headers: { 'idempotency-key': key },
    body: { content, attachmentIds: [] },
  });
const answer = (threadId: SecureThreadId, more: Partial<Answer> = {}) =>
  server.tx((tx) =>
    addAnswer(tx, {
      threadId,
      from: { firstName: 'Ottoline', lastName: 'Fernbrook' },
      content: 'Yes, from Monday on.',
      key: crypto.randomUUID(),
      source: 'a test',
      ...more,
    }),
  );
const threads = async (browser = patient, includeArchived: 'true' | 'false' = 'true') =>
  v.parse(v.array(MessageThread), (await browser.call(listThreads, { params: mine, query: { includeArchived } })).body);
const threadOf = async (threadId: number, browser = patient) => {
  const found = (await threads(browser)).find((one) => one.threadId === threadId);
  if (found === undefined) throw new Error('there is no such thread');
  return found;
};
const messages = async (threadId: number, browser = patient) =>
  v.parse(v.array(SecureMessage), (await browser.call(getThread, { params: { ...mine, threadId } })).body);
const unread = async (browser = patient) => (await browser.call(countUnreadMessages, { params: mine })).body;
const search = async (text: string, browser = patient) =>
  v.parse(searchMessages.answer, (await browser.call(searchMessages, { params: mine, body: { text } })).body);
const ownOf = (thread: MessageThread) => {
  const own = thread.members.find(({ patientId }) => patientId !== null);
  if (own === undefined) throw new Error('the patient has no side');
  return own;
};
const patch = (threadId: number, operations: readonly unknown[], browser = patient) =>
  browser.call(patchThread, { params: { ...mine, threadId }, body: operations });
const archiving = (value: boolean) => [{ op: 'replace', path: '/isArchived', value }];
const reviewing = (thread: MessageThread, value = true) => [
  { op: 'replace', path: `/members/${String(ownOf(thread).threadMemberId)}/areMessagesReviewed`, value },
];

describe('to whom a patient can write', () => {
  test('is told of each of the care team by last name, with who takes messages and how soon they answer', async () => {
    await server.query(
      `update care_providers set answers_within_days = 1, messages_also_read_by = 'the nurses' where id = $1`,
      [doctor],
    );
    await server.query(`update facilities set message_settings = '{"emergencyPhone": "911"}' where is_default`);
    const { body } = await patient.call(listMessageRecipients, { params: mine });
    const { recipients, ...settings } = v.parse(listMessageRecipients.answer, body);
    expect(recipients.find(({ careProviderId }) => careProviderId === doctor)).toMatchObject({
      answersWithinDays: 1,
      alsoReadBy: 'the nurses',
      takesMessages: true,
    });
    const names = recipients.map(({ lastName }) => lastName);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    expect(settings).toEqual({
      emergencyPhone: '911',
      urgentName: null,
      urgentPhone: null,
      workingDays: [1, 2, 3, 4, 5],
      requests: [],
    });
  });

  test('who takes no messages, is in no system or not of the care team is no recipient', async () => {
    const to = (careProviderId: number) =>
      patient.call(sendMessage, {
        params: { ...mine, careProviderId },
        headers: { 'idempotency-key': newKey() },
        body: { subject: 'Hello', content: 'Are you there?' },
      });
    for (const id of [quiet, 987_654_321])
      expect(await to(id)).toMatchObject({ status: 409, body: { error: 'not_recipient' } });
    await server.query('update care_team_members set takes_messages = true where care_provider_id = $1', [quiet]);
    expect((await to(quiet)).body).toEqual({ error: 'not_recipient' });
    await server.query('update care_team_members set takes_messages = false where care_provider_id = $1', [quiet]);
  });
});

describe('a message that is sent', () => {
  test('starts a thread that both sides have, with its words as they were typed', async () => {
    const content = '  First line\n\n<b>not bold</b> 🙂  ';
    const { threadId, messageId } = await sent(content, { subject: ' Swimming ' });
    expect(await threadOf(threadId)).toMatchObject({
      subjectText: 'Swimming',
      lastSender: 'Juniper Applewhistle',
      replyAllowed: true,
      referencedPatientId: mine.patientId,
      unreadCount: 0,
      attachmentCount: 0,
      answeredBy: { careProviderId: doctor, takesMessages: true },
      members: [
        { patientId: mine.patientId, isArchived: false, areMessagesReviewed: true, visibleNumberOfMessages: 1 },
        { patientId: null, areMessagesReviewed: false, visibleNumberOfMessages: 1 },
      ],
    });
    expect(await messages(threadId)).toMatchObject([
      {
        messageId,
        content,
        isFromPatientSide: true,
        senderDisplayName: 'Juniper Applewhistle',
        proxyAuthorFirstName: null,
        readAt: null,
        attachments: [],
      },
    ]);
  });

  test('shows its moment by the clock of the facility', async () => {
    const { threadId } = await sent();
    await server.query("update secure_messages set sent_at = '2026-07-01T03:30:00Z' where thread_id = $1", [threadId]);
    const [message] = await messages(threadId);
    expect(message).toMatchObject({
      messageDate: '2026-07-01T03:30:00.000Z',
      displayDate: { datePart: '2026-06-30', timePart: '23:30' },
    });
  });

  test('has a receipt that anybody can check, which says when and to whom, and no word of it', async () => {
    const { threadId } = await sent('Is swimming fine?');
    const [message] = await messages(threadId);
    const check = (receiptNumber: string) => server.browser().call(checkReceipt, { body: { receiptNumber } });
    expect(message?.receiptNumber).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    const { status, body } = await check(message?.receiptNumber ?? '');
    expect([status, body]).toEqual([
      200,
      {
        kind: 'message',
        sentAt: message?.messageDate,
        facilityName: 'Northlight Cancer Centre',
        recipient: expect.stringMatching(/^\S+ \S+$/),
      },
    ]);
    await answer(threadId, { content: 'Yes.' });
    expect((await messages(threadId)).map(({ receiptNumber }) => receiptNumber)).toEqual([
      message?.receiptNumber,
      null,
    ]);
  });

  test('of a representative names both, and whoever sent last', async () => {
    const { threadId } = await sent('For my mother: may she swim?', { browser: representative });
    expect(await messages(threadId)).toMatchObject([
      {
        authorFirstName: 'Juniper',
        authorLastName: 'Applewhistle',
        proxyAuthorFirstName: 'Linnea',
        proxyAuthorLastName: 'Applewhistle',
        senderDisplayName: 'Linnea Applewhistle',
      },
    ]);
    const beginning = 'For my mother: may she swim?';
    expect(await threadOf(threadId)).toMatchObject({
      lastSender: 'Linnea Applewhistle',
      lastMessage: { beginning, isWrittenByReader: false },
    });
    expect(await threadOf(threadId, representative)).toMatchObject({ lastMessage: { isWrittenByReader: true } });
    for (const [browser, isWrittenByReader] of [
      [patient, false],
      [representative, true],
    ] as const)
      expect((await search(beginning, browser)).hits).toMatchObject([{ threadId, isWrittenByReader }]);
  });

  test('begins its row of the list, in one line', async () => {
    const { threadId } = await sent(`  Dear  doctor,\n\n\tmay I swim?\n${'Or walk? '.repeat(60)}`);
    const { lastMessage } = await threadOf(threadId);
    expect(lastMessage).toEqual({
      beginning: `Dear doctor, may I swim? ${'Or walk? '.repeat(15)}`.slice(0, 160),
      language: 'en',
      isWrittenByReader: true,
    });
    await answer(threadId, { content: 'Yes, from Monday on.' });
    expect((await threadOf(threadId)).lastMessage).toMatchObject({
      beginning: 'Yes, from Monday on.',
      isWrittenByReader: false,
    });
  });

  test('with the same key is the same message, whatever the second one says', async () => {
    const key = newKey();
    const first = await sent('One', { key });
    expect(await sent('Two', { key })).toEqual(first);
    expect((await reply(first.threadId, 'Three', { key })).body).toEqual(first);
    expect((await messages(first.threadId)).map(({ content }) => content)).toEqual(['One']);
  });

  test('fifty times at once with one key is stored once, and everybody hears the same', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('Fifty times', { key })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const rows = await server.query("select thread_id from secure_messages where content = 'Fifty times'");
    expect(rows).toHaveLength(1);
    expect(
      await server.query('select 1 from audit_events where type = $1 and detail ->> $2 = $3', [
        'message.sent',
        'threadId',
        String(rows[0]?.['thread_id']),
      ]),
    ).toHaveLength(1);
    expect(
      await server.query(
        'select 1 from secure_threads t where not exists (select from secure_messages m where m.thread_id = t.id)',
      ),
    ).toEqual([]);
  });

  test('needs a subject and words, of at most 100 and 2,000 characters', async () => {
    for (const [subject, content] of [
      ['', 'x'],
      [' ', 'x'],
      ['x', ' \n'],
      ['x'.repeat(101), 'x'],
      ['x', 'x'.repeat(2001)],
    ] as const)
      expect((await send(content, { subject })).status, subject + content).toBe(400);
    expect((await send('x'.repeat(2000), { subject: 'y'.repeat(100) })).status).toBe(200);
  });

  test('goes into the activity log with whom it went to', async () => {
    await sent();
    const { userId } = await patient.profile();
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const { lines } = v.parse(
      listActivity.answer,
      (
        await patient.call(listActivity, {
          params: { userId },
          query: { startDate: day(-1), endDate: day(1), what: 'sent' },
        })
      ).body,
    );
    expect(lines[0]).toMatchObject({ act: 'messageSent', who: 'you', title: expect.stringMatching(/^\S.* \S/) });
  });
});

describe('a reply', () => {
  test('joins the thread and leaves the archive alone; an answer takes the thread out of it', async () => {
    const { threadId } = await sent();
    expect((await patch(threadId, archiving(true))).status).toBe(200);
    expect((await reply(threadId)).status).toBe(200);
    expect(ownOf(await threadOf(threadId))).toMatchObject({ isArchived: true, visibleNumberOfMessages: 2 });
    // The provider's side has its own archive.
    const sides = 'select is_patient as mine, archived_at is not null as archived from secure_thread_members';
    expect(await server.query(`${sides} where thread_id = $1 order by is_patient`, [threadId])).toEqual([
      { mine: false, archived: false },
      { mine: true, archived: true },
    ]);
    await answer(threadId);
    expect(ownOf(await threadOf(threadId))).toMatchObject({ isArchived: false, areMessagesReviewed: false });
    expect((await threads(patient, 'false'))[0]?.threadId).toBe(threadId);
  });

  test('is refused where the thread takes none, and for a thread that is not the patient’s', async () => {
    const { threadId } = await sent();
    await server.query('update secure_threads set reply_allowed = false where id = $1', [threadId]);
    expect(await reply(threadId)).toMatchObject({ status: 409, body: { error: 'reply_closed' } });
    expect((await threadOf(threadId)).replyAllowed).toBe(false);
    expect(await reply(987_654_321)).toMatchObject(notFound);
  });
});

describe('an answer', () => {
  test('comes once, is unread until the patient marks it, and says who wrote it', async () => {
    const before = Number(await unread());
    const { threadId } = await sent();
    const [first, again] = [await answer(threadId, { key: 'a1' }), await answer(threadId, { key: 'a1' })];
    expect([first?.isNew, again?.isNew, again?.messageId]).toEqual([true, false, first?.messageId]);
    await answer(threadId, { key: 'a2', from: { firstName: 'Willow Wing', lastName: 'office' } });
    expect(await unread()).toBe(before + 2);
    const thread = await threadOf(threadId);
    expect(thread).toMatchObject({ unreadCount: 2, lastSender: 'Willow Wing office' });
    expect(thread.members[1]).toMatchObject({ areMessagesReviewed: true });
    expect(
      (await messages(threadId)).map(({ isFromPatientSide, readAt }) => [isFromPatientSide, readAt !== null]),
    ).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    const rows = await threads();
    expect(rows.reduce((sum, { unreadCount }) => sum + unreadCount, 0)).toBe(before + 2);
    // In the archive it is still counted, so that new messages are not overlooked.
    await patch(threadId, archiving(true));
    expect(await unread()).toBe(before + 2);
    await patch(threadId, archiving(false));
    const patched = await patch(threadId, reviewing(thread));
    expect(v.parse(MessageThread, patched.body)).toEqual(await threadOf(threadId));
    expect(ownOf(await threadOf(threadId)).statusData.reviewedOnDate).not.toBeNull();
    expect(await unread()).toBe(before);
    await patch(threadId, reviewing(thread, false));
    expect(await threadOf(threadId)).toMatchObject({ unreadCount: 1 });
    await patch(threadId, reviewing(thread));
  });

  test('of the thread’s own provider has their title', async () => {
    const { threadId } = await sent();
    const { answeredBy } = await threadOf(threadId);
    const from = { firstName: answeredBy?.firstName ?? '', lastName: answeredBy?.lastName ?? '' };
    await answer(threadId, { from });
    expect((await threadOf(threadId)).lastSender).toBe(
      [answeredBy?.careProviderTitleValue, from.firstName, from.lastName].filter(Boolean).join(' '),
    );
  });
});

describe('a patch', () => {
  test('archives and brings back, all or nothing, and the audit has both', async () => {
    const { threadId } = await sent();
    const thread = await threadOf(threadId);
    await patch(threadId, archiving(true));
    expect((await threads(patient, 'false')).some((one) => one.threadId === threadId)).toBe(false);
    expect(ownOf(await threadOf(threadId)).isArchived).toBe(true);
    const mixed = [...archiving(false), { op: 'replace', path: '/replyAllowed', value: false }];
    expect(await patch(threadId, mixed)).toMatchObject({ status: 422, body: { error: 'patch_not_allowed' } });
    const failing = [...archiving(false), { op: 'test', path: '/subjectText', value: 'Something else' }];
    expect(await patch(threadId, failing)).toMatchObject({ status: 409, body: { error: 'patch_test_failed' } });
    expect(ownOf(await threadOf(threadId)).isArchived).toBe(true);
    const tested = [{ op: 'test', path: '/subjectText', value: thread.subjectText }, ...archiving(false)];
    expect((await patch(threadId, tested)).status).toBe(200);
    const rows = await server.query(
      "select type from audit_events where type in ('messages.archived', 'messages.unarchived') and detail ->> 'threadId' = $1 order by id",
      [String(threadId)],
    );
    expect(rows.map(({ type }) => type)).toEqual(['messages.archived', 'messages.unarchived']);
  });

  test('that is none is a bad request, and one that would write elsewhere is refused, never a fault', async () => {
    const { threadId } = await sent();
    const before = await threadOf(threadId);
    for (const body of [[], [1], ['x'], [{}], [{ op: 'replace' }], { op: 'replace', path: '/isArchived', value: true }])
      expect((await patient.call(patchThread, { params: { ...mine, threadId }, body })).status).toBe(400);
    const own = `/members/${String(ownOf(before).threadMemberId)}`;
    const other = `/members/${String(before.members[1]?.threadMemberId)}`;
    for (const operation of [
      { op: 'replace', path: '/isArchived' },
      { op: 'replace', path: '/isArchived', value: 'true' },
      { op: 'replace', path: '/isArchived', value: null },
      { op: 'remove', path: '/isArchived' },
      { op: 'rename', path: '/isArchived', value: true },
      { op: 'replace', path: 'isArchived', value: true },
      { op: 'replace', path: '/isArchived/', value: true },
      { op: 'replace', path: '/isArchived~2', value: true },
      { op: 'replace', path: '', value: {} },
      { op: 'replace', path: `${own}/isArchived`, value: true },
      { op: 'replace', path: `${other}/areMessagesReviewed`, value: true },
      { op: 'add', path: '/members/0', value: {} },
      { op: 'copy', path: '/subjectText', from: '/lastSender' },
      { op: 'move', path: '/isArchived', from: '/replyAllowed' },
      { op: 'add', path: '/__proto__/isArchived', value: true },
    ])
      expect(await patch(threadId, [operation]), JSON.stringify(operation).slice(0, 80)).toMatchObject({
        status: 422,
        body: { error: 'patch_not_allowed' },
      });
    const deep = `${'['.repeat(3_500)}${']'.repeat(3_500)}`;
    for (const operations of [
      `{"op":"replace","path":"/isArchived","value":${deep}}`,
      `{"op":"add","path":"/x","value":${deep}},{"op":"test","path":"/x","value":${deep}}`,
    ])
      expect(
        await patient.fetch(callUrl(patchThread, { ...mine, threadId }), {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${patient.tokens?.access_token ?? ''}`,
            'content-type': 'application/json-patch+json',
          },
          body: `[${operations}]`,
        }),
      ).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    expect(await threadOf(threadId)).toEqual(before);
  });

  test('of the public list of cases changes nothing here and is no fault', async () => {
    const { threadId } = await sent();
    const before = await threadOf(threadId);
    const statuses = new Set<number>();
    for (const name of ['tests', 'spec_tests']) {
      const file = new URL(`../../tests/server/jsonPatch/${name}.json`, import.meta.url);
      for (const one of v.parse(v.array(v.looseObject({})), JSON.parse(readFileSync(file, 'utf8')))) {
        if (one['patch'] === undefined) continue;
        const answer = await patient.fetch(callUrl(patchThread, { ...mine, threadId }), {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${patient.tokens?.access_token ?? ''}`,
            'content-type': 'application/json-patch+json',
          },
          body: JSON.stringify(one['patch']),
        });
        statuses.add(answer.status);
      }
    }
    expect(statuses).toEqual(new Set([400, 409, 422]));
    expect(await threadOf(threadId)).toEqual(before);
  });

  test('of who only reads for the patient leaves the patient’s marks and archive alone', async () => {
    const { threadId } = await sent();
    await answer(threadId);
    const before = await threadOf(threadId);
    expect((await patch(threadId, reviewing(before), representative)).status).toBe(200);
    expect(await threadOf(threadId)).toEqual(before);
    const [right] = await server.query(
      `delete from representative_rights where patient_id = $1 and section = 'SecureMessages' and "right" = 'write' returning *`,
      [mine.patientId],
    );
    expect(await patch(threadId, archiving(true), representative)).toMatchObject(notFound);
    expect(await reply(threadId, 'x', { browser: representative })).toMatchObject(notFound);
    expect(await messages(threadId, representative)).toHaveLength(2);
    await server.query(
      `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, 'SecureMessages', 'write')`,
      [right?.['user_id'], mine.patientId],
    );
    expect((await patch(threadId, archiving(true), representative)).status).toBe(200);
    expect(await threadOf(threadId)).toMatchObject({ members: [{ isArchived: true }, {}] });
  });
});

describe('a draft', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 1, 8, 0, seconds)).toISOString();
  const newDraft = () => v.parse(MessageDraftId, crypto.randomUUID());
  const save = (draftId: string, content: string, seconds = 0, browser = patient, more: object = {}) =>
    browser.call(saveMessageDraft, {
      params: { ...mine, draftId },
      body: { threadId: null, careProviderId: doctor, subject: 'Half', content, savedAt: at(seconds), ...more },
    });
  const drafts = async (browser = patient) =>
    v.parse(v.array(MessageDraft), (await browser.call(listMessageDrafts, { params: mine })).body);
  const discard = (draftId: string, browser = patient) =>
    browser.call(discardMessageDraft, { params: { ...mine, draftId } });

  test('is kept for the person who writes it; the newer save wins and the older hears what is there', async () => {
    const draftId = newDraft();
    expect((await save(draftId, 'Half a sent')).status).toBe(204);
    expect((await save(draftId, 'Half a sentence', 2)).status).toBe(204);
    expect(await save(draftId, 'Half', 1)).toMatchObject({
      status: 409,
      body: { error: 'draft_superseded', draft: { draftId, content: 'Half a sentence', savedAt: at(2) } },
    });
    expect((await drafts()).find((one) => one.draftId === draftId)).toMatchObject({
      careProviderId: doctor,
      content: 'Half a sentence',
      attachments: [],
    });
    expect((await drafts(representative)).some((one) => one.draftId === draftId)).toBe(false);
    expect((await save(draftId, 'Mine', 0, representative)).status).toBe(204);
    expect((await drafts()).find((one) => one.draftId === draftId)?.content).toBe('Half a sentence');
  });

  test('that was sent or discarded never comes back', async () => {
    const [one, other] = [newDraft(), newDraft()];
    await save(one, 'To be sent');
    await sent('Sent', { key: v.parse(IdempotencyKey, one) });
    await save(other, 'Never mind');
    for (let time = 0; time < 2; time += 1) expect((await discard(other)).status).toBe(204);
    expect((await discard(one)).status).toBe(204);
    for (const draftId of [one, other])
      expect(await save(draftId, 'Late', 60)).toMatchObject({ status: 409, body: { error: 'draft_sent' } });
    expect((await drafts()).filter(({ draftId }) => draftId === one || draftId === other)).toEqual([]);
    expect(
      await server.query('select ended_as, content from secure_message_drafts where draft_id = any($1) order by 1', [
        [one, other],
      ]),
    ).toEqual([
      { ended_as: 'discarded', content: '' },
      { ended_as: 'sent', content: '' },
    ]);
  });

  test('keeps its words where the provider has left, and is not for another patient’s thread', async () => {
    const draftId = newDraft();
    expect((await save(draftId, 'To whom?', 0, patient, { careProviderId: 987_654_321 })).status).toBe(204);
    expect((await drafts()).find((one) => one.draftId === draftId)).toMatchObject({ careProviderId: null });
    expect(await save(newDraft(), 'x', 0, patient, { threadId: 987_654_321 })).toMatchObject(notFound);
  });

  test('gives its files to the message, in the order given, and the rest are deleted', async () => {
    const draftId = newDraft();
    await save(draftId, 'With files');
    const { userId } = await patient.profile();
    const file = async (name: string, bytes = 3, owner: number = userId) => {
      const [row] = await server.query(
        `insert into message_attachments (patient_id, user_id, draft_id, upload_key, file_name, file_type, byte_count, content, state)
         values ($1, $2, $3, $4, $5, 'txt', $6, 'abc', 'ready') returning id`,
        [mine.patientId, owner, draftId, `${draftId}${name}`, name, bytes],
      );
      return Number(row?.['id']);
    };
    const sendWith = (attachmentIds: readonly number[]) =>
      patient.call(sendMessage, {
        params: { ...mine, careProviderId: doctor },
        headers: { 'idempotency-key': v.parse(IdempotencyKey, draftId) },
        body: { subject: 'Files', content: 'See these', attachmentIds },
      });
    const [a, b, c, d] = [
      await file('a.txt'),
      await file('b.txt'),
      await file('c.txt', 6_000_000),
      await file('d.txt', 6_000_000),
    ];
    expect(await sendWith([a, 987_654_321])).toMatchObject({ status: 409, body: { error: 'attachment_missing' } });
    expect(await sendWith([c, d])).toMatchObject({ status: 400, body: { error: 'attachments_too_large' } });
    const { threadId } = v.parse(Sent, (await sendWith([b, c, a])).body);
    const [message] = await messages(threadId);
    expect(message?.attachments.map(({ fileName }) => fileName)).toEqual(['b.txt', 'c.txt', 'a.txt']);
    expect(await threadOf(threadId)).toMatchObject({ attachmentCount: 3 });
    expect(await server.query('select 1 from message_attachments where id = $1', [d])).toEqual([]);
  });
});

describe('the search', () => {
  test('finds words whatever their case and accents, inside of words and of Chinese, as they stand', async () => {
    const { threadId } = await sent('Ma crème à 50 % (100_ml) \\ 我的血常规结果', { subject: 'Pommade' });
    await answer(threadId, { content: 'Oui.' });
    await patch(threadId, archiving(true));
    for (const text of ['CREME', 'rème', '50 %', '100_', '\\', '血常规']) {
      const { hits, total, archived } = await search(text);
      expect([hits.map((hit) => hit.threadId), total, archived], text).toEqual([[threadId], 1, 1]);
      const [hit] = hits;
      expect(hit).toMatchObject({
        isArchived: true,
        subjectText: 'Pommade',
        senderDisplayName: 'Juniper Applewhistle',
      });
      expect(hit?.marks.length).toBe(1);
    }
    for (const text of ['100%', 'cr_me', '\u0301']) expect((await search(text)).total, text).toBe(0);
    // Only the subject matches, so the newest message represents the thread.
    expect((await search('pommade')).hits).toMatchObject([{ excerpt: 'Oui.', marks: [] }]);
  });

  test('folds a text in the database and in the server alike', async () => {
    const piece = fc.oneof(
      fc.constantFrom('É', 'e\u0301', 'ﬁ', 'ß', 'İ', 'Σ', 'Ж', '血', '½', '①', '👩‍👩‍👧', '가', 'Ǆ', 'ẞ', '\u0301'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
    );
    const texts = fc
      .sample(fc.array(piece, { maxLength: 40 }), 300)
      .map((pieces) => pieces.join('').replaceAll('\0', ''));
    const rows = await server.query('select t as text, folded(t) as folded from unnest($1::text[]) t', [texts]);
    for (const { text, folded } of rows) expect(foldedText(String(text)), String(text)).toBe(folded);
  });

  test('gives the newest 50 and counts all, of this patient alone', async () => {
    const { threadId } = await sent('haystack 0');
    await server.query(
      `insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, send_key)
       select $1, $2, true, 'A', 'B', 'haystack ' || n, 'haystack-' || n from generate_series(1, 59) n`,
      [threadId, mine.patientId],
    );
    const { hits, total, archived } = await search('haystack');
    expect([hits.length, total, archived]).toEqual([50, 60, 0]);
    expect((await threadOf(threadId)).members[0]?.visibleNumberOfMessages).toBe(60);
    const none = await limited.call(searchMessages, { params: theirs, body: { text: 'haystack' } });
    expect(none.body).toEqual({ hits: [], total: 0, archived: 0 });
  });

  test('is in the log without its words', async () => {
    await search('melancholy', representative);
    const [row] = await server.query('select type, detail from audit_events order by id desc limit 1');
    expect(row).toEqual({ type: 'read.searchMessages', detail: { section: 'SecureMessages' } });
  });
});

describe('one person', () => {
  test('sends a hundred messages in a day, and more on the next', async () => {
    const of = (key: IdempotencyKey) =>
      patient.call(sendMessage, {
        params: { ...mine, careProviderId: doctor },
        headers: { 'idempotency-key': key },
        body: { subject: 'Again', content: 'And again' },
      });
    const last = newKey();
    expect((await of(last)).status).toBe(200);
    await server.query(
      `insert into secure_messages (thread_id, patient_id, is_from_patient, author_user_id, author_first_name, author_last_name, content, send_key)
       select m.thread_id, m.patient_id, true, m.author_user_id, 'A', 'B', 'x', 'flood-' || n from secure_messages m, generate_series(1, 100) n where m.send_key = $1`,
      [last],
    );
    const next = newKey();
    expect(await of(next)).toMatchObject({ status: 409, body: { error: 'too_many_messages' } });
    // A repeat of what was sent still gets its answer.
    expect((await of(last)).status).toBe(200);
    await server.query(
      "update secure_messages set sent_at = sent_at - interval '25 hours' where send_key like 'flood-%'",
    );
    expect((await of(next)).status).toBe(200);
    await server.query("delete from secure_messages where send_key like 'flood-%'");
  });

  test('keeps a hundred drafts; one that is there is saved on', async () => {
    const save = (draftId: string, content: string) =>
      patient.call(saveMessageDraft, {
        params: { ...mine, draftId },
        body: { threadId: null, careProviderId: doctor, subject: '', content, savedAt: new Date().toISOString() },
      });
    const first = v.parse(MessageDraftId, crypto.randomUUID());
    expect((await save(first, 'one')).status).toBe(204);
    await server.query(
      `insert into secure_message_drafts (user_id, draft_id, patient_id, subject, content, saved_at)
       select d.user_id, 'flood-of-drafts-' || n, d.patient_id, '', 'x', now() from secure_message_drafts d, generate_series(1, 100) n where d.draft_id = $1`,
      [first],
    );
    expect((await save(v.parse(MessageDraftId, crypto.randomUUID()), 'more')).status).toBe(429);
    expect((await save(first, 'one more word')).status).toBe(204);
    await server.query("delete from secure_message_drafts where draft_id like 'flood-%'");
  });
});

describe('nobody else', () => {
  test('finds a thread of another patient, by whichever call', async () => {
    const { threadId } = await sent();
    const about = { threadId, careProviderId: doctor, draftId: 'draft-of-a-test-0001' };
    const calls: readonly (readonly [CallShape, Record<string, unknown>[] | Record<string, unknown> | undefined])[] = [
      [getThread, undefined],
      [patchThread, archiving(true)],
      [replyToThread, { content: 'x' }],
    ];
    for (const [call, body] of calls)
      for (const patientId of [mine.patientId, theirs.patientId])
        expect(
          await limited.call(call, {
            params: { patientId, ...about },
            headers: { 'idempotency-key': newKey() },
            ...(body === undefined ? {} : { body }),
          }),
          call.name,
        ).toMatchObject(notFound);
    expect((await limited.call(listThreads, { params: theirs })).body).toEqual([]);
    expect(await server.brokenAuditRows()).toEqual([]);
  });
});

test('a client of the specification alone, which knows no key and no files, sends and answers', async () => {
  const [toSend, toReply]: readonly CallShape[] = [sendMessage, replyToThread];
  if (toSend === undefined || toReply === undefined) throw new Error('there are two calls');
  const first = await patient.call(toSend, {
    params: { ...mine, careProviderId: doctor },
    body: { subject: 'By the book', content: 'One' },
  });
  const { threadId } = v.parse(Sent, first.body);
  const second = await patient.call(toReply, { params: { ...mine, threadId }, body: { content: 'Two' } });
  expect(second.status).toBe(200);
  const { body } = await patient.call(getThread, { params: { ...mine, threadId } });
  expect(v.parse(v.array(SecureMessage), body)).toHaveLength(2);
});
