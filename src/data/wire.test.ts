import {
  ContactId,
  getFacility,
  getHealthSummaryHtml,
  getLoginProfile,
  getPatientLanguage,
  inviteContact,
  patchThread,
  PatientId,
  putDraft,
  requestToken,
  versionHeader,
} from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { failureOf, messageFor } from './errors.ts';
import { currentTime } from './serverClock.ts';
import { exchange, type Wire } from './wire.ts';
import { readAnswer } from './wireAnswer.ts';

const html = {
  isOurs: true,
  status: 200,
  type: 'text/html; charset=utf-8',
  text: '<html>Sign in to the hotel network</html>',
};
const failureOfAnswer = (call: Parameters<typeof readAnswer>[0], answer: Parameters<typeof readAnswer>[1]): unknown => {
  try {
    return { answered: readAnswer(call, answer) };
  } catch (error) {
    return error;
  }
};

describe('answers', () => {
  it.each([
    ['a page', html],
    ['a page by which a network asks for a sign-in', { ...html, status: 511 }],
    ['a body cut short', { isOurs: true, status: 200, type: 'application/json', text: '{"facilityId":' }],
    ['an empty answer where one is due', { isOurs: true, status: 200, type: '', text: '' }],
  ])('takes %s for no connection', (_, answer) => {
    const error = failureOfAnswer(getFacility, answer);
    expect(error).toMatchObject({ failure: { kind: 'offline' } });
    expect(error).not.toMatchObject({ failure: { isFacilityDown: true } });
  });

  it.each([
    ['a page with an error status', { ...html, status: 401 }],
    ["a proxy's page", { isOurs: true, status: 502, type: 'text/html', text: 'Bad gateway' }],
    ['a firewall’s page', { isOurs: true, status: 403, type: 'text/html', text: 'Forbidden' }],
    [
      'an error body of another kind',
      { isOurs: true, status: 403, type: 'application/json', text: '{"message":"blocked"}' },
    ],
  ])('takes %s for a facility that does not answer, which is as good as no connection', (_, answer) => {
    const error = failureOfAnswer(getFacility, answer);
    expect(error).toMatchObject({ failure: { kind: 'offline', isFacilityDown: true } });
    const failure = failureOf(error);
    expect(failure && messageFor(failure)).toMatchObject({ code: 'facilityDown' });
  });

  it("never takes a captive portal's page for a saved draft", () => {
    expect(failureOfAnswer(putDraft, html)).toMatchObject({ failure: { kind: 'offline' } });
    expect(failureOfAnswer(putDraft, { isOurs: true, status: 200, type: '', text: '' })).toMatchObject({
      failure: { kind: 'offline' },
    });
    expect(failureOfAnswer(putDraft, { isOurs: true, status: 204, type: '', text: '' })).toEqual({ answered: null });
  });

  it('gives the wire code of a refusal and all that comes with it', () => {
    expect(
      failureOfAnswer(requestToken, {
        isOurs: true,
        status: 400,
        type: 'application/json',
        text: '{"error":"locked_out","minutes":7}',
      }),
    ).toMatchObject({ failure: { kind: 'refused', status: 400, body: { error: 'locked_out', minutes: 7 } } });
  });

  describe('of a facility’s own back end', () => {
    const other = { isOurs: false, status: 200, type: '', text: '' };

    it.each([
      ['nothing', { ...other, status: 404 }, { error: 'not_found' }],
      [
        'the page of a framework',
        { ...other, status: 404, type: 'text/html', text: '<p>Cannot GET' },
        { error: 'not_found' },
      ],
      ['no session', { ...other, status: 401 }, { error: 'unauthorized' }],
      [
        'words of its own',
        { ...other, status: 400, type: 'application/json', text: '{"message":"No."}' },
        { error: 'bad_request', message: 'No.' },
      ],
    ])('refuses with %s', (_, answer, body) => {
      expect(failureOfAnswer(getFacility, answer)).toMatchObject({
        failure: { kind: 'refused', status: answer.status, body },
      });
    });

    it('is told from what stands before it', () => {
      for (const answer of [
        { ...html, status: 403 },
        { ...html, status: 511 },
        { ...other, status: 502 },
      ])
        expect(failureOfAnswer(getFacility, { ...answer, isOurs: false })).toMatchObject({
          failure: { kind: 'offline' },
        });
    });

    it('may answer with HTML where the document does, and with nothing where it says nothing of an answer', () => {
      const text = '<p>Allergies: none known</p>';
      expect(failureOfAnswer(getHealthSummaryHtml, { ...other, type: 'text/html', text })).toMatchObject({
        answered: { head: null, html: text },
      });
      expect(failureOfAnswer(getHealthSummaryHtml, { ...html, text })).toMatchObject({ failure: { kind: 'offline' } });
      expect(failureOfAnswer(patchThread, other)).toEqual({ answered: null });
      expect(failureOfAnswer(getFacility, other)).toMatchObject({ failure: { kind: 'offline' } });
    });
  });

  it('tells an answer of another shape from a missing connection', () => {
    expect(
      failureOfAnswer(getLoginProfile, { isOurs: true, status: 200, type: 'application/json', text: '{}' }),
    ).toMatchObject({
      failure: { kind: 'malformed' },
    });
  });
});

describe('exchange', () => {
  const answering = (
    status: number,
    body: string | null,
    headers: Record<string, string>,
    seen: Request[] = [],
  ): Wire => ({
    fetch: async (input, init) => {
      seen.push(new Request(new URL(input instanceof Request ? input.url : input, 'http://facility.test'), init));
      return new Response(body, { status, headers });
    },
    origin: '',
    timeout: 1_000,
  });

  it('sends form bodies, the declared headers and the token', async () => {
    const seen: Request[] = [];
    const wire = answering(
      200,
      '{"access_token":"a","refresh_token":"r","expires_in":300,"token_type":"Bearer"}',
      { 'content-type': 'application/json' },
      seen,
    );
    await exchange(
      wire,
      requestToken,
      {
        headers: { 'portal-type': 'patientPortal' },
        body: { grant_type: 'password', username: 'a b', password: 'c&d' },
      },
      'token',
    );
    const [request] = seen;
    expect(request?.headers.get('portal-type')).toBe('patientPortal');
    expect(request?.headers.get('authorization')).toBe('Bearer token');
    expect(await request?.text()).toBe('grant_type=password&username=a+b&password=c%26d');
  });

  it('sends no body where it is left out', async () => {
    const seen: Request[] = [];
    const wire = answering(200, '{"invitationId":1,"pin":"418205"}', { 'content-type': 'application/json' }, seen);
    const contactId = v.parse(ContactId, 101);
    await exchange(wire, inviteContact, { params: { contactId }, body: undefined });
    expect(seen[0]?.body).toBeNull();
    expect(seen[0]?.headers.get('content-type')).toBeNull();
  });

  it("takes the time of our server, and of nobody else's", async () => {
    const date = new Date(Date.now() - 86_400_000).toUTCString();
    const body = '"en"';
    const patientId = v.parse(PatientId, 3);
    const ask = (headers: Record<string, string>) =>
      exchange(answering(200, body, { 'content-type': 'application/json', ...headers }), getPatientLanguage, {
        params: { patientId },
      }).catch(() => undefined);
    await ask({ date });
    expect(Math.abs(currentTime() - Date.now())).toBeLessThan(1_000);
    await ask({ date, [versionHeader]: '1' });
    expect(Math.abs(currentTime() - Date.parse(date))).toBeLessThan(5_000);
    await ask({ date: new Date().toUTCString(), [versionHeader]: '1' });
    expect(Math.abs(currentTime() - Date.now())).toBeLessThan(1_000);
  });

  it('is offline when the server stays silent', async () => {
    const silent: Wire = {
      origin: '',
      timeout: 20,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    };
    const patientId = v.parse(PatientId, 3);
    await expect(exchange(silent, getPatientLanguage, { params: { patientId } })).rejects.toMatchObject({
      failure: { kind: 'offline', timedOut: true },
    });
  });

  it("leaves the caller's own abort what it is", async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(exchange(answering(200, '{}', {}), getLoginProfile, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
