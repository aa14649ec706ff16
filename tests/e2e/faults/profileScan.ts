import { deleteDeviceKey, listDevices } from '@portal/api';
import type { Page } from 'playwright';
import { openSetting } from '../../support/accountSettings.ts';
import { type Profile, openProfile } from '../../support/browser.ts';
import { clientOf } from '../../support/client.ts';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { serveSuite } from '../../engines/vaultWalk.ts';
import { importOnce } from '../../support/questionnaires.ts';
import { findBytes, findInFiles, type Needle } from '../../support/scan.ts';
import { signIn } from '../../support/signIn.ts';
import { text } from '../../support/texts.ts';
import { wrapsOf } from '../../support/wraps.ts';
import { scheduleSheet, SheetPage } from './sheetPage.ts';

/** The events after which a profile folder is searched. */
export const moments = ['lock', 'log-out', 'revocation', 'SIGKILL'] as const;
export type Moment = (typeof moments)[number];

/** What a profile folder contained at one moment. */
export interface Scan {
  readonly moment: Moment | 'kept records: SIGKILL' | 'kept records: deleted';
  readonly isCompacted: boolean;
  /** `file: text` for each text that can be read; must be empty. */
  readonly readable: readonly string[];
  /** The number of wrapped keys, and how many of them are found in some file. */
  readonly wraps: number;
  readonly wrapsFound: number;
}

/** Words that occur nowhere else. */
const planted = {
  firstName: 'Quirinalia',
  lastName: 'Vanterpool',
  line: 'Zwickelknie',
  note: 'Mürbe Schulter',
  visit: 'Knochenschau',
};

async function onlyPage(profile: Profile): Promise<Page> {
  const [first, ...rest] = profile.context.pages();
  await Promise.all(rest.map((page) => page.close()));
  return first ?? profile.context.newPage();
}

/** Writes more to the page's databases than their log can hold, and deletes it again, so that old values are overwritten. */
const compact = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('vestibule');
    await new Promise<void>((resolve, reject) => {
      // A database that the product did not make is deleted again with its rows.
      opening.onupgradeneeded = () => void opening.result.createObjectStore('rows');
      opening.onsuccess = () => resolve();
      opening.onerror = () => reject(opening.error);
    });
    const change = (work: (rows: IDBObjectStore) => void) =>
      new Promise<void>((resolve, reject) => {
        const transaction = opening.result.transaction('rows', 'readwrite');
        work(transaction.objectStore('rows'));
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
    for (let round = 0; round < 24; round += 1) {
      const filling = new Uint8Array(1_048_576);
      for (let at = 0; at < filling.length; at += 65_536) crypto.getRandomValues(filling.subarray(at, at + 65_536));
      // Keys before and after the product's keys, so that each merge includes those.
      await change((rows) => {
        rows.put(filling.slice(0, 524_288), `!filling ${round}`);
        rows.put(filling.slice(524_288), `~filling ${round}`);
      });
    }
    for (let round = 0; round < 24; round += 1)
      await change((rows) => {
        rows.delete(`!filling ${round}`);
        rows.delete(`~filling ${round}`);
      });
    opening.result.close();
  });

/** Turns the offline copy on and opens a list that is stored in it. */
async function keepRecords(page: Page, facility: Facility, patient: TestPatient): Promise<void> {
  await facility.db.query(
    `insert into appointments (patient_id, facility_id, kind, starts_at, type, status)
     select p.id, p.home_facility_id, 'ExternalAppointment', now() + interval '3 days', $2, 'Scheduled' from patients p where p.id = $1`,
    [patient.patientId, planted.visit],
  );
  await signIn(page, facility.portalUrl, patient, '/login?redirect=/account-settings');
  await openSetting(page, 'account.records');
  await page.getByRole('switch', { name: text('account.recordsSwitch') }).click();
  await page.getByRole('switch', { name: text('account.recordsSwitch'), checked: true }).waitFor();
  await page.goto(`${facility.portalUrl}/appointments`);
  await page.getByText(planted.visit).filter({ visible: true }).first().waitFor();
  for (const until = Date.now() + 30_000; !(await hasKept(page)); await page.waitForTimeout(50))
    if (Date.now() > until) throw new Error('The device kept no record.');
}

/** True once the offline copy has more than its ledger. */
const hasKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((one) => one.name?.endsWith('.records') === true)?.name;
    if (name === undefined) return false;
    return new Promise<boolean>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('rows').objectStore('rows').count();
        counting.onerror = () => reject(counting.error);
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result > 1);
        };
      };
    });
  });

/** Opens the questionnaire, types the planted words and waits until they are saved. */
async function fillIn(page: Page, facility: Facility, patient: TestPatient): Promise<SheetPage> {
  const assigned = await facility.assign(patient.patientId, scheduleSheet.title);
  const sheet = new SheetPage(page, facility.portalUrl, assigned, patient);
  const place = await sheet.open();
  if (place !== 'filling') throw new Error(`The questionnaire is ${place}.`);
  await sheet.enter('line', planted.line);
  await sheet.enter('note', planted.note);
  await page.getByText(text('questionnaires.saved'), { exact: true }).waitFor();
  return sheet;
}

const logIn = (page: Page) => page.getByRole('button', { name: text('core.logIn'), exact: true });

async function revoke(facility: Facility, patient: TestPatient): Promise<void> {
  const client = clientOf(facility.directPortalUrl);
  await client.signIn(patient.username, patient.password);
  for (const { deviceId } of await client.ask(listDevices, { params: { userId: patient.userId } }))
    await client.ask(deleteDeviceKey, { params: { userId: patient.userId, deviceId } });
}

/** Does to the vault what `moment` names. The browser is ended by SIGKILL afterwards. */
async function reach(moment: Moment, page: Page, facility: Facility, patient: TestPatient): Promise<void> {
  switch (moment) {
    case 'SIGKILL':
      return;
    case 'lock':
      await page.clock.fastForward(14 * 60_000);
      await page.clock.fastForward(121_000);
      await logIn(page).waitFor();
      return;
    case 'log-out':
      await page.goto(`${facility.portalUrl}/logout`);
      await logIn(page).waitFor();
      return;
    case 'revocation':
      await revoke(facility, patient);
      // The device's next contact, with a new sign-in where the page asks for it.
      await page.reload();
      await new SheetPage(page, facility.portalUrl, 0, patient).comeBack();
  }
}

/** What to search for: the middle of each wrapped key, so that neither its length nor its neighbours decide whether it is found. */
const needlesOf = (wraps: readonly string[]): readonly Needle[] =>
  wraps.map((hex, index) => ({ name: String(index), bytes: Buffer.from(hex, 'hex').subarray(8, 40) }));

async function lookThrough(
  { folder }: Profile,
  moment: Scan['moment'],
  isCompacted: boolean,
  wraps: readonly Needle[],
  more: readonly string[],
): Promise<Scan> {
  const hits = await findBytes(folder, wraps);
  return {
    moment,
    isCompacted,
    readable: await findInFiles(folder, [...Object.values(planted), ...more]),
    wraps: wraps.length,
    wrapsFound: new Set(hits.map((hit) => hit.slice(hit.lastIndexOf(' ')))).size,
  };
}

async function compactProfile(profile: Profile, address: string): Promise<void> {
  await profile.reopen();
  const page = await onlyPage(profile);
  await page.goto(address);
  await compact(page);
  await profile.close();
  await profile.reopen();
  await profile.close();
}

/** Searches a profile folder for typed text, names and wrapped keys; with `withCompaction` once more after its database was compacted. */
export async function scanProfile(facility: Facility, moment: Moment, withCompaction: boolean): Promise<Scan[]> {
  await importOnce(facility, scheduleSheet);
  const patient = await facility.newPatient({ firstName: planted.firstName, lastName: planted.lastName });
  const profile = await openProfile({ likeInHand: true });
  try {
    const page = await onlyPage(profile);
    page.setDefaultTimeout(60_000);
    if (moment === 'lock') await page.clock.install();
    await keepRecords(page, facility, patient);
    await fillIn(page, facility, patient);
    const wraps = needlesOf(await wrapsOf(page));
    const look = (isCompacted: boolean) =>
      lookThrough(profile, moment, isCompacted, wraps, [
        // Without the user name: browsers remember by themselves what was in a field that asks for one.
        patient.password,
        'Slept through the night',
      ]);
    await reach(moment, page, facility, patient);
    await profile.kill();
    const scans = [await look(false)];
    if (withCompaction) {
      await compactProfile(profile, `${facility.portalUrl}/robots.txt`);
      scans.push(await look(true));
    }
    return scans;
  } finally {
    await profile.remove();
  }
}

/** The same for the offline copy: while it is stored, and after it was deleted. */
export async function scanKeptRecords(isDeleted: boolean): Promise<Scan[]> {
  const suite = await serveSuite();
  const profile = await openProfile({ likeInHand: true });
  const words = Object.values(planted).join(' ');
  try {
    const page = await onlyPage(profile);
    await page.goto(suite.address);
    await page.evaluate(`vaultSuite.keepRecords(${JSON.stringify(words)})`);
    const before = await wrapsOf(page);
    if (isDeleted) await page.evaluate('vaultSuite.deleteRecords()');
    const after = await wrapsOf(page);
    const wraps = needlesOf(isDeleted ? before.filter((wrap) => !after.includes(wrap)) : before);
    await profile.kill();
    const moment = isDeleted ? 'kept records: deleted' : 'kept records: SIGKILL';
    const look = (isCompacted: boolean) => lookThrough(profile, moment, isCompacted, wraps, []);
    const scans = [await look(false)];
    await compactProfile(profile, suite.address);
    scans.push(await look(true));
    return scans;
  } finally {
    await profile.remove();
    suite.close();
  }
}
