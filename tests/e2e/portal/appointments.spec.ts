import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import type { Page } from 'playwright';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import type { Facility, TestPatient } from '../../support/facility.ts';

test.describe.configure({ timeout: 60_000 });

interface Visit {
  readonly day: string;
  readonly time?: string;
  readonly provider?: string;
  readonly type?: string;
  readonly location?: string;
  readonly place?: string | null;
  readonly status?: string;
  readonly isConfirmed?: boolean;
}

/** The day so many days from today where the facility is. */
const dayIn = (days: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.now() + days * 86_400_000);

async function addVisits(facility: Facility, { patientId }: TestPatient, visits: readonly Visit[]): Promise<void> {
  for (const { day, time, provider = 'Fernbrook', type = 'Check-up', location = 'Acorn House', place = null, status = 'Scheduled', isConfirmed = false } of visits) {
    await facility.db.query(
      `insert into appointments (patient_id, facility_id, kind, day, starts_at, duration_minutes, provider_first_name, provider_last_name, type, location, place, status, is_confirmed)
       select p.id, f.id, 'ExternalAppointment', $2::date, ($2::date + $3::time) at time zone f.time_zone, 45, 'Ottoline', $4, $5, $6, $7, $8, $9
       from patients p join facilities f on f.id = p.home_facility_id where p.id = $1`,
      [patientId, day, time ?? null, provider, type, location, place, status, isConfirmed],
    );
  }
}

const open = (page: Page, facility: Facility, username: string) => signInAs(page, facility, username, { path: '/login?redirect=/appointments' });
const bodyRows = (page: Page) => page.locator('tbody').getByRole('row');
const header = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('columnheader', { name: text(key), exact: true });
const showing = (page: Page, shown: number, all: number) => expect(page.getByText(text('appointments.showing', { shown, all }), { exact: true })).toBeVisible();
const choose = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('radio', { name: text(key), exact: true }).check({ force: true });

test('sortable table: date, care provider, type, location, status, ascending or descending', async ({ facility, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const patient = await facility.newPatient();
  await addVisits(facility, patient, [
    { day: '2026-02-10', time: '10:00', provider: 'Zed', type: 'alpha', location: '<p>Birch<br>room 1</p>', status: 'Completed' },
    { day: '2026-02-11', provider: 'Éclair', type: 'Gamma', location: '<p><b>Cedar</b></p>', status: 'Missed' },
    { day: '2025-07-01', time: '09:30', provider: 'abel', type: 'Beta', location: 'Acorn', status: 'Cancelled' },
  ]);
  await open(page, facility, patient.username);
  const order = () => bodyRows(page).evaluateAll((all) => all.map((row) => /Zed|Éclair|abel/.exec(row.textContent ?? '')?.[0]));
  await expect(header(page, 'appointments.date')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(order).toEqual(['Éclair', 'Zed', 'abel']);
  const expected = { date: ['abel', 'Zed', 'Éclair'], provider: ['abel', 'Éclair', 'Zed'], type: ['Zed', 'abel', 'Éclair'], location: ['abel', 'Zed', 'Éclair'], status: ['abel', 'Zed', 'Éclair'] } as const;
  for (const [field, ascending] of Object.entries(expected)) {
    const head = page.getByRole('columnheader', { name: text(`appointments.${field}` as 'appointments.date'), exact: true });
    if (field !== 'date') {
      await head.getByRole('button').press('Enter');
      await expect(head).toHaveAttribute('aria-sort', 'descending');
      await expect.poll(order, field).toEqual(ascending.toReversed());
    }
    await head.getByRole('button').press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(order, field).toEqual([...ascending]);
  }
  await test.step('pressed faster than it is drawn, the table is as the last press wants it, once', async () => {
    const head = page.getByRole('columnheader', { name: text('appointments.provider'), exact: true });
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

test('filters, Showing X of Y, Clear Filters, and the date filter persists as a user preference', async ({ facility, page }) => {
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
    const places = () => Promise.all((['appointments.all', 'appointments.upcoming', 'appointments.past'] as const).map((key) => radio(key).boundingBox()));
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
    await page.getByRole('combobox', { name: text('appointments.provider') }).selectOption('Fernbrook, Ottoline');
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
    const toggle = page.getByRole('button', { name: text('appointments.filter'), exact: true });
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await toggle.press('Enter');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(radio('appointments.all')).toBeHidden();
    await toggle.press('Enter');
  });
  await test.step('the date filter comes back with the account', async () => {
    await choose(page, 'appointments.past');
    await expect
      .poll(() => facility.db.query("select value from user_preferences where user_id = $1 and name = 'PatientPortal_AppointmentsFilter_Date'", [patient.userId]))
      .toEqual([{ value: 'Past' }]);
    await page.reload();
    await expect(radio('appointments.past')).toBeChecked();
    await showing(page, 1, 3);
  });
});

test('notification settings line and time zone statement; empty, offline and failed', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await open(page, facility, patient.username);
  await expect(page.getByRole('heading', { name: text('visits.empty') })).toBeVisible();
  await expect(page.getByText(text('appointments.noReminders'))).toBeVisible();

  await addVisits(facility, patient, [
    { day: '2026-01-15', time: '14:15' },
    { day: '2026-07-15', time: '09:00' },
  ]);
  await facility.db.query('insert into patient_reminder_settings (patient_id, appointment_email, appointment_sms) values ($1, true, true)', [patient.patientId]);
  await page.reload();
  await expect(page.getByText('You get appointment reminders by email and text message.')).toBeVisible();
  await expect(page.getByText('Times are shown in Eastern Time (EDT or EST).')).toBeVisible();
  await expect(bodyRows(page).first()).toContainText('9:00 AM EDT');
  await expect(bodyRows(page).last()).toContainText('2:15 PM EST');

  await test.step('on small screens a row opens to label and value pairs', async () => {
    const more = page.getByRole('button', { name: /Jul 15, 2026/ });
    await expect(page.getByText('Acorn House').first()).toBeHidden();
    await more.press('Enter');
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    await expect(bodyRows(page).first().getByText('Acorn House')).toBeVisible();
    await expect(bodyRows(page).first().getByText(text('appointments.status'))).toBeVisible();
  });

  await test.step('without a connection what is there stays, with its age', async () => {
    await facility.portal.set(network.refuse);
    await page.evaluate(() => void window.dispatchEvent(new Event('offline')));
    await expect(page.getByText(/^You are offline\. This is how it was on/)).toBeVisible();
    await expect(bodyRows(page)).toHaveCount(2);
    await facility.portal.set({ kind: 'pass' });
    await page.evaluate(() => void window.dispatchEvent(new Event('online')));
    await expect(page.getByText(/^You are offline\. This is how it was on/)).toBeHidden();
  });

  await test.step('a load that failed says so, and has a way on', async () => {
    await page.route('**/api/patients/*/appointments', (route) => route.fulfill({ status: 500, json: { error: 'internal' } }));
    await page.reload();
    await expect(page.getByRole('heading', { name: text('visits.failed') })).toBeVisible();
    await page.unroute('**/api/patients/*/appointments');
    await page.getByRole('button', { name: text('core.tryAgain') }).click();
    await expect(bodyRows(page)).toHaveCount(2);
  });
});

test('add to calendar: confirmed upcoming ones only, in the facility’s time across a change of the clock; directions', async ({ facility, page, context }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const patient = await facility.newPatient({ firstName: 'Wilhelmina', lastName: 'Quickthorn' });
  // The days around the next change of the clock in New York that is at least two days away.
  const place = 'Northlight Cancer Centre, 12 Willow Road, Puddleford, NY 10042';
  const offsetOn = (days: number) => new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' }).format(Date.now() + days * 86_400_000).split('GMT')[1];
  let change = 2;
  while (offsetOn(change) === offsetOn(change + 1)) change += 1;
  await addVisits(facility, patient, [
    { day: dayIn(change - 1), time: '09:30', place, type: 'Oncology follow-up', status: 'Confirmed', isConfirmed: true },
    { day: dayIn(change + 2), time: '09:30', place, type: 'Oncology follow-up', status: 'Confirmed', isConfirmed: true },
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
    const [zoneParts, eventParts] = [calendar.getFirstSubcomponent('vtimezone'), calendar.getFirstSubcomponent('vevent')];
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
  const stored = await facility.db.query('select starts_at from appointments where patient_id = $1 and is_confirmed and starts_at > now() order by starts_at desc', [patient.patientId]);
  expect(starts).toEqual(stored.map(({ starts_at: at }) => (at instanceof Date ? at.toISOString() : '')));

  await test.step('directions ask nobody until they are pressed, and tell of nothing but the place', async () => {
    const ways = page.getByRole('link', { name: new RegExp(`^${text('appointments.directions')} `) });
    await expect(ways).toHaveCount(3);
    expect(asked.filter((url) => !url.startsWith(facility.portalUrl) && !url.startsWith('data:'))).toEqual([]);
    await expect(ways.first()).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(ways.first()).toHaveAttribute('href', `https://www.openstreetmap.org/directions?to=${encodeURIComponent('12 Willow Road, Puddleford, NY 10042')}`);
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
  await page.getByRole('combobox', { name: text('appointments.provider') }).selectOption('Provider 3');
  await expect(page.getByText('Showing 125 of 5,000 appointments')).toBeVisible();
  await expect(page.getByText(text('table.pageOf', { page: 1, pages: 5 }))).toBeVisible();
  await test.step('a pressed header is in the next picture, its rows in the one after', async () => {
    const first = bodyRows(page).first();
    const before = await first.textContent();
    const next = await page.getByRole('button', { name: text('appointments.date'), exact: true }).evaluate(async (pressed: HTMLElement) => {
      pressed.click();
      await new Promise(requestAnimationFrame);
      return { sort: pressed.closest('th')?.ariaSort, first: pressed.closest('table')?.tBodies[0]?.rows[0]?.textContent };
    });
    expect(next).toEqual({ sort: 'ascending', first: before });
    await expect(first).not.toHaveText(before ?? '');
  });
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
  await expect(bodyRows(page)).toHaveCount(125);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 640, height: 900 });
  await expect(bodyRows(page).nth(100).getByText('Completed')).toBeVisible();
  await expect(page.getByText('Date of birth: Apr 5, 1961')).toBeVisible();
  await expect(page.getByRole('button', { name: text('visits.print') })).toBeHidden();
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
  await expect(bodyRows(page)).toHaveCount(25);
});

test('opening the page is an audit event, and without the module there is no page', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await open(page, facility, patient.username);
  await expect(page.getByRole('heading', { level: 1, name: text('shell.appointments') })).toBeVisible();
  await expect.poll(() => facility.db.value("select count(*)::int from audit_events where patient_id = $1 and type = 'client.appointmentsviewauditevent'", [patient.patientId])).toBe(1);
  await signInAs(page, facility, 'limited', { path: '/login?redirect=/appointments' });
  await expect(page.getByText(text('shell.notForYouTitle', {}, 'es')).or(page.getByText(text('shell.notForYouTitle')))).toBeVisible();
});
