import type { PatientId } from '@portal/api';
import type { Locator, Page } from 'playwright';
import { claim } from '../../apps/data/schedules.ts';
import type { Facility } from '../../support/facility.ts';
import { refuse } from '../../support/proxy.ts';
import { text } from '../../support/texts.ts';
import { vaultsOf } from '../../support/wraps.ts';
import { command, latest, type Model, type Real } from './scheduleModel.ts';
import type { SheetPage } from './sheetPage.ts';

/** A word of the patient's record that occurs nowhere else. */
const planted = 'Knochenschau';

/** Gives the patient a visit, so that the list of visits is stored in the offline copy. */
export async function plantVisit(facility: Facility, patientId: PatientId): Promise<void> {
  await facility.db.query(
    `insert into appointments (patient_id, facility_id, kind, starts_at, type, status)
     select p.id, p.home_facility_id, 'ExternalAppointment', now() + interval '5 days', $2, 'Scheduled' from patients p where p.id = $1`,
    [patientId, planted],
  );
}

const visit = (page: Page) => page.getByRole('main').getByText(planted).filter({ visible: true }).first();
const notKept = (page: Page) => page.getByRole('heading', { name: text('records.notKept'), exact: true });
const recordsSwitch = (page: Page) => page.getByRole('switch', { name: text('account.recordsSwitch') });

/** True if the rows of an offline copy are on the device, whether or not anybody can open them. */
export const areKept = async (page: Page): Promise<boolean> =>
  (await vaultsOf(page)).some((name) => name.endsWith('.records'));

/** Opens an address in a new tab and passes whatever comes first, until `seen` is visible. Null if it does not appear. */
async function tabAt(real: Real, path: string, seen: (page: Page) => Locator): Promise<SheetPage | null> {
  const tab = await real.newPage();
  await tab.page.goto(`${real.lane.facility.portalUrl}${path}`, { waitUntil: 'commit' });
  const { page } = tab;
  const login = page.locator('input[autocomplete=current-password]');
  const lost = page.getByRole('button', { name: text('session.lostAgain'), exact: true });
  const met = seen(page).or(login).or(lost).filter({ visible: true }).first();
  // The network may change while the form is filled in, so the form may appear again.
  for (let tries = 0; tries < 6; tries += 1) {
    const hasCome = await met.waitFor({ timeout: 30_000 }).then(
      () => true,
      () => false,
    );
    if (!hasCome) break;
    if (await seen(page).isVisible()) return tab;
    const place = await tab.place();
    if (place === 'login' || place === 'unlock') await tab.passLogin(place);
  }
  await page.close({ runBeforeUnload: false });
  return null;
}

/** Claims that nothing that the patient typed or may read is stored unencrypted on the device. */
export async function claimNothingPlain(model: Model, real: Real): Promise<void> {
  const { line, note } = latest(model);
  const words = [planted, line, note].filter((word) => word.length >= 8);
  const found = await real.sheet.page.evaluate(async (secrets) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts = [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage)));
    const decoder = new TextDecoder();
    const look = (value: unknown): void => {
      if (value instanceof Uint8Array) texts.push(decoder.decode(value));
      else if (typeof value === 'string') texts.push(value);
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      // A database that is being deleted at this moment must not be created again.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const database = await done(opening).catch(() => null);
      if (database === null) continue;
      if (database.objectStoreNames.contains('rows'))
        look(await done(database.transaction('rows').objectStore('rows').getAll()));
      database.close();
    }
    return secrets.filter((secret) => texts.some((one) => one.includes(secret)));
  }, words);
  claim(found.length === 0, `the device keeps in clear: ${found.join(', ')}`);
}

/** Looks without a network for the visit that the device stores. False as soon as `instead` is visible, or if neither appears. */
async function isReadable(real: Real, instead: (page: Page) => Locator = visit): Promise<boolean> {
  await real.lane.facility.portal.set(refuse);
  const tab = await tabAt(real, '/appointments', (page) => visit(page).or(instead(page)).first());
  const isSeen = tab !== null && (await visit(tab.page).isVisible());
  await real.lane.facility.portal.set(real.network);
  await tab?.page.close({ runBeforeUnload: false });
  return isSeen;
}

/** Turns the offline copy on and opens a page that is stored in it. Once the page has been shown without a network, it must not be lost. */
export const keepRecords = command(
  'keep records',
  null,
  () => true,
  async (model, real) => {
    if (!real.isReachable || real.lane.keeps) return;
    const tab = await tabAt(real, '/account-settings#records', recordsSwitch);
    if (tab === null) return;
    const { page } = tab;
    if (!(await recordsSwitch(page).isChecked())) await recordsSwitch(page).click();
    await page.getByRole('switch', { name: text('account.recordsSwitch'), checked: true }).waitFor();
    await page.goto(`${real.lane.facility.portalUrl}/appointments`);
    await visit(page).waitFor();
    // The copy is written a moment after the page is shown.
    for (let tries = 0; tries < 8 && !real.lane.keeps; tries += 1) real.lane.keeps = await isReadable(real, notKept);
    await claimNothingPlain(model, real);
    await page.close({ runBeforeUnload: false });
  },
);

/** Without a network, reads the offline copy in a new tab, which unlocks it or gets the keys from another tab. */
export const readRecords = command(
  'read kept records without a network',
  'network',
  () => true,
  async (_, real) => {
    if (real.lane.keeps) claim(await isReadable(real), 'a kept record is not shown without a network');
  },
);

/** Turns the switch off: the offline copy is deleted, and answers that are not sent stay. */
export const deleteRecords = command(
  'delete kept records',
  'session',
  () => true,
  async (_, real) => {
    if (!real.isReachable || !real.lane.keeps) return;
    const tab = await tabAt(real, '/account-settings#records', recordsSwitch);
    if (tab === null) return;
    const { page } = tab;
    real.lane.keeps = false;
    await recordsSwitch(page).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('account.recordsEnd'), exact: true })
      .click();
    await page.getByText(text('account.recordsDeleted')).waitFor();
    claim(!(await areKept(page)), 'kept records are left after they were deleted');
    await page.close({ runBeforeUnload: false });
  },
);
