import {
  type CallShape,
  callUrl,
  countNewMedicalNotes,
  createDownloadToken,
  getMedicalNotePage,
  getMedicalNoteText,
  listMedicalNotes,
  MedicalNote,
  reviewMedicalNote,
  sendAuditEvent,
} from '@portal/api';
import { PDFDocument } from 'pdf-lib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let representative: Browser;
let limited: Browser;
let mine: { patientId: number };
let theirs: { patientId: number };

beforeAll(async () => {
  server = await startTestServer();
  [patient, representative, limited] = [
    await server.signedIn('patient'),
    await server.signedIn('representative'),
    await server.signedIn('limited'),
  ];
  mine = { patientId: (await server.ids('patient')).patientId ?? 0 };
  theirs = { patientId: (await server.ids('limited')).patientId ?? 0 };
});
afterAll(() => server?.stop());

const notFound = { status: 404, body: { error: 'not_found' } };
async function list(browser = patient): Promise<readonly MedicalNote[]> {
  const answer = await browser.call(listMedicalNotes, { params: mine });
  expect(answer.status, answer.text).toBe(200);
  const parsed = v.parse(v.array(MedicalNote), answer.body);
  // The answer has exactly the fields of the contract.
  expect(answer.body).toEqual(parsed);
  return parsed;
}
async function noteCalled(documentType: string): Promise<MedicalNote> {
  const found = (await list()).find((one) => one.documentType === documentType);
  if (!found) throw new Error(`there is no ${documentType}`);
  return found;
}
const count = async (browser = patient) => (await browser.call(countNewMedicalNotes, { params: mine })).body;
async function open(noteId: number, pageNumber: number, query: { whole?: 'true' } = {}, browser = patient) {
  const params = { ...mine, noteId, pageNumber };
  const path = callUrl(getMedicalNotePage, params, query);
  const { userId } = await browser.profile();
  const { token } = v.parse(
    v.object({ token: v.string() }),
    (await browser.call(createDownloadToken, { params: { userId }, body: { path } })).body,
  );
  return fetch(`${server.portalUrl}${callUrl(getMedicalNotePage, params, { ...query, token })}`);
}
const pagesOf = async (answer: Response) =>
  (await PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false })).getPageCount();

describe('the list of notes', () => {
  test('newest first, by several people, of every kind; a replaced one is left out, a corrected one says so', async () => {
    const notes = await list();
    expect(notes.length).toBeGreaterThan(8);
    const days = notes.map(({ serviceDate }) => (serviceDate ?? '').slice(0, 10));
    expect(days).toEqual(days.toSorted().reverse());
    expect(new Set(notes.map(({ authoredBy }) => authoredBy)).size).toBeGreaterThan(4);
    expect(new Set(notes.flatMap(({ forms }) => forms.map(({ kind }) => kind)))).toEqual(
      new Set(['text', 'html', 'pdf', 'picture']),
    );
    expect(notes.filter(({ replacesEarlier }) => replacesEarlier)).toMatchObject([{ documentType: 'Progress note' }]);
    expect(notes.filter(({ state }) => state !== null)).toMatchObject([
      { documentType: 'Physical therapy', state: 'amended', changedAt: expect.any(String) },
    ]);
    expect(await noteCalled('Discharge letter')).toMatchObject({
      pages: 3,
      authoredBy: 'Otter Bay Hospital',
      isReviewedByPatient: false,
      forms: [{ kind: 'pdf', firstPage: 1, pages: 3, isWhole: false }],
    });
  });

  test('several forms of one note are numbered one after the other', async () => {
    expect(await noteCalled('Operation report')).toMatchObject({
      pages: 3,
      forms: [
        { kind: 'pdf', firstPage: 1, pages: 2 },
        { kind: 'text', firstPage: 3, pages: 1 },
      ],
    });
  });

  test('what is hidden, or has nothing to read, is not there; two that replace each other both are', async () => {
    const before = await list();
    const [first, second] = before;
    if (!first || !second) throw new Error('there are too few notes');
    const hide = (isHidden: boolean) =>
      server.query('update record_resources set is_hidden = $2 where id = $1', [first.ptMedicalNoteId, isHidden]);
    await hide(true);
    expect((await list()).map(({ ptMedicalNoteId }) => ptMedicalNoteId)).not.toContain(first.ptMedicalNoteId);
    await hide(false);
    await server.query(
      `insert into record_links (resource_id, relation, position, target_type, target_id)
       select a.id, 'replaces', 0, b.type, b.resource_id from record_resources a, record_resources b
       where (a.id, b.id) in (($1::bigint, $2::bigint), ($2::bigint, $1::bigint))`,
      [first.ptMedicalNoteId, second.ptMedicalNoteId],
    );
    expect(await list()).toHaveLength(before.length);
    await server.query('delete from record_links where resource_id = any($1::bigint[])', [
      [first.ptMedicalNoteId, second.ptMedicalNoteId],
    ]);
  });

  test('a date is as exact as its source has it, and none where it cannot be one', async () => {
    const { ptMedicalNoteId } = await noteCalled('Check-up');
    const write = (date: string | null, at: string | null, precision: string | null) =>
      server.query(
        'update clinical_notes set service_date = $2, service_at = $3, service_precision = $4 where resource_id = $1',
        [ptMedicalNoteId, date, at, precision],
      );
    for (const [date, at, precision, shown] of [
      ['2012', '2012-01-01T00:00:00Z', 'year', '2012'],
      ['2012-03', '2012-03-01T00:00:00Z', 'month', '2012-03'],
      ['2012-03-06T20:43:11', '2012-03-06T00:00:00Z', 'day', '2012-03-06'],
      ['2012-03-06T20:43:11+01:00', '2012-03-06T19:43:11Z', 'time', '2012-03-06T20:43:11+01:00'],
      ['2012-03-06T19:43:11Z', '2012-03-06T19:43:11Z', 'time', '2012-03-06T19:43:11.000Z'],
      ['2012-03-06T00:00Z', '2012-03-06T00:00:00Z', 'time', '2012-03-06T00:00:00+00:00'],
      ['0001-01-01', '0001-01-01T00:00:00Z', 'day', null],
      [null, null, null, null],
    ] as const) {
      await write(date, at, precision);
      expect((await noteCalled('Check-up')).serviceDate).toBe(shown);
    }
  });
});

describe('a note that is opened', () => {
  test('one page of a PDF comes by itself, the whole file where it is asked for', async () => {
    const { ptMedicalNoteId } = await noteCalled('Discharge letter');
    for (const page of [1, 2, 3]) {
      const answer = await open(ptMedicalNoteId, page);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toBe(
        `inline; filename="note-${String(ptMedicalNoteId)}-${String(page)}.pdf"`,
      );
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
      expect(await pagesOf(answer)).toBe(1);
    }
    expect(await pagesOf(await open(ptMedicalNoteId, 2, { whole: 'true' }))).toBe(3);
    expect((await open(ptMedicalNoteId, 4)).status).toBe(404);
  });

  test('a ticket is of one page, for one time', async () => {
    const { ptMedicalNoteId: noteId } = await noteCalled('Discharge letter');
    const { userId } = await patient.profile();
    const params = { ...mine, noteId, pageNumber: 1 };
    const { token } = v.parse(
      v.object({ token: v.string() }),
      (
        await patient.call(createDownloadToken, {
          params: { userId },
          body: { path: callUrl(getMedicalNotePage, params) },
        })
      ).body,
    );
    const use = (pageNumber: number) =>
      fetch(`${server.portalUrl}${callUrl(getMedicalNotePage, { ...params, pageNumber }, { token })}`);
    expect((await use(2)).status).toBe(404);
    expect((await use(1)).status).toBe(200);
    expect((await use(1)).status).toBe(404);
  });

  test('a PDF that cannot be taken apart is handed over whole, and the list says so', async () => {
    const { ptMedicalNoteId } = await noteCalled('Operation report');
    const broken = Buffer.from('%PDF-1.4 and then nothing that is one');
    await server.query(
      "update record_documents set content = $2 where resource_id = $1 and content_type = 'application/pdf'",
      [ptMedicalNoteId, broken],
    );
    const answer = await open(ptMedicalNoteId, 2);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(broken)).toBe(true);
    expect(await noteCalled('Operation report')).toMatchObject({
      pages: 2,
      forms: [
        { kind: 'pdf', firstPage: 1, pages: 1, isWhole: true },
        { kind: 'text', firstPage: 2, pages: 1 },
      ],
    });
  });

  test('text comes as text, HTML allow-listed, and a picture as a file alone', async () => {
    const text = async (documentType: string, pageNumber = 1) =>
      patient.call(getMedicalNoteText, {
        params: { ...mine, noteId: (await noteCalled(documentType)).ptMedicalNoteId, pageNumber },
      });
    expect((await text('Nutrition counselling')).body).toMatchObject({
      kind: 'text',
      language: 'en',
      content: expect.stringContaining('Food tastes of metal'),
    });
    expect((await text('Progress note')).body).toMatchObject({
      kind: 'html',
      content: expect.stringContaining('<h3>Plan</h3>'),
    });
    for (const [documentType, page] of [
      ['Drawing', 1],
      ['Discharge letter', 1],
      ['Nutrition counselling', 2],
    ] as const)
      expect(await text(documentType, page), documentType).toMatchObject(notFound);
    const picture = await open((await noteCalled('Drawing')).ptMedicalNoteId, 1);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const html = await open((await noteCalled('Progress note')).ptMedicalNoteId, 1);
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html.headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('reviewed', () => {
  const review = (browser: Browser, noteId: number) => browser.call(reviewMedicalNote, { params: { ...mine, noteId } });

  test('a note is unreviewed until the patient selects it; then the unread count drops, once', async () => {
    const note = await noteCalled('Discharge letter');
    const before = Number(await count());
    expect(before).toBe((await list()).filter(({ isReviewedByPatient }) => !isReviewedByPatient).length);
    for (let time = 0; time < 2; time += 1) {
      expect((await review(patient, note.ptMedicalNoteId)).status).toBe(204);
      expect((await noteCalled('Discharge letter')).isReviewedByPatient).toBe(true);
      expect(await count()).toBe(before - 1);
    }
  });

  test('whoever reads for the patient leaves the patient’s marks alone', async () => {
    const fresh = (await list(representative)).find(({ isReviewedByPatient }) => !isReviewedByPatient);
    const before = await count(representative);
    expect((await review(representative, fresh?.ptMedicalNoteId ?? 0)).status).toBe(204);
    expect(await count(representative)).toBe(before);
    expect((await list()).find(({ ptMedicalNoteId }) => ptMedicalNoteId === fresh?.ptMedicalNoteId)).toEqual(fresh);
  });
});

describe('nobody else', () => {
  const calls: readonly CallShape[] = [
    listMedicalNotes,
    countNewMedicalNotes,
    reviewMedicalNote,
    getMedicalNotePage,
    getMedicalNoteText,
  ];

  test('a note of another patient, or under another patient’s address, is not found', async () => {
    const { ptMedicalNoteId: noteId } = await noteCalled('Nutrition counselling');
    await server.query(
      `update facilities set capabilities = capabilities || '{"MedicalNotes":[]}' where not is_default`,
    );
    for (const call of calls) {
      const about = { noteId, pageNumber: 1 };
      expect(await limited.call(call, { params: { ...mine, ...about } }), call.name).toMatchObject(notFound);
      if ('noteId' in call.params)
        expect(await limited.call(call, { params: { ...theirs, ...about } }), call.name).toMatchObject(notFound);
    }
    expect((await limited.call(listMedicalNotes, { params: theirs })).body).toEqual([]);
    expect((await limited.call(countNewMedicalNotes, { params: theirs })).body).toBe(0);
  });

  test('a representative without the right finds nothing, and no ticket of theirs works', async () => {
    const { ptMedicalNoteId: noteId } = await noteCalled('Discharge letter');
    const [right] = await server.query(
      `delete from representative_rights where patient_id = $1 and section = 'MedicalNotes'
       and user_id = (select id from users where username = 'representative') returning *`,
      [mine.patientId],
    );
    for (const call of calls)
      expect(await representative.call(call, { params: { ...mine, noteId, pageNumber: 1 } }), call.name).toMatchObject(
        notFound,
      );
    expect((await open(noteId, 1, {}, representative)).status).toBe(404);
    await server.query(
      `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, 'MedicalNotes', 'read')`,
      [right?.['user_id'], mine.patientId],
    );
    expect((await open(noteId, 1, {}, representative)).status).toBe(200);
  });
});

describe('the audit', () => {
  test('has a row for each read, the view of the page, and the view of a note with its date and type', async () => {
    const note = await noteCalled('Nutrition counselling');
    const { userId } = await patient.profile();
    const tell = (body: Record<string, unknown>) =>
      patient.call(sendAuditEvent, { params: { userId }, body: { ...mine, ...body } });
    expect((await tell({ auditEventType: 'medicalnotesviewauditevent' })).status).toBe(204);
    const detail = { auditEventType: 'medicalnotesviewdetailauditevent', ptMedicalNoteId: note.ptMedicalNoteId };
    // What a page says about the note is not trusted.
    expect((await tell({ ...detail, serviceDate: '2001-01-01', documentType: 'Something else' })).status).toBe(204);
    expect(await tell({ auditEventType: 'medicalnotesviewdetailauditevent' })).toMatchObject(notFound);
    expect(await tell({ ...detail, ptMedicalNoteId: 987_654_321 })).toMatchObject(notFound);
    const rows = await server.query('select type, detail from audit_events where patient_id = $1 order by id', [
      mine.patientId,
    ]);
    const types = new Set(rows.map(({ type }) => type));
    for (const type of [
      'read.listMedicalNotes',
      'read.getMedicalNotePage',
      'read.getMedicalNoteText',
      'client.medicalnotesviewauditevent',
    ])
      expect(types).toContain(type);
    expect(rows.findLast(({ type }) => type === 'client.medicalnotesviewdetailauditevent')?.['detail']).toEqual({
      ptMedicalNoteId: note.ptMedicalNoteId,
      serviceDate: note.serviceDate,
      documentType: 'Nutrition counselling',
    });
    expect(await server.brokenAuditRows()).toEqual([]);
  });
});
