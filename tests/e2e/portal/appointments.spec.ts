import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import type { Page } from 'playwright';
import { expect, network, signInAs, test, text, textPattern } from '../../support/test.ts';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { comesBack } from '../../support/tryAgain.ts';

interface Visit {
  readonly day: string;
  readonly time?: string;
  readonly provider?: string;
  readonly type?: string;
  readonly location?: string;
  readonly place?: string | null;
  readonly status?: string;
  readonly isConfirmed?: boolean;
  readonly isCancelled?: boolean;
  readonly instructions?: string;
}

/** The day this many days from today, in the facility's time zone. */
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.now() + days * 86_400_000);

async function addVisits(facility: Facility, { patientId }: TestPatient, visits: readonly Visit[]): Promise<void> {
  for (const {
    day,
    time,
    provider = 'Fernbrook',
    type = 'Check-up',
    location = 'Acorn House',
    place = null,
    status = 'Scheduled',
    isConfirmed = false,
    isCancelled = false,
    instructions = '',
  } of visits) {
    await facility.db.query(
      `insert into appointments (patient_id, facility_id, kind, day, starts_at, duration_minutes, provider_first_name, provider_last_name, type, location, place, status, is_confirmed, is_cancelled, instructions)
       select p.id, f.id, 'ExternalAppointment', $2::date, ($2::date + $3::time) at time zone f.time_zone, 45, 'Ottoline', $4, $5, $6, $7, $8, $9, $10, $11
       from patients p join facilities f on f.id = p.home_facility_id where p.id = $1`,
      [patientId, day, time ?? null, provider, type, location, place, status, isConfirmed, isCancelled, instructions],
    );
  }
}

const open = (page: Page, facility: Facility, username: string) =>
  signInAs(page, facility, username, { path: '/login?redirect=/appointments' });
/** The rows of the table, without the headings of its two parts. */
const bodyRows = (page: Page) =>
  page
    .locator('tbody')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
/** The rows of the agenda that small windows show. */
const agendaRows = (page: Page, key: Parameters<typeof text>[0]) =>
  page.getByRole('region', { name: text(key), exact: true }).getByRole('link');
const header = (page: Page, key: Parameters<typeof text>[0]) =>
  page.getByRole('columnheader', { name: text(key), exact: true });
const showing = (page: Page, shown: number, all: number) =>
  expect(page.getByText(text('appointments.showing', { shown, all }), { exact: true })).toBeVisible();
const choose = (page: Page, key: Parameters<typeof text>[0]) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: text(key), exact: true }) })
    .click();

test('sortable table: date, care provider, type, location, status, ascending or descending', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const patient = await facility.newPatient();
  await addVisits(facility, patient, [
    {
      day: '2026-02-10',
      time: '10:00',
      provider: 'Zed',
      type: 'alpha',
      location: '<p>Birch<br>room 1</p>',
      status: 'Completed',
    },
    { day: '2026-02-11', provider: 'Éclair', type: 'Gamma', location: '<p><b>Cedar</b></p>', status: 'Missed' },
    { day: '2025-07-01', time: '09:30', provider: 'abel', type: 'Beta', location: 'Acorn', status: 'Cancelled' },
  ]);
  await open(page, facility, patient.username);
  const order = () =>
    bodyRows(page).evaluateAll((all) => all.map((row) => /Zed|Éclair|abel/.exec(row.textContent ?? '')?.[0]));
  await expect(header(page, 'records.date')).toHaveAttribute('aria-sort', 'none');
  await expect.poll(order).toEqual(['Éclair', 'Zed', 'abel']);
  const expected = {
    date: ['abel', 'Zed', 'Éclair'],
    provider: ['abel', 'Éclair', 'Zed'],
    type: ['Zed', 'abel', 'Éclair'],
    location: ['abel', 'Zed', 'Éclair'],
    status: ['abel', 'Zed', 'Éclair'],
  } as const;
  for (const [field, ascending] of Object.entries(expected)) {
    const head = page.getByRole('columnheader', {
      name:
        field === 'date' || field === 'provider'
          ? text(`records.${field}`)
          : text(`appointments.${field}` as 'appointments.type'),
      exact: true,
    });
    await head.getByRole('button').press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(order, field).toEqual(ascending.toReversed());
    await head.getByRole('button').press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(order, field).toEqual([...ascending]);
  }
  await test.step('pressed faster than it is drawn, the table is as the last press wants it, once', async () => {
    const head = page.getByRole('columnheader', { name: text('records.provider'), exact: true });
    await head.getByRole('button').evaluate(async (sort) => {
      for (const press of [1, 2, 3]) {
        if (press > 1) await new Promise(requestAnimationFrame);
        sort.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      }
    });
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(order).toEqual(['Zed', 'Éclair', 'abel']);
    await expect(page.locator('tbody')).toHaveCount(1);
  });
  await test.step('location (HTML), sanitised, and no id in sight', async () => {
    await expect(page.getByText('room 1')).toBeVisible();
    await expect(page.locator('td b', { hasText: 'Cedar' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'id', exact: true })).toHaveCount(0);
  });
});

test('filters, Showing X of Y, Clear Filters, and the date filter persists as a user preference', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const patient = await facility.newPatient();
  await addVisits(facility, patient, [
    { day: dayIn(0), provider: 'Fernbrook', status: 'Scheduled', type: 'Blood draw' },
    { day: dayIn(9), time: '12:00', provider: 'Cloudberry', status: 'Confirmed' },
    { day: dayIn(-1), provider: 'Fernbrook', status: 'Completed' },
  ]);
  await open(page, facility, patient.username);
  await showing(page, 3, 3);
  const radio = (key: Parameters<typeof text>[0]) => page.getByRole('radio', { name: text(key), exact: true });
  await test.step('date buttons All/Upcoming/Past (default All); a press moves none of them', async () => {
    const places = () =>
      Promise.all(
        (['appointments.all', 'appointments.upcoming', 'appointments.past'] as const).map((key) =>
          radio(key).boundingBox(),
        ),
      );
    const before = await places();
    await expect(radio('appointments.all')).toBeChecked();
    await choose(page, 'appointments.past');
    await showing(page, 1, 3);
    expect(await places()).toEqual(before);
    await choose(page, 'appointments.upcoming');
    await showing(page, 2, 3);
    expect(await places()).toEqual(before);
    await expect(bodyRows(page)).toHaveCount(2);
  });
  await test.step('a time of exactly 12:00:00 is not shown', async () => {
    await expect(bodyRows(page).filter({ hasText: 'Cloudberry' })).not.toContainText('12:00');
  });
  await test.step('dropdowns for care provider, appointment status and appointment type', async () => {
    await page.getByRole('combobox', { name: text('records.provider') }).selectOption('Ottoline Fernbrook');
    await showing(page, 1, 3);
    await page.getByRole('combobox', { name: text('appointments.filterType') }).selectOption('Check-up');
    await showing(page, 0, 3);
    await expect(page.getByRole('heading', { name: text('appointments.noMatch') })).toBeVisible();
    await page.getByRole('button', { name: text('appointments.clear') }).click();
    await showing(page, 3, 3);
    await expect(radio('appointments.all')).toBeChecked();
    await page.getByRole('combobox', { name: text('appointments.filterStatus') }).selectOption('Confirmed');
    await showing(page, 1, 3);
  });
  await test.step('the filter panel can be opened or closed', async () => {
    const toggle = page.getByRole('button', { name: text('records.filter'), exact: true });
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await toggle.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(radio('appointments.all')).toBeHidden();
    await toggle.press('Enter');
  });
  await test.step('the date filter comes back with the account', async () => {
    await choose(page, 'appointments.past');
    await expect
      .poll(() =>
        facility.db.query(
          "select value from user_preferences where user_id = $1 and name = 'PatientPortal_AppointmentsFilter_Date'",
          [patient.userId],
        ),
      )
      .toEqual([{ value: 'Past' }]);
    await page.reload();
    await expect(radio('appointments.past')).toBeChecked();
    await showing(page, 1, 3);
  });
});

test('notification settings line and time zone statement; empty, offline and failed', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await open(page, facility, patient.username);
  await expect(page.getByRole('heading', { name: text('records.empty') })).toBeVisible();
  await expect(page.getByText(text('appointments.noReminders'))).toBeVisible();

  await addVisits(facility, patient, [
    { day: '2026-01-15', time: '14:15' },
    { day: '2026-07-15', time: '09:00' },
  ]);
  await facility.db.query(
    'insert into patient_reminder_settings (patient_id, appointment_email, appointment_sms) values ($1, true, true)',
    [patient.patientId],
  );
  await page.reload();
  await expect(page.getByText('You get appointment reminders by email and text message.')).toBeVisible();
  await expect(page.getByText('Times are shown in Eastern Time (EDT or EST).')).toBeVisible();
  const past = agendaRows(page, 'appointments.pastAndCancelled');
  await expect(past.first()).toContainText('9:00 AM EDT');
  await expect(past.last()).toContainText('2:15 PM EST');

  await test.step('a row of a small screen has date, type, time, place and status', async () => {
    await expect(past.first()).toHaveAccessibleName(
      /^July 15, 2026\W+Check-up\W+Wed, 9:00.AM EDT\W+Acorn House\W+Scheduled\W+View More$/,
    );
  });

  await test.step('without a connection what is there stays, with its age', async () => {
    await facility.portal.set(network.refuse);
    await page.evaluate(() => void window.dispatchEvent(new Event('offline')));
    await expect(page.getByText(textPattern('records.savedCopy'))).toBeVisible();
    await expect(past).toHaveCount(2);
    await facility.portal.set({ kind: 'pass' });
    await page.evaluate(() => void window.dispatchEvent(new Event('online')));
    await expect(page.getByText(textPattern('records.savedCopy'))).toBeHidden();
  });

  await test.step('a load that failed says so, and has a way on', async () => {
    await page.route('**/api/patients/*/appointments', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal' } }),
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: text('records.failed') })).toBeVisible();
    await page.unroute('**/api/patients/*/appointments');
    await comesBack(page, past.first());
    await expect(past).toHaveCount(2);
  });
});

test('add to calendar: confirmed upcoming ones only, in the facility’s time across a change of the clock; directions', async ({
  facility,
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const patient = await facility.newPatient({ firstName: 'Wilhelmina', lastName: 'Quickthorn' });
  // The days around the next change of the clock in New York that is at least two days away.
  const place = 'Northlight Cancer Centre, 12 Willow Road, Puddleford, NY 10042';
  const offsetOn = (days: number) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' })
      .format(Date.now() + days * 86_400_000)
      .split('GMT')[1];
  let change = 2;
  while (offsetOn(change) === offsetOn(change + 1)) change += 1;
  await addVisits(facility, patient, [
    {
      day: dayIn(change - 1),
      time: '09:30',
      place,
      type: 'Oncology follow-up',
      status: 'Confirmed',
      isConfirmed: true,
    },
    {
      day: dayIn(change + 2),
      time: '09:30',
      place,
      type: 'Oncology follow-up',
      status: 'Confirmed',
      isConfirmed: true,
    },
    { day: dayIn(5), time: '09:30', place, status: 'Requested' },
    { day: dayIn(-3), time: '09:30', place, status: 'Confirmed', isConfirmed: true },
  ]);
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await open(page, facility, patient.username);
  await showing(page, 4, 4);
  const links = page.getByRole('link', { name: new RegExp(`^${text('appointments.addToCalendar')}`) });
  await expect(links).toHaveCount(2);
  const titles = new Set<string>();
  const starts: string[] = [];
  for (const index of [0, 1]) {
    const coming = page.waitForEvent('download');
    await links.nth(index).press('Enter');
    const download = await coming;
    expect(download.suggestedFilename()).toBe('appointment.ics');
    const file = await readFile(await download.path(), 'utf8');
    const calendar = new ICAL.Component(ICAL.parse(file));
    const [zoneParts, eventParts] = [
      calendar.getFirstSubcomponent('vtimezone'),
      calendar.getFirstSubcomponent('vevent'),
    ];
    if (!zoneParts || !eventParts) throw new Error('The file has no zone or no event.');
    const zone = new ICAL.Timezone(zoneParts);
    const event = new ICAL.Event(eventParts);
    const start = event.startDate;
    expect([start.hour, start.minute]).toEqual([9, 30]);
    start.zone = zone;
    starts.push(start.toJSDate().toISOString());
    titles.add(event.summary);
    expect(file).not.toMatch(/oncology|cancer|northlight|quickthorn|wilhelmina/i);
    expect(event.location).toBe('12 Willow Road, Puddleford, NY 10042');
  }
  expect([...titles]).toEqual(['Appointment, 12 Willow Road, Puddleford']);
  const stored = await facility.db.query(
    'select starts_at from appointments where patient_id = $1 and is_confirmed and starts_at > now() order by starts_at',
    [patient.patientId],
  );
  expect(starts).toEqual(stored.map(({ starts_at: at }) => (at instanceof Date ? at.toISOString() : '')));

  await test.step('directions ask nobody until they are pressed, and tell of nothing but the place', async () => {
    const ways = page.getByRole('link', { name: new RegExp(`^${text('appointments.directions')} `) });
    await expect(ways).toHaveCount(3);
    expect(asked.filter((url) => !url.startsWith(facility.portalUrl) && !url.startsWith('data:'))).toEqual([]);
    await expect(ways.first()).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(ways.first()).toHaveAttribute(
      'href',
      `https://www.openstreetmap.org/directions?to=${encodeURIComponent('12 Willow Road, Puddleford, NY 10042')}`,
    );
  });
});

test('agenda and table: upcoming from the next on, then past and cancelled from the latest on; a cancelled one is neither to come nor silent about it', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await addVisits(facility, patient, [
    { day: dayIn(40), time: '11:00', type: 'Imaging review', status: 'Requested' },
    { day: dayIn(2), time: '09:30', type: 'Oncology follow-up', status: 'Confirmed', isConfirmed: true },
    { day: dayIn(9), time: '10:00', type: 'Dietitian', status: 'Cancelled by facility', isCancelled: true },
    { day: dayIn(10), time: '10:00', type: 'Survivorship visit', status: 'Rescheduled', isCancelled: true },
    { day: dayIn(-3), type: 'Blood draw', status: 'Completed' },
    { day: dayIn(-80), type: 'Flu shot', status: 'Completed' },
  ]);
  await open(page, facility, patient.username);
  const [upcoming, past] = [
    agendaRows(page, 'appointments.upcoming'),
    agendaRows(page, 'appointments.pastAndCancelled'),
  ];
  await expect(upcoming).toContainText(['Oncology follow-up', 'Imaging review']);
  await expect(past).toContainText(['Survivorship visit', 'Dietitian', 'Blood draw', 'Flu shot']);
  await expect(past.nth(0)).toContainText(text('records.visitCancelledAs', { status: 'Rescheduled' }));
  await expect(past.nth(1)).toContainText('Cancelled by facility');
  await expect(page.getByText('2 appointments', { exact: true })).toBeVisible();

  await test.step('the table has the same two parts until a column is sorted', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const rows = page.locator('tbody').getByRole('row');
    await expect(rows).toContainText([
      text('appointments.upcoming'),
      'Oncology follow-up',
      'Imaging review',
      text('appointments.pastAndCancelled'),
      'Survivorship visit',
      'Dietitian',
      'Blood draw',
      'Flu shot',
    ]);
    await header(page, 'records.date').getByRole('button').press('Enter');
    await expect(rows).toHaveCount(6);
    await expect(rows.filter({ hasText: 'Dietitian' })).toContainText('Cancelled by facility');
    await page.getByRole('button', { name: text('records.filter'), exact: true }).click();
    await choose(page, 'appointments.upcoming');
    await showing(page, 2, 6);
  });
});

test('a row opens that very visit at its own address, with its instructions whole; a cancelled one has no deep surface', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const long = 'Bring a list of your medicines, with the dose of each, and the form from the laboratory';
  await addVisits(facility, patient, [
    {
      day: dayIn(2),
      time: '09:30',
      type: 'Oncology follow-up',
      location: '<p>Willow Wing<br>level 2</p>',
      place: 'Northlight Cancer Centre, 12 Willow Road, Puddleford, NY 10042',
      status: 'Confirmed: please arrive 20 minutes early with your lab form',
      instructions: long,
      isConfirmed: true,
    },
    { day: dayIn(9), time: '10:00', type: 'Dietitian', status: 'Cancelled by facility', isCancelled: true },
    { day: dayIn(9), type: 'Blood draw', location: '', provider: '' },
  ]);
  await facility.db.query(
    `insert into care_team_members (patient_id, care_provider_id, external_system_id, takes_messages)
     select $1, m.care_provider_id, m.external_system_id, true from care_team_members m join care_providers c on c.id = m.care_provider_id
     where m.takes_messages and c.last_name = 'Fernbrook' and m.patient_id <> $1 limit 1 on conflict do nothing`,
    [patient.patientId],
  );
  await facility.assign(patient.patientId, 'Ten questions about your week', dayIn(2));
  await open(page, facility, patient.username);
  const row = page.getByRole('link', { name: /Oncology follow-up/ });
  await expect(row).toContainText('Please arrive 20 minutes early with your lab form');
  await expect(row).toContainText(long);
  await row.click();
  await expect(page).toHaveURL(/\/appointments\?id=\d+$/);
  await expect(page).toHaveTitle(/^Appointments/);
  const heading = page.getByRole('heading', { level: 1, name: 'Oncology follow-up' });
  await expect(heading).toBeFocused();
  await test.step('when, status, calendar, directions, call, instructions, where, who, how to change', async () => {
    await expect(page.getByText(/^\w+day, \w+ \d+, \d{4}, 9:30.AM E[SD]T$/)).toBeVisible();
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
    const actions = page.getByRole('list', { name: text('appointments.actions') });
    await expect(actions.getByRole('link', { name: text('appointments.addToCalendar') })).toHaveAttribute(
      'download',
      'appointment.ics',
    );
    await expect(actions.getByRole('link', { name: /^Directions/ })).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(actions.getByRole('link', { name: text('appointments.call') })).toHaveAttribute('href', /^tel:\d+$/);
    for (const line of ['Please arrive 20 minutes early with your lab form', long, 'Ottoline Fernbrook'])
      await expect(page.getByText(line)).toBeVisible();
    // The way to the place names the level as well.
    await expect(page.getByText('level 2').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: text('appointments.change') })).toBeVisible();
  });
  await test.step('what is due by then, and a message to the doctor that begins with the visit', async () => {
    const address = page.url();
    await expect(page.getByRole('heading', { name: text('appointments.fillIn') })).toBeVisible();
    await expect(page.getByRole('link', { name: /Ten questions about your week/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Call Dr\. Ottoline Fernbrook/ })).toHaveAttribute('href', /^tel:/);
    await page.getByRole('link', { name: /^Send Secure Message to Dr\. Ottoline Fernbrook/ }).click();
    const subject = page.getByRole('textbox', { name: text('secureMessages.subject') });
    await expect(subject).toHaveValue(/^Oncology follow-up, \w+/);
    await expect(page.getByRole('radio', { name: /Fernbrook/ })).toBeChecked();
    // A subject that the person has changed is not replaced.
    await subject.fill('Tingling');
    await expect(
      page.getByText(text('secureMessages.draft_device')).or(page.getByText(text('secureMessages.draft_server'))),
    ).toBeVisible();
    await page.goto(address);
    await page.getByRole('link', { name: /^Send Secure Message to Dr\. Ottoline Fernbrook/ }).click();
    await expect(subject).toHaveValue('Tingling');
    await page.goto(address);
  });
  await test.step('Back leads to the list, and the address opens the visit by itself', async () => {
    const address = page.url();
    await page
      .getByRole('link', { name: text('appointments.title'), exact: true })
      .first()
      .click();
    await expect(row).toBeVisible();
    await page.goto(address);
    await expect(heading).toBeVisible();
  });
  await test.step('a cancelled one says so and offers neither calendar nor directions', async () => {
    await page.goto(`${facility.portalUrl}/appointments`);
    await page.getByRole('link', { name: /Dietitian/ }).click();
    await expect(page.getByText(text('appointments.cancelledText'))).toBeVisible();
    await expect(page.getByText('Cancelled by facility')).toBeVisible();
    await expect(page.getByRole('list', { name: text('appointments.actions') })).toHaveCount(0);
  });
  await test.step('what is not known has no empty place, and another patient’s visit is not there', async () => {
    await page.goto(`${facility.portalUrl}/appointments`);
    await page.getByRole('link', { name: /Blood draw/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Blood draw' })).toBeVisible();
    await expect(page.getByRole('heading', { name: text('appointments.where') })).toHaveCount(0);
    const other = await facility.db.value('select id from appointments where patient_id <> $1 limit 1', [
      patient.patientId,
    ]);
    for (const id of [String(other), 'x', '99999999999999999999']) {
      await page.goto(`${facility.portalUrl}/appointments?id=${id}`);
      await expect(page.getByRole('heading', { name: text('appointments.gone') })).toBeVisible();
    }
  });
});

test('5,000 appointments: by the page, all of them on paper', async ({ facility, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const patient = await facility.newPatient();
  await facility.db.query(
    `insert into appointments (patient_id, facility_id, kind, day, provider_last_name, type, location, status)
     select p.id, p.home_facility_id, 'ExternalAppointment', current_date - n, 'Provider ' || n % 40, 'Type ' || n % 7, 'Room ' || n % 90, 'Completed' from patients p, generate_series(1, 5000) n where p.id = $1`,
    [patient.patientId],
  );
  await open(page, facility, patient.username);
  await expect(page.getByText('Showing 5,000 of 5,000 appointments')).toBeVisible();
  await expect(bodyRows(page)).toHaveCount(25);
  await page.getByRole('button', { name: text('table.next') }).press('Enter');
  await expect(page.getByText(text('table.pageOf', { page: 2, pages: 200 }))).toBeVisible();
  await page.getByRole('combobox', { name: text('records.provider') }).selectOption('Provider 3');
  await expect(page.getByText('Showing 125 of 5,000 appointments')).toBeVisible();
  await expect(page.getByText(text('table.pageOf', { page: 1, pages: 5 }))).toBeVisible();
  await test.step('a pressed header is in the next picture, its rows in the one after', async () => {
    const head = await page.locator('tbody tr').first().textContent();
    const next = await page
      .getByRole('button', { name: text('records.date'), exact: true })
      .evaluate(async (pressed: HTMLElement) => {
        pressed.click();
        await new Promise(requestAnimationFrame);
        return {
          sort: pressed.closest('th')?.ariaSort,
          first: pressed.closest('table')?.tBodies[0]?.rows[0]?.textContent,
        };
      });
    expect(next.sort).toBe('descending');
    expect(next.first).toBe(head);
    await expect(
      page.locator('tbody').getByRole('rowheader', { name: text('appointments.pastAndCancelled') }),
    ).toHaveCount(0);
  });
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
  await expect(bodyRows(page)).toHaveCount(125);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 640, height: 900 });
  await expect(bodyRows(page).nth(100).getByText('Completed')).toBeVisible();
  await expect(page.getByText('Date of birth: Apr 5, 1961')).toBeVisible();
  await expect(page.getByRole('button', { name: text('records.print') })).toBeHidden();
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(agendaRows(page, 'appointments.pastAndCancelled')).toHaveCount(4);
  await page.getByRole('button', { name: text('records.showMore', { count: 21 }) }).click();
  await expect(agendaRows(page, 'appointments.pastAndCancelled')).toHaveCount(25);
});

test('opening the page is an audit event, and without the module there is no page', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await open(page, facility, patient.username);
  await expect(page.getByRole('heading', { level: 1, name: text('appointments.title') })).toBeVisible();
  await expect
    .poll(() =>
      facility.db.value(
        "select count(*)::int from audit_events where patient_id = $1 and type = 'client.appointmentsviewauditevent'",
        [patient.patientId],
      ),
    )
    .toBe(1);
  await signInAs(page, facility, 'limited', { path: '/login?redirect=/appointments' });
  await expect(
    page.getByText(text('layout.notForYouTitle', {}, 'es')).or(page.getByText(text('layout.notForYouTitle'))),
  ).toBeVisible();
});
