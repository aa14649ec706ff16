import { randomBytes } from 'node:crypto';
import {
  type CallShape,
  downloadHealthSummary,
  endSummaryLink,
  getLinkedSummary,
  type IfSystemId,
  listActivity,
  listSummaryLinks,
  openSummaryLink,
  type PatientId,
  shareSummary,
  type UserId,
} from '@portal/api';
import { CompactEncrypt, compactDecrypt } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';
import { ownSystem } from '../../tests/server/healthSummaries.ts';

let server: TestServer;
let patient: Browser;
let patientId: PatientId;
let userId: UserId;
let own: IfSystemId;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  const ids = await server.ids('patient');
  patientId = ids.patientId ?? (0 as PatientId);
  userId = ids.userId;
  own = await ownSystem(server, patientId);
});
afterAll(async () => {
  await server.stop();
});

const passcode = '204871';
const secret = 'Amoxicillin';
async function sealed(words = secret) {
  const key = randomBytes(32);
  const content = await new CompactEncrypt(Buffer.from(JSON.stringify({ resourceType: 'Bundle', words })))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', zip: 'DEF', cty: 'application/fhir+json' })
    .encrypt(key);
  return { key, content };
}
const ofLink = (content: string, more: object = {}) => ({
  params: { patientId, ifSystemId: own },
  body: { recipient: 'Dr. Lee', days: 7 as const, openings: 3 as const, passcode, content, ...more },
});
async function share(more: object = {}, who: Browser = patient) {
  const { key, content } = await sealed();
  const answer = await who.call(shareSummary, ofLink(content, more));
  expect(answer.status).toBe(200);
  const { link, manifestPath } = v.parse(shareSummary.answer, answer.body);
  return { key, link, manifestId: manifestPath.split('/').at(-1) ?? '' };
}
/** Somebody without an account. */
const open = (manifestId: string, more: object = {}) =>
  server
    .browser()
    .call(openSummaryLink, { params: { manifestId }, body: { recipient: 'Otter Bay, Dr. Lee', passcode, ...more } });
const linksOf = async (who = patient) =>
  v.parse(listSummaryLinks.answer, (await who.call(listSummaryLinks, { params: { patientId } })).body);
const end = (summaryLinkId: number, who = patient) =>
  who.call<CallShape>(endSummaryLink, { params: { patientId, summaryLinkId } });

describe('a summary that is shared by a link', () => {
  it('is opened by anybody with link and passcode, and only the link can decrypt it', async () => {
    const { key, manifestId, link } = await share();
    const answer = await open(manifestId);
    expect(answer).toMatchObject({ status: 200, body: { files: [{ contentType: 'application/fhir+json' }] } });
    const [file] = v.parse(openSummaryLink.answer, answer.body).files;
    const { plaintext } = await compactDecrypt(file?.embedded ?? '', key);
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toMatchObject({ words: secret });
    expect((await linksOf()).find(({ summaryLinkId }) => summaryLinkId === link.summaryLinkId)).toMatchObject({
      recipient: 'Dr. Lee',
      opened: 1,
      openings: 3,
      isOpen: true,
    });
    const rows = await server.query('select * from summary_links where id = $1', [link.summaryLinkId]);
    const stored = JSON.stringify(rows);
    for (const one of [manifestId, key.toString('base64url'), passcode, secret]) expect(stored).not.toContain(one);
  });

  it('can be read by the page of any other website, without cookies', async () => {
    const { manifestId } = await share();
    const url = `${server.portalUrl}/api/shl/${manifestId}`;
    const asked = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://reader.example' } });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://reader.example' },
      body: JSON.stringify({ recipient: 'A reader', passcode }),
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('gives a long file by an address that works once, at the facility’s own portal', async () => {
    await server.query("update facilities set portal_url = 'https://me.northlight.example' where is_default");
    const { key, manifestId } = await share();
    const answer = await open(manifestId, { embeddedLengthMax: 10 });
    const [file] = v.parse(openSummaryLink.answer, answer.body).files;
    expect(file?.embedded).toBeUndefined();
    const ticket = new URL(file?.location ?? '').searchParams.get('ticket') ?? '';
    expect(new URL(file?.location ?? '').origin).toBe('https://me.northlight.example');
    const taken = await fetch(`${server.portalUrl}/api/shl/${manifestId}/file?ticket=${ticket}`);
    expect(taken.headers.get('content-type')).toBe('application/jose');
    expect(taken.headers.get('access-control-allow-origin')).toBe('*');
    const { plaintext } = await compactDecrypt(await taken.text(), key);
    expect(new TextDecoder().decode(plaintext)).toContain(secret);
    const again = { params: { manifestId }, query: { ticket } };
    expect(await server.browser().call(getLinkedSummary, again)).toMatchObject({ status: 404 });
  });

  it('has a PDF beside it, by its own address where it is long', async () => {
    const pdf = (await sealed('Pages')).content;
    const { manifestId, link } = await share({ pdf });
    const whole = v.parse(openSummaryLink.answer, (await open(manifestId)).body).files;
    expect(whole.map(({ contentType }) => contentType)).toEqual(['application/fhir+json', 'application/fhir+json']);
    expect(whole[1]?.embedded).toBe(pdf);
    const { files } = v.parse(openSummaryLink.answer, (await open(manifestId, { embeddedLengthMax: 10 })).body);
    for (const [at, content] of [whole[0]?.embedded, pdf].entries()) {
      // The address is at the facility's own host name, which no test can look up.
      const { pathname, search } = new URL(files[at]?.location ?? '');
      const address = `${server.portalUrl}${pathname}${search}`;
      expect(await (await fetch(address)).text()).toBe(content);
      expect((await fetch(address)).status).toBe(404);
    }
    await end(link.summaryLinkId);
    expect(await server.query('select pdf from summary_links where id = $1', [link.summaryLinkId])).toEqual([
      { pdf: null },
    ]);
  });

  it('is opened as often as was said, also by many at once', async () => {
    const { manifestId, link } = await share({ openings: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(manifestId)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 404, 404, 404, 404, 404,
    ]);
    expect((await linksOf()).find(({ summaryLinkId }) => summaryLinkId === link.summaryLinkId)).toMatchObject({
      opened: 3,
      isOpen: false,
    });
  });

  it('ends after five wrong passcodes, and asking without one costs nothing', async () => {
    const { manifestId } = await share();
    expect(await open(manifestId, { passcode: undefined })).toMatchObject({ status: 401 });
    for (const remainingAttempts of [4, 3, 2, 1, 0])
      expect(await open(manifestId, { passcode: '000000' })).toMatchObject({
        status: 401,
        body: { error: 'passcode_wrong', remainingAttempts },
      });
    expect(await open(manifestId)).toMatchObject({ status: 404 });
  });

  it('takes no more than five passcodes of many that are tried at once', async () => {
    const { manifestId } = await share();
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(manifestId, { passcode: '000000' })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      401, 401, 401, 401, 401, 404, 404, 404,
    ]);
  });

  it('ends with its time, with a press, and with the access of whoever shared it', async () => {
    const [late, pressed] = [await share(), await share()];
    await server.query(`update summary_links set ends_at = now() - interval '1 second' where id = $1`, [
      late.link.summaryLinkId,
    ]);
    expect(await open(late.manifestId)).toMatchObject({ status: 404 });
    expect(await end(pressed.link.summaryLinkId)).toMatchObject({ status: 204 });
    expect(await open(pressed.manifestId)).toMatchObject({ status: 404 });
    // Its answer may have been lost, so a second press finds what the first one did, which the log has once.
    expect(await end(pressed.link.summaryLinkId)).toMatchObject({ status: 204 });
    expect(
      await server.query(
        `select 1 from audit_events where type = 'healthSummary.linkEnded' and detail ->> 'summaryLinkId' = $1`,
        [String(pressed.link.summaryLinkId)],
      ),
    ).toHaveLength(1);
    expect(await server.query('select content from summary_links where id = $1', [pressed.link.summaryLinkId])).toEqual(
      [{ content: null }],
    );
    const off = await share();
    await server.query('update users set disabled_at = now() where id = $1', [userId]);
    expect(await open(off.manifestId)).toMatchObject({ status: 404 });
    await server.query('update users set disabled_at = null where id = $1', [userId]);
    expect(await open(off.manifestId)).toMatchObject({ status: 200 });
  });

  it('refuses what is no encrypted file, a passcode of another form, and whoever has no right', async () => {
    const { content } = await sealed();
    for (const wrong of [
      { content: '{"resourceType":"Bundle"}' },
      { passcode: '12345' },
      { days: 365 },
      { openings: 0 },
      { recipient: ' ' },
    ])
      expect(await patient.call<CallShape>(shareSummary, ofLink(content, wrong))).toMatchObject({ status: 400 });
    expect(await server.browser().call(shareSummary, ofLink(content))).toMatchObject({ status: 401 });
    const other = await server.signedIn('representative');
    await server.query('delete from representative_rights where patient_id = $1', [patientId]);
    expect(await other.call(shareSummary, ofLink(content))).toMatchObject({ status: 404 });
    expect(await open('x'.repeat(43))).toMatchObject({ status: 404 });
    expect(
      await server.browser().call<CallShape>(openSummaryLink, { params: { manifestId: 'x' }, body: {} }),
    ).toMatchObject({
      status: 400,
    });
  });

  it('stands in the log: shared, and each time that it was opened, by whom in their own words', async () => {
    const { manifestId, link } = await share({ recipient: 'Dr. Novak' });
    await open(manifestId, { recipient: 'Novak practice' });
    await end(link.summaryLinkId);
    const query = { startDate: '2020-01-01', endDate: '2100-01-01' };
    const { body } = await patient.call<CallShape>(listActivity, { params: { userId }, query });
    const { lines } = v.parse(listActivity.answer, body);
    expect(lines).toContainEqual(expect.objectContaining({ act: 'summaryShared', title: 'Dr. Novak', who: 'you' }));
    expect(lines).toContainEqual(
      expect.objectContaining({ act: 'summaryOpened', title: 'Novak practice', who: 'nobody' }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ act: 'summaryLinkEnded', who: 'you' }));
    expect(downloadHealthSummary.needsProof && shareSummary.needsProof).toBe(true);
  });
});
