import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Appointment,
  CareTeamMember,
  EducationArticle,
  FollowUpPlan,
  UpcomingAppointment,
  getFollowUpPlan,
  listAppointments,
  listCareTeam,
  listEducation,
  listUpcomingAppointments,
  profileImageUrl,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateFromToday } from '../../tests/server/questionnaires.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { command } from '../../tests/server/commands.ts';

let server: TestServer;
let folder: string;
let browser: Browser;
let params: { patientId: number };
const mrn = 'NL-40873';

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vestibule-care-'));
  browser = await server.signedIn('noemail');
  params = { patientId: (await server.ids('noemail')).patientId ?? 0 };
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
const file = async (name: string, content: string | Buffer): Promise<string> => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};
const audited = (type: string) =>
  server.query('select patient_id, actor_role from audit_events where type = $1', [type]);

describe('appointment', () => {
  it('add, list and cancel: what is added is upcoming, what is cancelled is listed and no longer upcoming', async () => {
    const day = dateFromToday(2, 'America/New_York');
    const added = await admin(
      'appointment',
      'add',
      '--patient',
      'noemail',
      '--on',
      day,
      '--time',
      '09:15',
      '--minutes',
      '30',
      '--type',
      'Check-up',
      '--provider',
      'Fernbrook, Ottoline',
      '--location',
      'Room <1> & 2',
      '--place',
      '12 Willow Road, Puddleford',
      '--instruction',
      'Arrive 20 minutes early.',
      '--instruction',
      ' Bring a list\nof your medicines. ',
      '--confirmed',
    );
    expect(added.err).toBe('');
    const id = Number(
      new RegExp(`^${mrn} \\(Northlight\\) has appointment (\\d+) on ${day} at 09:15\\.$`).exec(added.out)?.[1],
    );
    const upcoming = async () =>
      v.parse(
        v.array(UpcomingAppointment),
        (await browser.call(listUpcomingAppointments, { params: { ...params, count: 4 } })).body,
      );
    expect((await upcoming())[0]).toMatchObject({
      id,
      externalAppointmentType: 'Check-up',
      hasTimePart: true,
      status: 'Scheduled',
      shortLocation: 'Room <1> & 2',
      provider: 'Fernbrook, Ottoline',
      instructions: ['Arrive 20 minutes early.', 'Bring a list of your medicines.'],
    });
    const mine = async () =>
      v
        .parse(v.array(Appointment), (await browser.call(listAppointments, { params })).body)
        .find((one) => one.id === id);
    expect(await mine()).toMatchObject({
      provider: 'Fernbrook, Ottoline',
      location: 'Room &lt;1&gt; &amp; 2',
      isConfirmed: true,
      isCancelled: false,
      durationMinutes: 30,
      instructions: ['Arrive 20 minutes early.', 'Bring a list of your medicines.'],
    });
    const list = await admin('appointment', 'list', '--patient', mrn);
    expect(list.out).toMatch(
      new RegExp(`^ +${String(id)}  ${day} 09:15  Check-up with Fernbrook, Ottoline  Scheduled$`, 'm'),
    );
    expect(await admin('appointment', 'cancel', String(id), '--patient', 'noemail')).toEqual({
      code: 0,
      out: `Appointment ${String(id)} on ${day} (Check-up) is cancelled.`,
      err: '',
    });
    expect((await upcoming()).map((one) => one.id)).not.toContain(id);
    expect(await mine()).toMatchObject({
      status: 'Cancelled by facility',
      isConfirmed: false,
      isCancelled: true,
    });
    expect((await admin('appointment', 'cancel', String(id), '--patient', 'noemail')).err).toBe(
      `${mrn} (Northlight) has no appointment ${String(id)} that could be cancelled. See: appointment list`,
    );
    for (const type of ['appointment.added', 'appointments.listed', 'appointment.cancelled'])
      expect(await audited(type), type).toEqual([{ patient_id: params.patientId, actor_role: 'admin' }]);
  });

  it('12:00 that somebody types is noon, and another facility has its own clocks', async () => {
    expect(
      (
        await admin(
          'appointment',
          'add',
          '--patient',
          'noemail',
          '--on',
          '2026-12-01',
          '--time',
          '12:00',
          '--type',
          'Noon',
        )
      ).out,
    ).toMatch(/on 2026-12-01 at 12:00\.$/);
    await admin(
      'appointment',
      'add',
      '--patient',
      'noemail',
      '--on',
      '2026-12-01',
      '--time',
      '08:00',
      '--type',
      'West',
      '--at',
      'Harbour Point',
    );
    const all = v.parse(v.array(Appointment), (await browser.call(listAppointments, { params })).body);
    expect(all.find(({ type }) => type === 'Noon')).toMatchObject({
      date: '2026-12-01T17:00:00.000Z',
      hasTimePart: true,
    });
    expect(all.find(({ type }) => type === 'West')).toMatchObject({
      date: '2026-12-01T16:00:00.000Z',
      timeZoneAbbreviation: 'PST',
    });
  });
});

describe('follow-up import', () => {
  const plan = {
    startDate: '2026-01-31',
    memoToPatient: 'See you soon.',
    categories: [{ key: 'exam', name: 'Exam' }],
    templates: [{ name: 'Guideline' }],
    appointments: [
      {
        label: 'Six month visit',
        after: { years: 0, months: 6 },
        provider: { firstName: 'Ottoline', lastName: 'Fernbrook' },
        targetDate: '2026-07-31',
        tasks: [{ category: 'exam', addressed: false, note: 'Weight' }],
      },
      { label: 'Test', actualDate: '2026-08-03', actualTime: '09:30', status: 'Completed' },
    ],
  };

  it('makes a file the plan, archives the one before, and tells all mistakes at once', async () => {
    const good = await file('plan.json', JSON.stringify(plan));
    expect((await admin('follow-up', 'import', good, '--patient', 'noemail', '--dry-run')).out).toBe(
      `The plan of 2 follow-ups can be imported for ${mrn} (Northlight).`,
    );
    expect((await browser.call(getFollowUpPlan, { params })).body).toEqual([]);
    expect(await admin('follow-up', 'import', good, '--patient', 'noemail')).toEqual({
      code: 0,
      out: `${mrn} (Northlight) has a plan of 2 follow-ups.`,
      err: '',
    });
    await admin(
      'follow-up',
      'import',
      await file('next.json', JSON.stringify({ ...plan, memoToPatient: 'The next.' })),
      '--patient',
      'noemail',
    );
    const plans = v.parse(
      v.array(FollowUpPlan),
      (await browser.call(getFollowUpPlan, { params, query: { includeArchived: 'true' } })).body,
    );
    expect(plans.map(({ memoToPatient }) => memoToPatient)).toEqual(['The next.', 'See you soon.']);
    expect(
      plans[0]?.appointments.map(({ actualDate, targetDate, statusDesc }) => [actualDate, targetDate, statusDesc]),
    ).toEqual([
      [null, '2026-07-31', 'Pending'],
      ['2026-08-03T13:30:00.000Z', null, 'Completed'],
    ]);
    expect(await audited('followUpPlan.imported')).toHaveLength(2);

    const bad = await file(
      'bad.json',
      JSON.stringify({
        ...plan,
        categories: [...plan.categories, ...plan.categories],
        appointments: [{ label: 'x', targetDate: '2026-07-31', tasks: [{ category: 'none', addressed: true }] }],
      }),
    );
    expect(await admin('follow-up', 'import', bad, '--patient', 'noemail')).toEqual({
      code: 1,
      out: '',
      err: `${bad}: nothing was imported; 2 places are not right:\n  categories has "exam" twice\n  appointments.0 has a task of "none", which is no category`,
    });
    const worse = await file(
      'worse.json',
      JSON.stringify({ categories: [], appointments: [{ label: 'x' }, { label: 'y', targetDate: '2026-02-30' }] }),
    );
    expect((await admin('follow-up', 'import', worse, '--patient', 'noemail')).err).toContain(
      'appointments.0: needs a targetDate or an actualDate',
    );
    expect((await admin('follow-up', 'import', await file('no.json', '{'), '--patient', 'noemail')).err).toContain(
      'is not JSON',
    );
  });

  it('an archived plan is not among the appointments', async () => {
    const labels = v
      .parse(v.array(Appointment), (await browser.call(listAppointments, { params })).body)
      .map(({ followUpLabel }) => followUpLabel);
    expect(labels.filter((label) => label === 'Six month visit')).toHaveLength(1);
  });
});

describe('article', () => {
  it('add and assign: cleaned on its way in, given once, brought up to date under its title', async () => {
    const page = await file('page.html', '<h1>Walking</h1><p onclick="x()">Walk daily.</p><script>x()</script>');
    const added = await admin(
      'article',
      'add',
      page,
      '--title',
      'Walking',
      '--category',
      'Living well',
      '--category-order',
      '20',
      '--facility',
      'Northlight',
    );
    const id = /^"Walking" is article (\d+) of Northlight\.$/.exec(added.out)?.[1] ?? '';
    expect(
      await server.query(
        "select convert_from(content, 'UTF8') as html, language from education_articles where id = $1",
        [id],
      ),
    ).toEqual([{ html: '<h2>Walking</h2><p>Walk daily.</p>', language: 'en' }]);
    expect(
      (await admin('article', 'add', page, '--title', 'Walking', '--category', 'Moving', '--facility', 'Northlight'))
        .out,
    ).toBe(`"Walking" is up to date: article ${id} of Northlight.`);
    expect((await admin('article', 'assign', '--patient', mrn, '--article', 'walking', '--on', '2026-10-01')).out).toBe(
      `${mrn} (Northlight) has "Walking".`,
    );
    expect((await admin('article', 'assign', '--patient', mrn, '--article', id)).out).toBe(
      `${mrn} (Northlight) has "Walking" already.`,
    );
    const mine = v
      .parse(v.array(EducationArticle), (await browser.call(listEducation, { params })).body)
      .find(({ title }) => title === 'Walking');
    expect(mine).toMatchObject({
      assignedDate: '2026-10-01',
      categoryName: 'Moving',
      wasReadByPatient: null,
      isArchived: false,
    });
    expect(await audited('article.assigned')).toEqual([{ patient_id: params.patientId, actor_role: 'admin' }]);
    expect([await audited('article.added'), await audited('article.updated')].map((rows) => rows.length)).toEqual([
      1, 1,
    ]);
  });
});

describe('care-team add', () => {
  it('puts somebody with a photo into the team; the same name again changes what is given and keeps the rest', async () => {
    const png = await file(
      'face.png',
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    );
    const add = (...more: readonly string[]) =>
      admin('care-team', 'add', '--patient', mrn, '--first', 'Wilhelmina', '--last', 'Aardwolf', ...more);
    expect(
      await add(
        '--title',
        'Dr.',
        '--profession',
        'Radiologist',
        '--phone',
        '5550100777',
        '--address',
        '1 High Street',
        '--address',
        'Floor 2',
        '--photo',
        png,
        '--messages-by',
        'northlight records',
      ),
    ).toEqual({ code: 0, out: `Wilhelmina Aardwolf is in the care team of ${mrn} (Northlight).`, err: '' });
    const team = async () => v.parse(v.array(CareTeamMember), (await browser.call(listCareTeam, { params })).body);
    const [first] = await team();
    expect(first).toMatchObject({
      lastName: 'Aardwolf',
      careProviderTitle: 'Radiologist',
      address1: '1 High Street',
      address2: 'Floor 2',
      secureMessageRecipientForPatient: true,
    });
    const before = first?.photoFilename ?? '';
    expect((await server.browser().fetch(profileImageUrl(before))).headers.get('content-type')).toBe('image/png');
    const svg = await file(
      'face.svg',
      '<svg viewBox="0 0 4 4" onload="x()"><script>x()</script><path d="M0 0h4v4z"/></svg>',
    );
    expect((await add('--fax', '5550100778', '--photo', svg)).out).toBe(
      `Wilhelmina Aardwolf is up to date in the care team of ${mrn} (Northlight).`,
    );
    const [second] = await team();
    expect(second).toMatchObject({
      careProviderTitle: 'Radiologist',
      publicPhone: '5550100777',
      fax: '5550100778',
      secureMessageRecipientForPatient: false,
      preferredSecureMessageIfSystemId: null,
    });
    expect((await server.browser().fetch(profileImageUrl(second?.photoFilename ?? ''))).text).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"></path></svg>',
    );
    expect((await server.browser().fetch(profileImageUrl(before))).status).toBe(404);
    expect([await audited('careTeam.added'), await audited('careTeam.updated')].map((rows) => rows.length)).toEqual([
      1, 1,
    ]);
    expect(await server.brokenAuditRows()).toEqual([]);
  });
});

describe('mistakes are one clear line and a code that is not 0', () => {
  const appointment = ['appointment', 'add', '--patient', 'noemail', '--type', 'X'];
  const member = ['care-team', 'add', '--patient', 'noemail', '--first', 'A', '--last', 'B'];
  it.each([
    [
      ['appointment'],
      2,
      '"appointment" is not a command; there are: appointment add, appointment list, appointment cancel.',
    ],
    [['appointment', 'add'], 2, 'appointment add needs --patient.'],
    [appointment, 2, 'appointment add needs --on with a date.'],
    [[...appointment, '--on', '2026-02-30'], 2, '--on needs a date like 2026-11-30, not "2026-02-30".'],
    [[...appointment, '--on', '2026-12-01', '--time', '25:00'], 2, '--time needs a time like 09:30, not "25:00".'],
    [
      [...appointment, '--on', '2027-03-14', '--time', '02:30'],
      1,
      'There is no 02:30 on 2027-03-14 there: the clocks are put forward.',
    ],
    [[...appointment, '--on', '2026-12-01', '--minutes', '0'], 2, '--minutes needs a number from 1 to 1440, not "0".'],
    [[...appointment, '--on', '2026-12-01', '--at', 'Nowhere'], 1, 'No facility has the id or name "Nowhere".'],
    [['appointment', 'list', '--patient', 'nobody'], 1, 'No patient has the record number or username "nobody".'],
    [['appointment', 'cancel', '--patient', 'noemail'], 2, 'appointment cancel needs the id of one appointment.'],
    [
      ['appointment', 'cancel', '1', '--patient', 'noemail'],
      1,
      `${mrn} (Northlight) has no appointment 1 that could be cancelled. See: appointment list`,
    ],
    [['follow-up', 'import', '--patient', 'noemail'], 2, 'follow-up import needs one file.'],
    [
      ['follow-up', 'import', '/no/such', '--patient', 'noemail'],
      1,
      "Cannot read /no/such: ENOENT: no such file or directory, open '/no/such'",
    ],
    [
      ['article', 'add', 'x.exe', '--title', 'X', '--category', 'Y', '--facility', 'Northlight'],
      1,
      'x.exe ends neither with .html nor with .pdf.',
    ],
    [['article', 'add', 'x.html', '--title', 'X', '--category', 'Y'], 2, 'article add needs --facility.'],
    [
      ['article', 'add', 'x.html', '--title', 'X', '--category', 'Y', '--facility', 'Northlight', '--language', 'xx'],
      2,
      '--language is none of en, es, fr, pt, zh: "xx".',
    ],
    [['article', 'assign', '--patient', 'noemail', '--article', 'Nothing'], 1, 'Northlight has no article "Nothing".'],
    [
      ['article', 'assign', '--patient', 'noemail', '--article', 'Measuring blood pressure at home'],
      1,
      'Northlight has no article "Measuring blood pressure at home".',
    ],
    [[...member, '--email', 'nobody'], 2, '--email is not an email address: "nobody".'],
    [[...member, '--messages-by', 'Nothing'], 1, 'The facility has no external system "Nothing".'],
    [
      [...member, '--address', '1', '--address', '2', '--address', '3', '--address', '4'],
      2,
      '--address can be given three times at most.',
    ],
  ])('%j', async (args, code, line) => {
    expect(await admin(...args)).toEqual({ code, out: '', err: line });
  });

  it('a file that is not what its name says', async () => {
    const pdf = await file('x.pdf', 'no');
    expect(
      (await admin('article', 'add', pdf, '--title', 'X', '--category', 'Y', '--facility', 'Northlight')).err,
    ).toBe(`${pdf} is no PDF.`);
    const photo = await file('x.png', 'no');
    expect((await admin(...member, '--photo', photo)).err).toBe(`${photo} is no PNG, JPEG or SVG.`);
  });
});
