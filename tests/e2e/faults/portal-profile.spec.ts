import { changePassword, deleteDeviceKey, listDevices } from '@portal/api';
import type { Page } from 'playwright';
import { clientOf } from '../../support/client.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';
import { vaultsOf, wrapsOf } from '../../support/wraps.ts';
import { chip, openSheet, patientWithSheet } from './portalSheets.ts';
import { scanProfile } from './profileScan.ts';
import { SheetPage } from './sheetPage.ts';

test.use({ serviceWorkers: 'allow' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const logIn = (page: Page) => button(page, text('core.logIn')).or(button(page, text('session.unlock')));

test('fault 17: the profile folder has nothing to read, neither after a log-out nor when the browser died in the middle of a form', async ({
  facility,
}) => {
  test.slow();
  for (const moment of ['log-out', 'SIGKILL'] as const)
    for (const scan of await scanProfile(facility, moment, false)) {
      expect(scan.readable).toEqual([]);
      // The keys wrapped by the device and by the password, and the key of the offline copy.
      expect(scan.wraps).toBe(3);
      // A locked device is not wiped, so the scan finds the wrapped keys, which proves that it works.
      if (moment === 'SIGKILL') expect(scan.wrapsFound).toBe(scan.wraps);
    }
});

/** Tries to open what the device stores, without a network. */
async function unlock(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: text('core.username'), exact: true }).fill(username);
  await page.getByRole('textbox', { name: text('core.password'), exact: true }).fill(password);
  await button(page, text('session.unlock')).click();
}

test('fault 18: opened again without a network, wrong passwords read nothing and the right one reads; a second person on the device does not see the first one’s name', async ({
  facility,
  page,
  context,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const name = 'Thessalonike';
  await facility.db.query('update patients set first_name = $2 where id = $1', [patient.patientId, name]);
  const sheet = await openSheet(page, facility, patient, assigned);
  await sheet.enter('line', 'only for their eyes');
  await expect(chip(page, 'saved')).toBeVisible();
  await hasWorker(page);
  await page.close();
  await facility.portal.set(network.refuse);

  const tab = await context.newPage();
  await tab.goto(`${facility.portalUrl}/login?redirect=/questionnaires`);
  await expect(button(tab, text('session.unlock'))).toBeVisible();
  for (const wrong of ['Demo+Pass2', 'demo+pass1']) {
    await unlock(tab, patient.username, wrong);
    await expect(tab.getByText(text('bar.unlockFailed'))).toBeVisible();
    await tab.reload();
    await expect(button(tab, text('session.unlock'))).toBeVisible();
  }
  // Everything that somebody with the device can see or read before the right password is entered.
  const seen = await tab.evaluate(() =>
    JSON.stringify([document.title, document.body.innerText, localStorage, sessionStorage]),
  );
  for (const own of [name, patient.username, 'only for their eyes']) expect(seen).not.toContain(own);
  await unlock(tab, patient.username, patient.password);
  await expect(
    tab
      .getByRole('heading', { level: 1, name: text('questionnaires.unsentTitle') })
      .or(tab.getByRole('heading', { level: 1, name: text('questionnaires.title') })),
  ).toBeVisible();
  await tab.close();

  await facility.portal.set(network.pass);
  const second = await facility.newPatient();
  const theirs = await context.newPage();
  await signInAs(theirs, facility, second.username);
  await expect(
    theirs.getByRole('heading', { level: 1, name: new RegExp(`^${text('questionnaires.title')}`) }),
  ).toBeVisible();
  const shown = await theirs.evaluate(() =>
    JSON.stringify([document.title, document.body.innerText, localStorage, sessionStorage]),
  );
  for (const own of [name, patient.username, 'only for their eyes']) expect(shown).not.toContain(own);
});

test('fault 19: a device that was revoked without a network is wiped at its first contact, before anything is shown; a changed password alone keeps the unsent answers', async ({
  facility,
  page,
  context,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const sheet = await openSheet(page, facility, patient, assigned);
  const elsewhere = clientOf(facility.directPortalUrl);
  await elsewhere.signIn(patient.username, patient.password);
  const params = { userId: patient.userId };
  await facility.portal.set(network.refuse);
  await sheet.enter('line', 'typed without a network');
  await expect(chip(page, 'savedOnDevice')).toBeVisible();
  await page.close();

  const newPassword = 'Meadow$Path7';
  await elsewhere.ask(changePassword, {
    params,
    body: { oldPassword: patient.password, newPassword, confirmPassword: newPassword },
  });
  await facility.portal.set(network.pass);
  const changed = { ...patient, password: newPassword };
  let tab = await context.newPage();
  let again = await openSheet(tab, facility, changed, assigned);
  expect(await again.shown()).toMatchObject({ line: 'typed without a network' });
  await expect(chip(tab, 'saved')).toBeVisible();

  await facility.portal.set(network.refuse);
  await again.enter('note', 'typed on a device that is lost');
  await expect(chip(tab, 'savedOnDevice')).toBeVisible();
  const before = await wrapsOf(tab);
  const [vault] = await vaultsOf(tab);
  await tab.close();
  const [device] = await elsewhere.ask(listDevices, { params });
  if (device === undefined || vault === undefined) throw new Error('The device has no vault.');
  await elsewhere.ask(deleteDeviceKey, { params: { ...params, deviceId: device.deviceId } });

  await facility.portal.set(network.pass);
  tab = await context.newPage();
  again = new SheetPage(tab, facility.portalUrl, assigned, changed);
  expect(await again.open()).toBe('filling');
  expect(await again.shown()).toMatchObject({ line: 'typed without a network', note: '' });
  await expect.poll(() => vaultsOf(tab)).not.toContain(vault);
  for (const wrap of await wrapsOf(tab)) expect(before).not.toContain(wrap);
});

test('fault 20: logged out without a network, with unsent answers and a second tab open: asked first; then no key is left, both tabs are at the sign-in, and the server hears of it', async ({
  facility,
  page,
  context,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const sheet = await openSheet(page, facility, patient, assigned);
  const second = await context.newPage();
  await signInAs(second, facility, patient.username);
  await expect(
    second.getByRole('heading', { level: 1, name: new RegExp(`^${text('questionnaires.title')}`) }),
  ).toBeVisible();
  await hasWorker(page);
  await facility.portal.set(network.refuse);
  await sheet.enter('line', 'never sent');
  await expect(chip(page, 'savedOnDevice')).toBeVisible();
  await button(page, text('questionnaires.leave')).click();
  await button(page, text('questionnaires.leaveKeep')).click();
  await page.getByRole('button', { name: new RegExp(`^${text('layout.menu')}`) }).click();
  await page.getByRole('link', { name: text('layout.logOut') }).click();
  await expect(page.getByRole('heading', { name: text('session.logoutTitleAsk') })).toBeVisible();
  expect(await wrapsOf(page)).not.toEqual([]);
  await button(page, text('session.logoutDiscard')).click();
  for (const tab of [page, second]) await expect(logIn(tab)).toBeVisible();
  expect(await wrapsOf(page)).toEqual([]);
  await expect.poll(() => vaultsOf(page)).toEqual([]);
  expect(await second.evaluate(() => sessionStorage.getItem('vestibule.portal'))).toBeNull();

  await facility.portal.set(network.pass);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await second.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect
    .poll(() =>
      facility.db.value('select count(*)::int from sessions where user_id = $1 and ended_at is null', [patient.userId]),
    )
    .toBe(0);
  expect(
    await facility.db.value('select count(*)::int from devices where user_id = $1 and revoked_at is null', [
      patient.userId,
    ]),
  ).toBe(0);
  expect((await storedSheet(facility, assigned)).status).not.toBe('Completed');
});
