import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import {
  addBroughtSummary,
  addHealthCard,
  type CallShape,
  countNewMedicalNotes,
  fetchSummaryLink,
  getMedicalNoteText,
  largestBrought,
  listMedicalNotes,
  type PatientId,
  readHealthCard,
  shareSummary,
} from '@portal/api';
import { CompactEncrypt, compactDecrypt } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, startTestServer, type TestServer } from '../../../tests/server/facilityServer.ts';
import { ownSystem } from '../../../tests/server/healthSummaries.ts';
import { cardIssuer, holder, vaccination } from '../../../tests/support/healthCard.ts';

let server: TestServer;
let patient: Browser;
let patientId: PatientId;
/** Another clinic, which answers each address as a test says. */
let clinic: Server;
let clinicUrl: string;
const answers = new Map<string, (response: ServerResponse, body: string) => unknown>();
const asked: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    environment: { CALL_ANYWHERE: '1', ATTACHMENT_SCANNER: 'if grep -q INFECTED; then exit 1; fi' },
  });
  patient = await server.signedIn('patient');
  patientId = (await server.ids('patient')).patientId ?? (0 as PatientId);
  clinic = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '', 'http://clinic');
      asked.push(`${request.method ?? ''} ${pathname} ${body}`);
      const answer = answers.get(pathname);
      if (answer) answer(response, body);
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => clinic.listen(0, '127.0.0.1', resolve));
  const address = clinic.address();
  clinicUrl = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;
});
afterAll(async () => {
  clinic.close();
  await server.stop();
});

const key = randomBytes(32);
const sealed = (words: string): Promise<string> =>
  new CompactEncrypt(Buffer.from(words)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key);
const json =
  (body: object, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const fhir = 'application/fhir+json';
const fetchLink = (url: string, more: object = {}, who: Browser = patient) =>
  who.call<CallShape>(fetchSummaryLink, { params: { patientId }, body: { url, isOneFile: false, ...more } });

describe('a link of another clinic', () => {
  it('of this kind of portal is fetched with its passcode, and says when it is wrong or over', async () => {
    const passcode = '204871';
    const { body } = await patient.call(shareSummary, {
      params: { patientId, ifSystemId: await ownSystem(server, patientId) },
      body: { recipient: 'Me', days: 1, openings: 1, passcode, content: await sealed('A summary') },
    });
    const url = `${server.portalUrl}${v.parse(shareSummary.answer, body).manifestPath}`;
    expect(await fetchLink(url)).toMatchObject({ status: 401, body: { error: 'passcode_wrong' } });
    expect(await fetchLink(url, { passcode: '000000' })).toMatchObject({ status: 401, body: { remainingAttempts: 4 } });
    const answer = await fetchLink(url, { passcode });
    const { files } = v.parse(fetchSummaryLink.answer, answer.body);
    const { plaintext } = await compactDecrypt(files[0] ?? '', key);
    expect(new TextDecoder().decode(plaintext)).toBe('A summary');
    expect(await fetchLink(url, { passcode })).toMatchObject({ status: 410, body: { error: 'link_gone' } });
    const rows = await server.query(`select detail from audit_events where type = 'healthSummary.linkFetched'`);
    expect(rows).toEqual([{ detail: { to: new URL(url).host, files: 1 } }]);
  });

  it('may give its files by their addresses, or be one file', async () => {
    const file = await sealed('One');
    answers.set('/manifest', json({ files: [{ contentType: fhir, location: `${clinicUrl}/file` }] }));
    answers.set('/file', (response) => response.end(`${file}\n`));
    expect(await fetchLink(`${clinicUrl}/manifest`)).toMatchObject({ status: 200, body: { files: [file] } });
    expect(await fetchLink(`${clinicUrl}/file`, { isOneFile: true })).toMatchObject({ body: { files: [file] } });
    expect(asked.some((one) => one.startsWith('POST /manifest') && one.includes('"recipient":"Northlight'))).toBe(true);
    expect(asked.join()).not.toContain(key.toString('base64url'));
  });

  it('gives nothing that is not encrypted, too long, too much, or elsewhere by a redirect', async () => {
    const file = await sealed('One');
    answers.set('/page', (response) => response.end('<h1>Intranet</h1>'));
    answers.set('/redirect', (response) => response.writeHead(302, { location: `${clinicUrl}/file` }).end());
    answers.set('/endless', (response) => response.end(Buffer.alloc(largestBrought + 1, 'a')));
    answers.set('/many', json({ files: Array.from({ length: 11 }, () => ({ contentType: fhir, embedded: file })) }));
    answers.set('/clear', json({ files: [{ contentType: fhir, embedded: '{"resourceType":"Bundle"}' }] }));
    answers.set('/inner', json({ files: [{ contentType: fhir, location: `${clinicUrl}/page` }] }));
    answers.set('/none', json({ files: [] }));
    answers.set('/closed', (response) => response.destroy());
    for (const [path, isOneFile] of [
      ['/page', true],
      ['/redirect', true],
      ['/endless', true],
      ['/page', false],
      ['/redirect', false],
      ['/many', false],
      ['/clear', false],
      ['/inner', false],
      ['/none', false],
      ['/closed', false],
    ] as const)
      expect(await fetchLink(clinicUrl + path, { isOneFile }), path).toMatchObject({
        status: 422,
        body: { error: 'link_unreachable' },
      });
  });

  it('leads to no machine that is not public, and to none without TLS', async () => {
    const strict = await startTestServer();
    const one = await strict.signedIn('patient');
    const before = asked.length;
    for (const url of [
      `${clinicUrl}/file`,
      clinicUrl.replace('http:', 'https:'),
      `https://localhost/file`,
      'https://10.0.0.1/file',
      'https://[::1]/file',
      'https://169.254.169.254/latest/meta-data',
      'https://2130706433/file',
      'https://name:secret@example.org/file',
      'https://example.org:8443/file',
      'file:///etc/passwd',
    ])
      expect(await fetchLink(url, { isOneFile: true }, one), url).toMatchObject({
        status: 422,
        body: { error: 'link_unreachable' },
      });
    expect(asked.length).toBe(before);
    await strict.stop();
  });
});

const narrative = (words: string) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${words}</div>`,
});
const bundle = ({ birthDate = '1971-03-14', words = 'Penicillin', pdf = '' } = {}) =>
  JSON.stringify({
    resourceType: 'Bundle',
    type: 'document',
    entry: [
      {
        fullUrl: 'urn:uuid:6f5e1f0e-0000-4000-8000-000000000001',
        resource: {
          resourceType: 'Composition',
          status: 'final',
          type: { text: 'Patient summary' },
          title: 'My summary',
          date: '2026-11-01',
          author: [{ reference: 'urn:uuid:6f5e1f0e-0000-4000-8000-000000000003' }],
          section: [{ title: 'Allergies', text: narrative(words) }],
        },
      },
      {
        fullUrl: 'urn:uuid:6f5e1f0e-0000-4000-8000-000000000002',
        resource: { resourceType: 'Patient', name: [{ family: 'Applewhistle' }], birthDate },
      },
      {
        fullUrl: 'urn:uuid:6f5e1f0e-0000-4000-8000-000000000003',
        resource: { resourceType: 'Organization', name: 'Otter Bay Clinic' },
      },
      { resource: { resourceType: 'Condition', code: { text: 'Never merged' }, subject: { reference: 'Patient/x' } } },
      ...(pdf === ''
        ? []
        : [
            {
              resource: {
                resourceType: 'DocumentReference',
                status: 'current',
                content: [
                  { attachment: { contentType: 'application/pdf', data: Buffer.from(pdf).toString('base64') } },
                ],
              },
            },
          ]),
    ],
  });
const add = (files: readonly string[], who: Browser = patient) =>
  who.call<CallShape>(addBroughtSummary, {
    params: { patientId },
    body: { host: 'otter.example', language: 'en', files },
  });
const notes = async () =>
  v.parse(listMedicalNotes.answer, (await patient.call(listMedicalNotes, { params: { patientId } })).body);

describe('what was read of a link', () => {
  it('becomes one note that says where it came from, once, and nothing else of the record', async () => {
    const counted = async () => (await patient.call(countNewMedicalNotes, { params: { patientId } })).body;
    const entries = () => server.query('select count(*)::int as n from health_entries');
    const [before, held] = [await counted(), await entries()];
    expect(await add([bundle()])).toMatchObject({ status: 200, body: { isNew: true } });
    expect(await add([bundle()])).toMatchObject({ status: 200, body: { isNew: false } });
    const brought = (await notes()).filter(({ authoredBy }) => authoredBy === 'Otter Bay Clinic, added by the patient');
    expect(brought).toMatchObject([
      {
        documentType: 'Patient summary',
        noteToPatient: 'Added through a link of otter.example. The care team here has not checked it.',
        isReviewedByPatient: true,
      },
    ]);
    expect([await counted(), await entries()]).toEqual([before, held]);
    const noteId = brought[0]?.ptMedicalNoteId ?? 0;
    const page = await patient.call<CallShape>(getMedicalNoteText, { params: { patientId, noteId, pageNumber: 1 } });
    expect(JSON.stringify(page.body)).toContain('Penicillin');
  });

  it('is refused where it is about somebody else, harmful, or no document', async () => {
    expect(await add([bundle({ birthDate: '1971-03-15' })])).toMatchObject({
      status: 409,
      body: { error: 'other_person' },
    });
    expect(await add([bundle({ words: 'With a file', pdf: '%PDF-1.4 INFECTED' })])).toMatchObject({
      status: 422,
      body: { error: 'file_infected' },
    });
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    for (const file of ['', 'null', '{}', '{"resourceType":"Bundle","entry":[]}', `{"a":${deep}}`])
      expect(await add([file]), file.slice(0, 40)).toMatchObject({
        status: 422,
        body: { error: 'summary_unreadable' },
      });
  });

  it('may be a health card, whose signature is checked with the keys of its issuer', async () => {
    const [issuer, other] = [await cardIssuer(clinicUrl), await cardIssuer(clinicUrl)];
    answers.set('/.well-known/jwks.json', json(issuer.keys));
    const of = (card: string, call: CallShape = readHealthCard, who: Browser = patient) =>
      who.call<CallShape>(call, { params: { patientId }, body: { card, language: 'en' } });
    const resources = [holder('1971-03-14'), vaccination('207', '2025-10-01')];
    const card = await issuer.card(resources);
    const { host, document } = v.parse(readHealthCard.answer, (await of(card)).body);
    expect(host).toBe(new URL(clinicUrl).host);
    for (const word of ['COVID-19 (Moderna)', 'Oct 1, 2025', '0000001', 'Otter Bay Pharmacy', '1971-03-14'])
      expect(document).toContain(word);
    expect(await of(card, addHealthCard)).toMatchObject({ status: 200, body: { isNew: true } });
    expect(await of(card, addHealthCard)).toMatchObject({ status: 200, body: { isNew: false } });
    const [kept] = (await notes()).filter(({ documentType }) => documentType === 'Health card');
    expect(kept).toMatchObject({
      authoredBy: `${host}, added by the patient`,
      noteToPatient: `From a health card that ${host} signed. The care team here has not checked it.`,
    });
    const refused = { status: 422, body: { error: 'card_invalid' } };
    const [head = '', body = '', signature = ''] = card.split('.');
    const [, forged = ''] = (await other.card([holder('1971-03-14'), vaccination('208', '2025-10-01')])).split('.');
    for (const bad of [
      await other.card(resources),
      [head, forged, signature].join('.'),
      await issuer.card(resources, { nbf: Date.now() / 1000 + 3600 }),
      await issuer.card(resources, { exp: Date.now() / 1000 - 1 }),
    ])
      for (const call of [readHealthCard, addHealthCard]) expect(await of(bad, call)).toMatchObject(refused);
    const unreadable = { status: 422, body: { error: 'summary_unreadable' } };
    for (const bad of [`${head}.${body.slice(0, 40)}.${signature}`, await issuer.card([holder('1971-03-14')]), 'a.b.c'])
      expect(await of(bad)).toMatchObject(unreadable);
    const elsewhere = await issuer.card(resources, { iss: `${clinicUrl}/nobody` });
    expect(await of(elsewhere)).toMatchObject({ status: 422, body: { error: 'link_unreachable' } });
    const stranger = await issuer.card([holder('1971-03-15'), vaccination('207', '2025-10-01')]);
    expect(await of(stranger, addHealthCard)).toMatchObject({ status: 409, body: { error: 'other_person' } });
    expect(await of(card, addHealthCard, server.browser())).toMatchObject({ status: 401 });
  });

  it('runs nothing and takes nobody else in', async () => {
    expect(await add([bundle({ words: '<script>alert(1)</script><b onclick="x()">Bold words</b>' })])).toMatchObject({
      status: 200,
    });
    const stored = await server.query(
      `select convert_from(d.content, 'UTF8') as html from record_documents d join record_resources r on r.id = d.resource_id where r.source like 'brought:%'`,
    );
    expect(JSON.stringify(stored)).toContain('Bold words');
    expect(JSON.stringify(stored)).not.toMatch(/script|onclick/);
    expect(await add([bundle()], server.browser())).toMatchObject({ status: 401 });
    expect(await fetchLink(`${clinicUrl}/file`, {}, server.browser())).toMatchObject({ status: 401 });
    const other = await server.signedIn('representative');
    await server.query('delete from representative_rights where patient_id = $1', [patientId]);
    for (const call of [add([bundle()], other), fetchLink(`${clinicUrl}/file`, {}, other)])
      expect(await call).toMatchObject({ status: 404 });
  });
});
