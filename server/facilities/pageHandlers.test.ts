import {
  DownloadableForm,
  ExternalSystem,
  Facility,
  FacilityContact,
  Faq,
  type LanguageCode,
  callUrl,
  countPageView,
  createDownloadToken,
  getDownloadableForm,
  getFacility,
  getContent,
  getFacilityText,
  listDownloadableForms,
  listExternalSystems,
  listFacilityContacts,
  listFaqs,
  listPatientFacilities,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let northlight: number;
let harbour: number;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  const ids = await server.query('select id from facilities order by is_default desc');
  [northlight, harbour] = ids.map((row) => Number(row['id'])) as [number, number];
});
afterAll(() => server.stop());

const notFound = { status: 404, body: { error: 'not_found' } };
const at = (facilityId: number) => ({ params: { facilityId } });
const Ticket = v.object({ token: v.string(), expiresIn: v.number() });

describe('what a facility publishes', () => {
  test('questions and answers come in view order, in the language asked for or else the facility’s own', async () => {
    const inSpanish = v.parse(
      v.array(Faq),
      (await patient.call(listFaqs, { ...at(northlight), query: { language: 'es' } })).body,
    );
    expect(inSpanish[0]?.question).toBe('¿Cuándo veré los resultados de mis pruebas?');
    expect(inSpanish.map(({ viewOrder }) => viewOrder)).toEqual([10, 20, 30, 40, 50, 60]);
    expect(inSpanish[0]?.language).toBe('es');
    const inFrench = v.parse(
      v.array(Faq),
      (await patient.call(listFaqs, { ...at(harbour), query: { language: 'fr' } })).body,
    );
    expect(inFrench[0]).toMatchObject({ question: 'How soon will I see my test results?', language: 'en' });
    expect((await patient.call(listFaqs, at(harbour))).body).toEqual(inFrench);
    await server.query(
      "update facility_faqs set view_order = 5 where facility_id = $1 and language = 'en' and view_order = 60",
      [harbour],
    );
    const reordered = v.parse(v.array(Faq), (await patient.call(listFaqs, at(harbour))).body);
    expect(reordered[0]?.question).toBe('Can I use the portal without the internet?');
  });

  test('a text says which language it is written in, which is the facility’s own where it has none in the one asked for', async () => {
    const textIn = async (language: LanguageCode) =>
      (
        await server.browser().call(getFacilityText, {
          params: { facilityId: harbour, contentKey: 'Help' },
          query: { language },
        })
      ).body;
    expect(await textIn('es')).toMatchObject({ language: 'es' });
    await server.query("delete from facility_texts where facility_id = $1 and language = 'fr'", [harbour]);
    expect(await textIn('fr')).toMatchObject({ language: 'en' });
  });

  test('hostile HTML that found its way into the database does not leave it', async () => {
    const hostile =
      '<p onclick="alert(1)" style="color:red">Hello<script>alert(2)</script><img src="https://evil.example/x.png" onerror="alert(3)"></p><form action="https://evil.example"><input></form>';
    await server.query(
      "update facility_faqs set question = $2, answer = $2 where facility_id = $1 and language = 'pt' and view_order = 10",
      [northlight, hostile],
    );
    await server.query(
      "update facility_texts set content = $2 where facility_id = $1 and content_key = 'usefulLinksContent' and language = 'pt'",
      [northlight, hostile],
    );
    const [first] = v.parse(
      v.array(Faq),
      (await patient.call(listFaqs, { ...at(northlight), query: { language: 'pt' } })).body,
    );
    expect([first?.question, first?.answer]).toEqual(['<p>Hello</p>', '<p>Hello</p>']);
    expect(
      (
        await server.browser().call(getFacilityText, {
          params: { facilityId: northlight, contentKey: 'usefulLinksContent' },
          query: { language: 'pt' },
        })
      ).body,
    ).toEqual({ content: '<p>Hello</p>', language: 'pt' });
    // The shorter form of the call is for the facility of the host name.
    expect(
      (
        await server
          .browser()
          .call(getContent, { params: { contentKey: 'usefulLinksContent' }, query: { language: 'pt' } })
      ).body,
    ).toEqual({ content: '<p>Hello</p>', language: 'pt' });
  });

  test('contacts come in sort order with every field', async () => {
    const contacts = v.parse(v.array(FacilityContact), (await patient.call(listFacilityContacts, at(northlight))).body);
    expect(contacts.map(({ contactName }) => contactName)).toEqual([
      'Front desk and appointments',
      'Nurse line',
      'Medical records',
      'Billing',
    ]);
    expect(contacts[0]).toEqual({
      contactName: 'Front desk and appointments',
      address1: '12 Willow Road',
      address2: null,
      city: 'Puddleford',
      state: 'NY',
      zipCode: '10042',
      country: 'US',
      phone: '5550100142',
      fax: '5550100143',
      email: 'welcome@northlight.example',
      sortOrder: 10,
      language: 'en',
    });
  });

  test('forms say their size and type, or where else they are', async () => {
    const forms = v.parse(v.array(DownloadableForm), (await patient.call(listDownloadableForms, at(northlight))).body);
    const [first] = forms;
    expect(first).toMatchObject({
      facilityId: northlight,
      title: 'New patient form',
      language: 'en',
      url: null,
      contentType: 'application/pdf',
      fileType: 'pdf',
      viewOrder: 10,
    });
    expect(first?.fileSize).toBeGreaterThan(1000);
    expect(forms.at(-1)).toMatchObject({
      title: 'Medicine list card',
      contentType: null,
      fileType: null,
      fileSize: null,
    });
    expect(forms.at(-1)?.url).toMatch(/^https:/);
  });

  test('what a facility has switched off, and a facility that is not there, are not found', async () => {
    for (const call of [listFaqs, listFacilityContacts, listDownloadableForms])
      expect(await patient.call(call, at(987_654))).toMatchObject(notFound);
    const [form] = v.parse(v.array(DownloadableForm), (await patient.call(listDownloadableForms, at(harbour))).body);
    await server.query(
      "update facilities set has_faqs = false, has_downloadable_forms = false, capabilities = capabilities - 'ContactUs' where id = $1",
      [harbour],
    );
    for (const call of [listFaqs, listFacilityContacts, listDownloadableForms])
      expect(await patient.call(call, at(harbour))).toMatchObject(notFound);
    expect(
      await patient.call(getDownloadableForm, {
        params: { facilityId: harbour, formId: form?.downloadableItemId ?? 0 },
      }),
    ).toMatchObject(notFound);
    await server.query(
      'update facilities set has_faqs = true, has_downloadable_forms = true, capabilities = capabilities || \'{"ContactUs": []}\' where id = $1',
      [harbour],
    );
  });
});

describe('a download', () => {
  const formAt = async (facilityId: number, place = 0) => {
    const form = v.parse(v.array(DownloadableForm), (await patient.call(listDownloadableForms, at(facilityId))).body)[
      place
    ];
    if (!form) throw new Error('there is no such form');
    return { params: { facilityId, formId: form.downloadableItemId }, form };
  };
  const ticketFor = async (browser: Browser, path: string) => {
    const { userId } = await browser.profile();
    return v.parse(Ticket, (await browser.call(createDownloadToken, { params: { userId }, body: { path } })).body);
  };
  /** Requests a file as a new window does, without a header. */
  const open = (params: Readonly<Record<string, number>>, token: string) =>
    fetch(`${server.portalUrl}${callUrl(getDownloadableForm, params, { token })}`);

  test('opens once with its ticket, under a neutral name, and nothing of it is sniffed or kept', async () => {
    const { params, form } = await formAt(northlight);
    const { token, expiresIn } = await ticketFor(patient, callUrl(getDownloadableForm, params));
    expect(expiresIn).toBe(60);
    const answer = await open(params, token);
    expect(answer.status).toBe(200);
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'x-content-type-options', 'cache-control', 'referrer-policy'].map(
          (name) => [name, answer.headers.get(name)],
        ),
      ),
    ).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="form-${params.formId}.pdf"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.byteLength).toBe(form.fileSize);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const again = await open(params, token);
    expect({ status: again.status, body: await again.json() }).toEqual(notFound);
    expect(await server.query('select 1 from download_tickets where token_hash = $1', [Buffer.from(token)])).toEqual(
      [],
    );
  });

  test('fifty windows with one ticket: one of them gets the file', async () => {
    const { params } = await formAt(northlight);
    const { token } = await ticketFor(patient, callUrl(getDownloadableForm, params));
    const answers = await Promise.all(Array.from({ length: 50 }, () => open(params, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
  });

  test('is not found with a ticket that is too old, for another file, made up, of a session that ended, or at the other address', async () => {
    const { params } = await formAt(northlight);
    const other = (await formAt(northlight, 1)).params;
    const path = callUrl(getDownloadableForm, params);
    const refused = async (answer: Response) =>
      expect({ status: answer.status, body: await answer.json() }).toEqual(notFound);

    const late = await ticketFor(patient, path);
    await server.query("update download_tickets set expires_at = now() - interval '1 second'");
    await refused(await open(params, late.token));

    const foreign = await ticketFor(patient, path);
    await refused(await open(other, foreign.token));
    await refused(await fetch(`${server.kioskUrl}${callUrl(getDownloadableForm, params, { token: foreign.token })}`));
    await refused(await open(params, 'A'.repeat(43)));
    await refused(await open(params, ''));

    const leaving = await server.signedIn('noemail');
    const { token } = await ticketFor(leaving, path);
    await server.query(
      "update sessions set ended_at = now() where user_id = (select id from users where username = 'noemail')",
    );
    await refused(await open(params, token));
  });

  test('in a window of its own a refusal is a page with the way back, the same for every reason, in the reader’s language', async () => {
    const { params } = await formAt(northlight);
    const seen = async (token: string, language: string) => {
      const answer = await fetch(`${server.portalUrl}${callUrl(getDownloadableForm, params, { token })}`, {
        headers: { 'sec-fetch-dest': 'document', 'accept-language': language },
      });
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        policy: answer.headers.get('content-security-policy'),
        text: await answer.text(),
      };
    };
    const used = await ticketFor(patient, callUrl(getDownloadableForm, params));
    await open(params, used.token);
    const spanish = await seen(used.token, 'de-DE,es-MX;q=0.9,en;q=0.8');
    expect(spanish).toEqual({
      status: 404,
      type: 'text/html; charset=utf-8',
      policy: "default-src 'none'; frame-ancestors 'none'",
      text: expect.stringContaining('<html lang="es">'),
    });
    expect(spanish.text).toContain('<a href="/">');
    expect(await seen('B'.repeat(43), 'es')).toEqual(spanish);
    expect((await seen(used.token, 'zh-CN')).text).toContain('lang="zh"');
    expect((await seen(used.token, '')).text).toContain('lang="en"');
  });

  test('never takes a ticket where a call is not a file, nor an access token in the address', async () => {
    const { params } = await formAt(northlight);
    const list = callUrl(listFaqs, at(northlight).params);
    const { token } = await ticketFor(patient, list);
    expect((await fetch(`${server.portalUrl}${list}?token=${token}`)).status).toBe(401);
    expect((await open(params, patient.tokens?.access_token ?? '')).status).toBe(404);
    expect((await fetch(`${server.portalUrl}${callUrl(getDownloadableForm, params)}`)).status).toBe(401);
  });

  test('twenty tickets of one person wait at most, over all their sessions; the oldest goes', async () => {
    const { params } = await formAt(northlight);
    const path = callUrl(getDownloadableForm, params);
    const again = await server.signedIn('patient');
    const tickets: string[] = [];
    for (let made = 0; made < 24; made += 1)
      tickets.push((await ticketFor(made % 2 === 0 ? patient : again, path)).token);
    const opened = [];
    for (const ticket of tickets) opened.push((await open(params, ticket)).status);
    expect(opened).toEqual([...Array<number>(4).fill(404), ...Array<number>(20).fill(200)]);
  });

  test('a ticket is made for oneself, for a path of ours', async () => {
    const { userId } = await server.ids('noemail');
    expect(await patient.call(createDownloadToken, { params: { userId }, body: { path: '/api/x' } })).toMatchObject(
      notFound,
    );
    const own = (await patient.profile()).userId;
    for (const path of ['https://evil.example/api/x', '//evil.example', '/login', '/api/a b', '/api/a#b', '']) {
      expect(await patient.call(createDownloadToken, { params: { userId: own }, body: { path } }), path).toMatchObject({
        status: 400,
      });
    }
  });
});

test('the facility says its telephone to everybody, the first among its contacts that can be dialled', async () => {
  const phone = async () => {
    const answer = await server.browser().call(getFacility, { query: { facilityAlias: 'localhost:8080' } });
    return v.parse(Facility, answer.body).phone;
  };
  const [before] = await server.query(
    "select phone from facility_contacts where facility_id = $1 and phone <> '' order by sort_order, id limit 1",
    [northlight],
  );
  expect(await phone()).toBe(before?.['phone']);
  await server.query(
    "update facility_contacts set phone = 'at the front desk' where id = (select id from facility_contacts where facility_id = $1 and phone <> '' order by sort_order, id limit 1)",
    [northlight],
  );
  expect(await phone()).not.toBe('at the front desk');
});

describe('page views', () => {
  const views = () => server.query('select facility_id as facility, route, views from page_views order by route');

  test('are kept only for a facility that wants them: route and day, nothing else', async () => {
    expect((await server.browser().call(countPageView, { body: { route: '/faqs' } })).status).toBe(204);
    expect(await views()).toEqual([]);
    expect(
      v.parse(Facility, (await server.browser().call(getFacility, { query: { facilityAlias: 'localhost:8080' } })).body)
        .pageViews,
    ).toBe(false);
    await server.query('update facilities set page_views = true where id = $1', [northlight]);
    expect(
      v.parse(Facility, (await server.browser().call(getFacility, { query: { facilityAlias: 'localhost:8080' } })).body)
        .pageViews,
    ).toBe(true);
    await patient.call(countPageView, { body: { route: '/faqs' } });
    await server.browser().call(countPageView, { body: { route: '/faqs' } });
    await server.browser().call(countPageView, { body: { route: '/login' } });
    expect(await views()).toEqual([
      { facility: northlight, route: '/faqs', views: 2 },
      { facility: northlight, route: '/login', views: 1 },
    ]);
  });

  test('with an id, a name or a query are refused', async () => {
    for (const body of [
      { route: '/faqs?x=1' },
      { route: '/patients/7' },
      { route: 'Juniper' },
      { route: '/faqs', patientId: 7 },
      {},
    ]) {
      expect(await server.browser().call(countPageView, { body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { error: 'bad_request' },
      });
    }
  });
});

describe('where a patient is known', () => {
  test('systems come by name, whatever its capitals, and mark the sources of summaries', async () => {
    const { patientId } = await server.ids('patient');
    const systems = v.parse(
      v.array(ExternalSystem),
      (await patient.call(listExternalSystems, { params: { patientId: patientId ?? 0 } })).body,
    );
    expect(
      systems.map(({ patientDisplayName, activeTriggerEventTypes }) => [
        patientDisplayName,
        activeTriggerEventTypes.includes('CcdaRequested'),
      ]),
    ).toEqual([
      ['Harbour Point records', false],
      ['Northlight Cancer Centre', true],
      ['Northlight records', false],
      ['Otter Bay Hospital', true],
      ['Puddle Lane Lab', false],
    ]);
  });

  test('facilities begin with the home facility', async () => {
    const { patientId } = await server.ids('patient');
    const known = v.parse(
      v.array(Facility),
      (await patient.call(listPatientFacilities, { params: { patientId: patientId ?? 0 } })).body,
    );
    expect(known.map(({ facilityShortName }) => facilityShortName)).toEqual(['Northlight', 'Harbour Point']);
    const representative = await server.signedIn('representative');
    expect((await representative.call(listPatientFacilities, { params: { patientId: patientId ?? 0 } })).status).toBe(
      200,
    );
  });
});
