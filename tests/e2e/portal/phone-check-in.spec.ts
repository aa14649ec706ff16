import { askAtCheckIn, rowOf, searchBox, staffSignIn, tabletSize, waitingPatient } from '../../support/kiosk.ts';
import { look } from '../../support/pageRules.ts';
import { expect, network, signInAs, test, text, textPattern } from '../../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

test('who is there says so on the phone, and staff see it in their list; offline the page sends to the front desk', async ({
  facility,
  page,
  browser,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Fenella', lastName: 'Arkwright' });
  await askAtCheckIn(facility, patient.patientId, { arrival: true, contactDetails: true });
  const visit = await facility.db.value(
    "update appointments set starts_at = now() + interval '20 minutes' where patient_id = $1 returning id",
    [patient.patientId],
  );
  await facility.db.query('update facilities set check_in_opens_minutes = 60');
  const here = page.getByRole('button', { name: text('appointments.iAmHere'), exact: true });

  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent(`/appointments?id=${String(visit)}`)}`,
  });
  await expect(here).toBeVisible();
  // The page may notice before the press, or by it.
  await facility.portal.set(network.refuse);
  await expect(async () => {
    if (await here.isVisible()) await here.press('Enter', { timeout: 1000 });
    await expect(page.getByText(text('appointments.arrivalOffline'))).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(here).toHaveCount(0);
  await facility.portal.set(network.pass);
  await expect(here).toBeVisible({ timeout: 20_000 });

  await here.press('Enter');
  const told = page.getByText(textPattern('appointments.arrived'));
  await expect(told).toBeVisible();
  await expect(page.locator('p:focus')).toContainText(/\S/);
  // What is to be filled in for the visit is on the same page.
  await expect(page.getByRole('heading', { name: text('appointments.fillIn') })).toBeVisible();

  // How they can be reached is asked as at a tablet, and staff decide.
  await page.getByRole('button', { name: text('appointments.detailsChanged'), exact: true }).press('Enter');
  const phone = page.getByRole('textbox', { name: text('appointments.detailMobilePhone') });
  const send = page.getByRole('button', { name: text('appointments.detailsSend'), exact: true });
  await phone.fill('my daughter');
  await send.press('Enter');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await look(page, 'a visit, arrived, with an error in the contact details');
  await phone.fill('202 555 0188');
  await send.press('Enter');
  await expect(page.getByText(text('appointments.detailsSent'))).toBeFocused();
  expect(
    await facility.db.query('select status, new_details as wanted from contact_changes where patient_id = $1', [
      patient.patientId,
    ]),
  ).toEqual([{ status: 'open', wanted: { mobilePhone: '+12025550188' } }]);

  const tablet = await browser.newContext({ viewport: tabletSize });
  const list = await tablet.newPage();
  await staffSignIn(list, facility);
  await searchBox(list).fill('Arkwright');
  await expect(rowOf(list, patient)).toContainText('Checked in by phone at ');
  await tablet.close();

  await page.getByRole('button', { name: text('appointments.arrivalTakeBack'), exact: true }).click();
  await expect(here).toBeVisible();
});

test('who will come says so with a press, where a system of the facility hears it; a visit that is moved asks again', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Cassia', lastName: 'Arkwright' });
  const visit = await facility.db.value(
    `insert into appointments (patient_id, facility_id, kind, starts_at, type, status)
     select id, home_facility_id, 'ExternalAppointment', now() + interval '3 days', 'Blood draw', 'Scheduled' from patients where id = $1 returning id`,
    [patient.patientId],
  );
  // Nobody listens there: what is queued stays.
  await facility.db.query(
    "insert into outbound_interfaces (name, facility_id, sends, host, port) select 'Engine', home_facility_id, '{confirmations}', '127.0.0.1', 9 from patients where id = $1",
    [patient.patientId],
  );
  const press = page.getByRole('button', { name: text('appointments.iWillCome'), exact: true });
  const said = page.getByText(textPattern('appointments.comingSaid'));
  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent(`/appointments?id=${String(visit)}`)}`,
  });
  await expect(press).toBeEnabled();
  await look(page, 'a visit that can be confirmed');
  await facility.portal.set(network.refuse);
  await expect(async () => {
    await press.press('Enter', { timeout: 1000 });
    await expect(page.getByText(text('records.needsConnection')).first()).toBeVisible({ timeout: 5000 });
  }).toPass();
  await facility.portal.set(network.pass);
  await expect(page.getByText(text('records.needsConnection'))).toHaveCount(0, { timeout: 20_000 });
  // The facility moves it while the page shows the time before.
  await facility.db.query("update appointments set starts_at = starts_at + interval '1 day' where id = $1", [visit]);
  await press.press('Enter');
  await expect(page.getByText(text('appointments.comingMoved'))).toBeVisible();
  // The new time may still be on its way.
  await expect(async () => {
    await press.press('Enter', { timeout: 1000 });
    await expect(said).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page.locator('p:focus')).toContainText(/\S/);
  await expect(press).toHaveCount(0);
  await look(page, 'a visit that is confirmed');
  expect(
    await facility.db.query("select kind from outbound_messages where thing_id = $1 and kind = 'confirmation'", [
      visit,
    ]),
  ).toHaveLength(1);
  await facility.db.query("update appointments set starts_at = starts_at + interval '1 day' where id = $1", [visit]);
  await page.reload();
  await expect(press).toBeEnabled();
});

test('what was said once and whose answer was lost is shown as said, without an error', async ({ facility, page }) => {
  const patient = await waitingPatient(facility, { firstName: 'Ottilie', lastName: 'Arkwright' });
  await askAtCheckIn(facility, patient.patientId, { arrival: true, contactDetails: false });
  const visit = await facility.db.value(
    "update appointments set starts_at = now() + interval '20 minutes' where patient_id = $1 returning id",
    [patient.patientId],
  );
  await facility.db.query('update facilities set check_in_opens_minutes = 60');
  await facility.db.query(
    "insert into outbound_interfaces (name, facility_id, sends, host, port) select 'Lost', home_facility_id, '{confirmations}', '127.0.0.1', 9 from patients where id = $1",
    [patient.patientId],
  );
  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent(`/appointments?id=${String(visit)}`)}`,
  });
  for (const [path, press, said, failed] of [
    [/\/attendance$/, 'appointments.iWillCome', 'appointments.comingSaid', 'appointments.comingFailed'],
    [/\/arrival$/, 'appointments.iAmHere', 'appointments.arrived', 'appointments.arrivalFailed'],
  ] as const) {
    await page.route(
      path,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: text(press), exact: true }).press('Enter');
    await expect(page.getByText(textPattern(said))).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(text(failed))).toHaveCount(0);
  }
});
