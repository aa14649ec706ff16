import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  Facility,
  callUrl,
  changePasswordAtLogin,
  createDownloadToken,
  Capabilities,
  getCapabilities,
  listedTreatment,
  treatmentGroupKeys,
  getDownloadableForm,
  getFacility,
  getFacilityText,
  getLanguagePack,
  listDownloadableForms,
  listFacilityContacts,
  listFaqs,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, type TestServer, startTestServer, testDatabase } from '../../tests/server/facilityServer.ts';
import { command } from '../../tests/server/commands.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server?.stop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-facility-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const admin = (...args: readonly string[]) => command(args, server.databaseUrl);

async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content));
  }
}

const lanternlake = {
  name: 'Lanternlake Family Practice',
  portalName: 'Lanternlake Online',
  shortName: 'Lanternlake',
  aliases: ['Lanternlake.localhost:8080'],
  timeZone: 'America/Chicago',
  languages: ['en', 'fr'],
  defaultLanguage: 'en',
  theme: { brand: '#3a5a9b', radius: 1.2 },
  capabilities: { questionnaires: [], ContactUs: [] },
  settings: {
    inactivitySeconds: 600,
    pageViews: true,
    kiosk: true,
    registrationSource: 'ehr',
    resultHolds: [
      { codes: ['PAT', 'GE'], days: 5 },
      { codes: ['6875-9'], days: null },
    ],
    rightsByAge: [{ fromAge: 14, sections: ['SecureMessages', 'TestResults'] }],
    reminders: { patientAppointmentSmsEnabled: false, patientDefaultAppointmentReminderOffset: '2Days' },
  },
  verificationFields: ['PIN', 'MRN'],
};
const logo =
  '<svg viewBox="0 0 4 4" onload="alert(1)"><script>alert(1)</script><path d="M0 0h4v4z" fill="#3a5a9b"/></svg>';
const whole = {
  'facility.json': lanternlake,
  'logo.svg': logo,
  'texts/en/Help.html': '<p onclick="alert(1)">Call us.</p><script>alert(1)</script>',
  'texts/en/usefulLinksContent.html': '<p><a href="https://example.org/">A page</a></p>',
  'texts/fr/Help.html': '<p>Appelez-nous.</p>',
  'texts/en/PatientIdentifierLabel.html': 'Chart number & year',
  'faqs.json': {
    en: [
      { question: 'Second?', answer: '<p>No, first.<img src=x onerror="alert(1)"></p>' },
      { question: 'Then?', answer: '<p>Second.</p>' },
    ],
  },
  'explanations.json': {
    en: [
      { code: '718-7', title: 'Hemoglobin', text: 'It carries oxygen.' },
      { visitType: ' Blood draw ', title: 'Blood draw', text: 'A nurse takes a little blood.' },
      { place: 'Lake Wing', title: 'The way', text: 'Take the lift.' },
    ],
  },
  'contacts.json': { en: [{ contactName: 'Desk', phone: '5550100199', email: 'desk@lanternlake.example' }] },
  'messages.json': {
    emergencyPhone: '911',
    workingDays: [1, 2, 3, 4],
    supervisorEmail: 'desk@lanternlake.example',
    unopenedAfterDays: 2,
    requests: [
      { kind: 'visitMove', withinDays: 2 },
      { kind: 'sickNote', withinDays: 3, titles: { en: 'A sick note', fr: 'Un certificat' } },
    ],
    providers: [{ firstName: 'Odalys', lastName: 'Pike', alsoReadBy: 'the nurses', answersWithinDays: 1 }],
  },
  'forms/forms.json': {
    en: [
      { title: 'Questions', file: 'questions.pdf' },
      { title: 'Elsewhere', url: 'https://example.org/form' },
    ],
  },
  'forms/questions.pdf': '%PDF-1.4\nnothing much\n%%EOF\n',
  'language-pack/fr.json': { 'core.logIn': 'Entrer' },
};
const rowsOf = (type: string) =>
  server.query('select facility_id, actor_role, actor_name, detail from audit_events where type = $1 order by id', [
    type,
  ]);

describe('facility import', () => {
  it('makes a facility with all that a folder can hold; the same folder again changes nothing', async () => {
    await write(whole);
    const made = await admin('facility', 'import', folder);
    expect([made.code, made.err]).toEqual([0, '']);
    const id = Number(/^"Lanternlake Family Practice" is facility (\d+)\.$/m.exec(made.out)?.[1]);
    expect(made.out).toContain('note: logo.svg what could run, load or lead elsewhere was left out');
    expect(made.out).toContain('note: texts/en/Help.html what could run, load or lead elsewhere was left out');
    expect(made.out).toContain('note: texts/en/TermsOfUse.html is missing');
    expect(made.out).not.toContain('texts/en/usefulLinksContent.html');

    const stranger = server.browser();
    const facility = v.parse(
      Facility,
      (await stranger.call(getFacility, { query: { facilityAlias: 'lanternlake.localhost:8080' } })).body,
    );
    expect(facility).toMatchObject({
      facilityId: id,
      facilityPortalName: 'Lanternlake Online',
      timeZoneId: 'America/Chicago',
      inactivitySeconds: 600,
      pageViews: true,
      languages: ['en', 'fr'],
      resources: { faqs: true, usefulLinks: true, downloadableForms: true },
    });
    expect(await server.query('select reminder_settings from facilities where id = $1', [id])).toMatchObject([
      {
        reminder_settings: {
          patientAppointmentSmsEnabled: false,
          patientAppointmentEmailEnabled: true,
          patientDefaultAppointmentReminderOffset: '2Days',
        },
      },
    ]);
    expect((await stranger.fetch(facility.logo ?? '')).text).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z" fill="#3a5a9b"></path></svg>',
    );
    const text = async (contentKey: 'Help' | 'PatientIdentifierLabel', language: 'en' | 'fr') =>
      (await stranger.call(getFacilityText, { params: { contentKey, facilityId: id }, query: { language } })).body;
    expect([await text('Help', 'en'), await text('Help', 'fr'), await text('PatientIdentifierLabel', 'fr')]).toEqual([
      { content: '<p>Call us.</p>', language: 'en' },
      { content: '<p>Appelez-nous.</p>', language: 'fr' },
      { content: 'Chart number & year', language: 'en' },
    ]);
    expect((await stranger.call(getLanguagePack, { query: { language: 'fr', facilityId: id } })).body).toEqual({
      'core.logIn': 'Entrer',
    });

    expect(
      await server.query(
        'select f.result_holds, f.rights_by_age, e.language, e.code, e.title, e.content from facilities f join facility_explanations e on e.facility_id = f.id where f.id = $1',
        [id],
      ),
    ).toEqual([
      {
        result_holds: lanternlake.settings.resultHolds,
        rights_by_age: lanternlake.settings.rightsByAge,
        language: 'en',
        code: '718-7',
        title: 'Hemoglobin',
        content: 'It carries oxygen.',
      },
    ]);
    expect(
      await server.query(
        'select about, name, title, content from facility_guides where facility_id = $1 order by about',
        [id],
      ),
    ).toEqual([
      { about: 'place', name: 'Lake Wing', title: 'The way', content: 'Take the lift.' },
      { about: 'visitType', name: 'Blood draw', title: 'Blood draw', content: 'A nurse takes a little blood.' },
    ]);

    expect(
      await server.query(
        'select f.message_settings as settings, c.last_name, c.messages_also_read_by, c.answers_within_days from facilities f join care_providers c on c.facility_id = f.id where f.id = $1',
        [id],
      ),
    ).toEqual([
      {
        settings: {
          emergencyPhone: '911',
          workingDays: [1, 2, 3, 4],
          supervisorEmail: 'desk@lanternlake.example',
          unopenedAfterDays: 2,
          requests: whole['messages.json'].requests,
        },
        last_name: 'Pike',
        messages_also_read_by: 'the nurses',
        answers_within_days: 1,
      },
    ]);

    const patient: Browser = await server.signedIn('patient');
    expect((await patient.call(listFaqs, { params: { facilityId: id } })).body).toEqual([
      { question: 'Second?', answer: '<p>No, first.</p>', viewOrder: 10, language: 'en' },
      { question: 'Then?', answer: '<p>Second.</p>', viewOrder: 20, language: 'en' },
    ]);
    expect((await patient.call(listFacilityContacts, { params: { facilityId: id } })).body).toMatchObject([
      { contactName: 'Desk', phone: '5550100199', fax: null },
    ]);
    const forms = v.parse(
      v.array(v.looseObject({ downloadableItemId: v.number(), title: v.string() })),
      (await patient.call(listDownloadableForms, { params: { facilityId: id } })).body,
    );
    expect(forms).toMatchObject([
      { title: 'Questions', fileType: 'pdf', fileSize: 28, url: null },
      { title: 'Elsewhere', url: 'https://example.org/form' },
    ]);
    const { userId } = await patient.profile();
    const params = { facilityId: id, formId: forms[0]?.downloadableItemId ?? 0 };
    const ticket = v.parse(
      v.object({ token: v.string() }),
      (
        await patient.call(createDownloadToken, {
          params: { userId },
          body: { path: callUrl(getDownloadableForm, params) },
        })
      ).body,
    );
    expect((await server.browser().fetch(callUrl(getDownloadableForm, params, ticket))).text).toBe(
      whole['forms/questions.pdf'],
    );

    const again = await admin('facility', 'import', folder);
    expect([again.code, again.out.split('\n')[0]]).toEqual([
      0,
      `"Lanternlake Family Practice" is unchanged: facility ${String(id)}.`,
    ]);
    const changed = { ...lanternlake, portalName: 'Lanternlake Patients', settings: {} };
    await write({ 'facility.json': changed });
    expect((await admin('facility', 'import', folder)).out.split('\n')[0]).toBe(
      `"Lanternlake Family Practice" is up to date: facility ${String(id)}.`,
    );
    expect(await server.query('select portal_name, inactivity_seconds from facilities where id = $1', [id])).toEqual([
      { portal_name: 'Lanternlake Patients', inactivity_seconds: 600 },
    ]);
    expect(await rowsOf('facility.created')).toMatchObject([
      { facility_id: id, actor_role: 'admin', actor_name: expect.stringMatching(/^command line/) },
    ]);
    expect(await rowsOf('facility.updated')).toHaveLength(1);

    const shown = await admin('facility', 'show', 'lanternlake');
    expect(shown.out).toMatch(/^sign-up asks for {2}PIN, MRN$/m);
    expect(shown.out).toMatch(/^registration +ehr comes first$/m);
    expect(shown.out).toMatch(/^modules +Questionnaires, ContactUs$/m);
    expect((await admin('facility', 'list')).out).toMatch(
      / {2}Lanternlake {2}\(Lanternlake Family Practice; en, fr; 0 patients\) {2}lanternlake\.localhost:8080$/m,
    );
    expect((await admin('facility', 'show', 'Northlight')).out).toMatch(/^facility +\d+, the default$/m);
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  it('that requires a second step again gives days of grace again', async () => {
    const requires = async (patients: string) => {
      await write({ ...whole, 'facility.json': { ...lanternlake, settings: { secondFactor: { patients } } } });
      expect((await admin('facility', 'import', folder)).code).toBe(0);
    };
    await requires('required');
    await server.query(
      "insert into users (first_name, last_name, facility_id) select 'Grace', 'Days', id from facilities where short_name = 'Lanternlake'",
    );
    await server.query(
      `with p as (insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id)
         select max(id), 'GRACE-1', 'Grace', 'Days', '1970-01-01', max(facility_id) from users where first_name = 'Grace' returning user_id)
       insert into second_factors (user_id, due_at) select user_id, '2026-01-01' from p`,
    );
    const dueAt = async () =>
      (await server.query('select due_at from second_factors order by user_id desc limit 1'))[0]?.['due_at'];
    await requires('required');
    expect(await dueAt()).not.toBeNull();
    await requires('optional');
    await requires('required');
    expect(await dueAt()).toBeNull();
  });

  it('takes requests only with somebody who is told of one that is late', async () => {
    await write({ ...whole, 'messages.json': { requests: [{ kind: 'refill', withinDays: 2 }] } });
    const { code, err } = await admin('facility', 'import', folder);
    expect(code).toBe(1);
    expect(err).toContain('messages.json has requests without a supervisorEmail that is told when one is late');
  });

  it('tells every place that is not right, and then changes nothing', async () => {
    await write({
      'facility.json': {
        ...lanternlake,
        shortName: '',
        aliases: ['not a host'],
        timeZone: 'Mars/Olympus',
        defaultLanguage: 'zh',
        capabilities: { Teleport: [], TreatmentSummary: ['TreatmentTypes.Surgery', 'TreatmentTypes.Surgry'] },
        theme: { brand: 'red' },
        colour: 1,
      },
      'logo.svg': '<html></html>',
      'texts/xx/Help.html': '<p>x</p>',
      'texts/en/Secrets.html': '<p>x</p>',
      'texts/en/TermsOfUse.html': '<script>only</script>',
      'faqs.json': { en: [{ question: 'Q' }] },
      'contacts.json': '{',
      'explanations.json': {
        en: [
          { title: 'Nothing', text: 'x' },
          { code: '1-8', place: 'Lake Wing', title: 'Both', text: 'x' },
          { place: 'B', title: 'Everywhere', text: 'x' },
        ],
      },
      'messages.json': {
        workingDays: [1, 8],
        supervisorEmail: 'nobody',
        unopenedAfterDays: 0,
        requests: [
          { kind: 'sick note', withinDays: 1, titles: {} },
          { kind: 'sickNote', withinDays: 1 },
          { kind: 'refill', withinDays: 0 },
        ],
        providers: [{ firstName: 'A' }],
      },
      'forms/forms.json': {
        en: [
          { title: 'A', file: 'a.exe' },
          { title: 'B', file: 'b.pdf' },
          { title: 'C', file: 'c.pdf' },
          { title: 'D' },
        ],
      },
      'forms/b.pdf': 'MZ',
      'language-pack/fr.json': { nonsense: 'x' },
    });
    const { code, out, err } = await admin('facility', 'import', folder);
    const lines = err.split('\n').map((line) => line.replace(/^ {2}[^/]+\//, ''));
    expect([code, out, lines[0]]).toEqual([
      1,
      '',
      `${folder}: nothing was imported; ${String(lines.length - 1)} places are not right:`,
    ]);
    expect(lines.slice(1)).toEqual([
      'facility.json: shortName is empty',
      'facility.json: aliases.0 is not a host name like portal.example.org or localhost:8080',
      'facility.json: timeZone is not a time zone like America/New_York',
      'facility.json: theme.brand is not a colour like #1f5d50',
      'facility.json: capabilities.Teleport is no module; there are Dashboard, Appointments, TreatmentSummary, FollowUpPlan, Education, Questionnaires, TestResults, MedicalNotes, SecureMessages, ContactUs',
      'facility.json: capabilities.TreatmentSummary.1 is no part',
      'facility.json: colour is not known here',
      'logo.svg is no drawing: an svg element with a viewBox, of shapes and colours, smaller than 100 KB',
      'texts/en/Secrets.html is no text of a facility; there are ContactUsHeading.html, usefulLinksContent.html, SecurityMessageLegal.html, TermsOfUse.html, SignUpLegal.html, InvitationStatement.html, PrivacyStatement.html, AccessibilityHelp.html, Help.html, PatientIdentifierLabel.html',
      'texts/en/TermsOfUse.html has no words that may be shown',
      'texts/xx is no language; there are en, es, fr, pt, zh',
      'faqs.json: en.0.answer is missing',
      expect.stringMatching(/^contacts\.json is not JSON: /),
      'explanations.json: en.0 needs one of code, visitType and place',
      'explanations.json: en.1 needs one of code, visitType and place',
      'explanations.json: en.2.place is shorter than 3 characters',
      'messages.json: workingDays.1 must be at most 7',
      'messages.json: supervisorEmail is not an email address',
      'messages.json: unopenedAfterDays must be at least 1',
      'messages.json: requests.0.kind is no name of letters and digits',
      'messages.json: requests.1 needs titles exactly where it is none of visitMove, visitCancel, refill, correction, restriction',
      'messages.json: requests.2.withinDays must be at least 1',
      'messages.json: providers.0.lastName is missing',
      'forms/forms.json: en.0.file has none of the endings pdf, docx, xlsx, odt, rtf, png, jpg, txt',
      'forms/b.pdf is no pdf file',
      'forms/c.pdf is missing',
      'forms/forms.json: en.3 needs either a file or a url',
      'language-pack/fr.json: nonsense is no key of a text, like core.logIn',
    ]);
  });

  it('takes the addresses of its own portal and kiosk as host names, and links begin with the portal’s', async () => {
    const own = { portalUrl: 'https://me.lanternlake.example/', kioskUrl: 'https://a-kiosk.lanternlake.example' };
    const { aliases: _, ...nameless } = lanternlake;
    await write({ 'facility.json': { ...nameless, name: 'Lanternlake Two', shortName: 'Two', ...own } });
    expect((await admin('facility', 'import', folder)).code).toBe(0);
    expect((await admin('facility', 'show', 'Two')).out).toMatch(
      /portal, kiosk +https:\/\/me.lanternlake.example, https:\/\/a-kiosk.lanternlake.example\nhost names +me.lanternlake.example, a-kiosk.lanternlake.example\n/,
    );
    const facilityOf = async (facilityAlias: string) =>
      (await server.browser().call(getFacility, { query: { facilityAlias } })).body;
    expect(await facilityOf('a-kiosk.lanternlake.example')).toMatchObject({
      facilityName: 'Lanternlake Two',
      portalUrl: 'https://me.lanternlake.example',
      kioskUrl: own.kioskUrl,
    });
    const person = ['--first', 'Ola', '--last', 'Reed', '--born', '1980-01-02', '--mrn', 'TWO-1'];
    expect((await admin('patient', 'create', '--facility', 'Two', ...person, '--email', 'ola@example.org')).err).toBe(
      '',
    );
    const invite = (environment = {}) =>
      command(['invitation', 'create', '--patient', 'TWO-1'], server.databaseUrl, environment);
    expect((await invite()).out).toContain('https://me.lanternlake.example/sign-up');
    expect((await invite({ PORTAL_URL: 'https://portal.example' })).out).toContain(
      'https://me.lanternlake.example/sign-up',
    );

    // Without addresses of its own: PORTAL_URL, or the host name that it lists first.
    const aliases = ['z-portal.lanternlake.example', 'a-kiosk.lanternlake.example'];
    await write({ 'facility.json': { ...lanternlake, name: 'Lanternlake Two', shortName: 'Two', aliases } });
    expect((await admin('facility', 'import', folder)).code).toBe(0);
    expect((await invite()).out).toContain('https://z-portal.lanternlake.example/sign-up');
    expect((await invite({ PORTAL_URL: 'https://portal.example' })).out).toContain('https://portal.example/sign-up');
  });

  it.each([
    [{ aliases: [] }, 'facility.json needs a host name: portalUrl or aliases'],
    [{ portalUrl: 'portal.example' }, 'facility.json: portalUrl is not an address like https://portal.example.org'],
    [
      { portalUrl: 'https://a.example', kioskUrl: 'https://a.example/' },
      'facility.json has one address for portal and kiosk',
    ],
  ])('refuses %j', async (change, fault) => {
    await write({ 'facility.json': { ...lanternlake, ...change } });
    expect((await admin('facility', 'check', folder)).err).toContain(fault);
  });

  it('refuses two facilities with one host name when their folders are checked together', async () => {
    await write({ 'facility.json': { ...lanternlake, portalUrl: 'https://me.lanternlake.example' } });
    const northlight = 'server/demo/data/facilities/northlight';
    expect(await admin('facility', 'check', folder, northlight)).toMatchObject({ code: 0, err: '' });
    await write({ 'facility.json': { ...lanternlake, portalUrl: 'http://localhost:8080' } });
    const { code, err } = await admin('facility', 'check', folder, northlight);
    expect([code, err]).toEqual([
      1,
      'Two facilities have one host name: localhost:8080 belongs to "Lanternlake Family Practice" and "Northlight Cancer Centre".',
    ]);
  });

  it('only looks with --dry-run; never takes the host name of another facility; renames with --facility', async () => {
    await write({
      'facility.json': {
        ...lanternlake,
        shortName: 'Sunpocket',
        name: 'Sunpocket Clinic',
        aliases: ['localhost:8080', 'sunpocket.localhost:8080'],
      },
      'surprise.txt': 'x',
    });
    expect((await admin('facility', 'import', '--dry-run', folder)).out).toBe(
      '"Sunpocket Clinic" can be imported.\n  note: surprise.txt is no part of a facility and was not taken',
    );
    expect(await admin('facility', 'import', folder)).toEqual({
      code: 1,
      out: '',
      err: 'Nothing was imported: localhost:8080 belongs to Northlight.',
    });
    expect(await server.query("select 1 from facilities where short_name = 'Sunpocket'")).toEqual([]);
    await write({
      'facility.json': {
        ...lanternlake,
        shortName: 'Sunpocket',
        name: 'Sunpocket Clinic',
        aliases: ['sunpocket.localhost:8080'],
      },
    });
    const id = Number(/facility (\d+)/.exec((await admin('facility', 'import', folder)).out)?.[1]);
    await write({
      'facility.json': {
        ...lanternlake,
        shortName: 'Sunny',
        name: 'Sunny Clinic',
        aliases: ['sunny.localhost:8080'],
        default: true,
      },
    });
    expect((await admin('facility', 'import', '--facility', 'sunpocket', folder)).out).toContain(
      `"Sunny Clinic" is up to date: facility ${String(id)}.`,
    );
    expect(await server.query('select short_name from facilities where is_default')).toEqual([{ short_name: 'Sunny' }]);
    expect(await server.query('select alias from facility_aliases where facility_id = $1', [id])).toEqual([
      { alias: 'sunny.localhost:8080' },
    ]);
    await server.query('update facilities set is_default = false; ');
    await server.query("update facilities set is_default = true where short_name = 'Northlight'");
  });

  it('is how a facility begins on an empty database: the first one is the default', async () => {
    const empty = await testDatabase('empty');
    const { migrate } = await import('../db/migrate.ts');
    await migrate(empty.url, () => Promise.resolve());
    await write(whole);
    expect((await command(['facility', 'list'], empty.url)).out).toBe(
      'There are no facilities yet. See: facility import',
    );
    expect((await command(['facility', 'import', folder], empty.url)).code).toBe(0);
    expect((await command(['facility', 'list'], empty.url)).out).toMatch(/default$/);
    expect((await command(['patient', 'list'], empty.url)).out).toBe('There are no patients yet. See: patient create');
    await empty.drop();
  });
});

describe('facility capability', () => {
  it('switches modules and their parts without a new sign-in, and is audited', async () => {
    const patient = await server.signedIn('limited');
    const { userId } = await patient.profile();
    const modules = async () =>
      v.parse(
        v.looseObject({
          modules: v.array(v.object({ moduleName: v.string(), details: v.array(v.object({ fieldName: v.string() })) })),
        }),
        (await patient.call(getCapabilities, { params: { userId } })).body,
      ).modules;
    expect(
      await admin(
        'facility',
        'capability',
        'Harbour Point',
        '--on',
        'testresults',
        '--on',
        'Appointments.RequestAppointment',
        '--off',
        'ContactUs',
      ),
    ).toEqual({ code: 0, out: 'Harbour Point has Dashboard, Appointments, Questionnaires, TestResults.', err: '' });
    expect((await modules()).map(({ moduleName }) => moduleName).toSorted()).toEqual([
      'Appointments',
      'Dashboard',
      'Questionnaires',
      'TestResults',
    ]);
    expect((await modules()).find(({ moduleName }) => moduleName === 'Appointments')?.details).toEqual([
      { fieldName: 'RequestAppointment' },
    ]);
    expect(
      (
        await admin(
          'facility',
          'capability',
          'Harbour Point',
          '--off',
          'Appointments.RequestAppointment',
          '--off',
          'TestResults',
          '--on',
          'ContactUs',
        )
      ).code,
    ).toBe(0);
    expect((await modules()).map(({ moduleName }) => moduleName).toSorted()).toEqual([
      'Appointments',
      'ContactUs',
      'Dashboard',
      'Questionnaires',
    ]);
    expect((await rowsOf('facility.capabilities')).map(({ detail }) => detail)).toEqual([
      { on: 'TestResults Appointments.RequestAppointment', off: 'ContactUs' },
      { on: 'ContactUs', off: 'Appointments.RequestAppointment TestResults' },
    ]);
  });
});

describe('the groups of the treatment summary', () => {
  it('are switched one by one with their fields, and a whole stands for all of its parts', async () => {
    const patient = await server.signedIn('limited');
    const { userId } = await patient.profile();
    const listed = async () =>
      listedTreatment(v.parse(Capabilities, (await patient.call(getCapabilities, { params: { userId } })).body)).map(
        ({ key, fields }) => `${key} ${[...fields].join(' ')}`,
      );
    const change = (...options: readonly string[]) => admin('facility', 'capability', 'Harbour Point', ...options);
    await change('--on', 'treatmentsummary.treatmenttypes.sideeffectbundle');
    expect(await listed()).toEqual(['SideEffectBundle termduration sideeffectlist comment']);
    await change(
      '--on',
      'TreatmentSummary.TreatmentTypes.Allergy.allergen',
      '--off',
      'TreatmentSummary.TreatmentTypes.SideEffectBundle.comment',
    );
    expect(await listed()).toEqual(['SideEffectBundle termduration sideeffectlist', 'Allergy allergen']);
    expect((await admin('facility', 'show', 'Harbour Point')).out).toContain(
      'TreatmentSummary (TreatmentTypes.SideEffectBundle, TreatmentTypes.Allergy)',
    );
    await change('--on', 'TreatmentSummary.TreatmentTypes');
    expect((await listed()).length).toBe(treatmentGroupKeys.length);
    await change('--off', 'TreatmentSummary.TreatmentTypes');
    expect(await listed()).toEqual([]);
    expect(await change('--on', 'TreatmentSummary.TreatmentTypes.Alergy')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"TreatmentSummary.TreatmentTypes.Alergy" is no part of TreatmentSummary'),
    });
    await change('--off', 'TreatmentSummary');
  });
});

describe('people', () => {
  it('patient create with a sign-in: the first password works once and must be changed', async () => {
    const made = await admin(
      'patient',
      'create',
      '--facility',
      'Northlight',
      '--mrn',
      'NL-TEST-1',
      '--first',
      'Petra',
      '--last',
      'Goldfinch',
      '--born',
      '1970-02-28',
      '--email',
      'petra@example.org',
      '--language',
      'fr',
      '--username',
      'petra',
    );
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^NL-TEST-1 is patient \d+ of Northlight\.$/m);
    const password = /^Sign-in petra, first password (\S+)$/m.exec(made.out)?.[1] ?? '';
    expect((await server.browser().logIn('petra', password)).body).toMatchObject({ error: 'password_change_required' });
    expect(
      await server.query(
        "select e.detail, e.actor_role from audit_events e join patients p on p.id = e.patient_id where e.type = 'patient.created' and p.mrn = 'NL-TEST-1'",
      ),
    ).toEqual([{ detail: { hasLogin: true }, actor_role: 'admin' }]);
    expect((await admin('patient', 'list', '--facility', 'Northlight')).out).toMatch(
      /^NL-TEST-1 {5}Goldfinch, Petra {2}1970-02-28 {2}petra {2}Northlight$/m,
    );
    expect(await rowsOf('patients.listed')).toMatchObject([{ actor_role: 'admin' }]);
    const without = await admin(
      'patient',
      'create',
      '--facility',
      'Harbour Point',
      '--mrn',
      'NL-TEST-1',
      '--first',
      'Otis',
      '--last',
      'Wren',
      '--born',
      '1950-01-01',
    );
    expect(without.out).toMatch(/^NL-TEST-1 is patient \d+ of Harbour Point\.$/);
    expect((await admin('patient', 'list', '--facility', 'Harbour Point')).out).toMatch(
      /Wren, Otis {2}1950-01-01 {2}\(no sign-in\)/,
    );
  });

  it('kiosk-manager create: signs in at the kiosk, for all the facilities named', async () => {
    const made = await admin(
      'kiosk-manager',
      'create',
      '--facility',
      'Northlight',
      '--facility',
      'Harbour Point',
      '--username',
      'frontdesk',
      '--first',
      'Fay',
      '--last',
      'Brook',
      '--pin',
      '135790',
    );
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(
      /^frontdesk manages the kiosk of Northlight and Harbour Point\.\nFirst password \S+\nPIN 135790$/,
    );
    const tablet = server.browser('kiosk');
    const oldPassword = /password (\S+)/.exec(made.out)?.[1] ?? '';
    expect(await tablet.logIn('frontdesk', oldPassword, 'kioskManagement')).toMatchObject({
      body: { error: 'password_change_required' },
    });
    const newPassword = 'Juniper+River7';
    const body = { userName: 'frontdesk', oldPassword, newPassword, confirmPassword: newPassword };
    expect((await tablet.call(changePasswordAtLogin, { body })).status).toBe(204);
    expect((await tablet.logIn('frontdesk', newPassword, 'kioskManagement')).status).toBe(200);
    expect(
      await server.query(
        "select count(*)::int as n from kiosk_manager_facilities m join users u on u.id = m.user_id where u.username = 'frontdesk'",
      ),
    ).toEqual([{ n: 2 }]);
    expect(
      (
        await admin(
          'kiosk-manager',
          'create',
          '--facility',
          'Northlight',
          '--username',
          'seconddesk',
          '--first',
          'A',
          '--last',
          'B',
        )
      ).out,
    ).toMatch(/^PIN \d{6}$/m);
    expect(await rowsOf('kioskManager.created')).toHaveLength(2);
  });
});

describe('mistakes are one clear line and a code that is not 0', () => {
  const patient = ['patient', 'create', '--facility', 'Northlight', '--mrn', 'X-1', '--first', 'A', '--last', 'B'];
  const manager = ['kiosk-manager', 'create', '--facility', 'Northlight', '--first', 'A', '--last', 'B'];
  it.each([
    [
      ['facility'],
      2,
      '"facility" is not a command; there are: facility check, facility import, facility list, facility show, facility move, facility capability, facility alerts, facility check-in.',
    ],
    [['facility', 'import'], 2, 'facility import needs one folder.'],
    [
      ['facility', 'import', '/no/such/folder'],
      1,
      "Cannot read /no/such/folder: ENOENT: no such file or directory, scandir '/no/such/folder'",
    ],
    [['facility', 'show'], 2, 'facility show needs one facility.'],
    [['facility', 'show', 'Nowhere'], 1, 'No facility has the id or name "Nowhere".'],
    [
      ['facility', 'capability', 'Northlight'],
      2,
      'facility capability needs one facility and --on or --off with a module.',
    ],
    [
      ['facility', 'capability', 'Northlight', '--on', 'Teleport'],
      2,
      '"Teleport" is no module; there are Dashboard, Appointments, TreatmentSummary, FollowUpPlan, Education, Questionnaires, TestResults, MedicalNotes, SecureMessages, ContactUs.',
    ],
    [
      ['facility', 'capability', 'Northlight', '--on', 'Appointments.Teleport'],
      2,
      '"Appointments.Teleport" is no part of Appointments; there are Appointments.RequestAppointment.',
    ],
    [
      ['facility', 'capability', 'Northlight', '--on', 'ContactUs.x'],
      2,
      '"ContactUs.x" is no part of ContactUs; it has none.',
    ],
    [['patient', 'create'], 2, 'patient create needs --facility.'],
    [[...patient], 2, 'patient create needs --born.'],
    [[...patient, '--born', '1961-02-30'], 2, '--born needs a date like 2026-11-30, not "1961-02-30".'],
    [[...patient, '--born', '2961-02-20'], 2, '--born is in the future: 2961-02-20.'],
    [[...patient, '--born', '1961-02-20', '--email', 'nobody'], 2, '--email is not an email address: "nobody".'],
    [[...patient, '--born', '1961-02-20', '--language', 'xx'], 2, '--language is none of en, es, fr, pt, zh: "xx".'],
    [
      [...patient, '--born', '1961-02-20', '--username', 'a'],
      2,
      '--username needs 4 to 100 letters, digits and @ . _ -, not "a".',
    ],
    [[...patient, '--born', '1961-02-20', '--username', 'PATIENT'], 1, 'Somebody signs in as "PATIENT" already.'],
    [
      [
        'patient',
        'create',
        '--facility',
        'Nowhere',
        '--mrn',
        'X',
        '--first',
        'A',
        '--last',
        'B',
        '--born',
        '1961-02-20',
      ],
      1,
      'No facility has the id or name "Nowhere".',
    ],
    [
      [
        'patient',
        'create',
        '--facility',
        'Northlight',
        '--mrn',
        'NL-40127',
        '--first',
        'A',
        '--last',
        'B',
        '--born',
        '1961-02-20',
      ],
      1,
      'Northlight has, or had, a patient with the record number "NL-40127" already.',
    ],
    [['patient', 'list', '--facility', 'Nowhere'], 1, 'No facility has the id or name "Nowhere".'],
    [['kiosk-manager', 'create'], 2, 'kiosk-manager create needs --facility.'],
    [manager, 2, 'kiosk-manager create needs --username.'],
    [[...manager, '--username', 'kiosk'], 1, 'Somebody signs in as "kiosk" already.'],
    [[...manager, '--username', 'thirddesk', '--pin', '12345'], 2, '--pin needs 6 digits.'],
  ])('%j', async (args, code, line) => {
    expect(await admin(...args)).toEqual({ code, out: '', err: line });
  });
});
