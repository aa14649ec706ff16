import { deleteDeviceKey, listDevices } from '@portal/api';
import type { Page } from 'playwright';
import { type Profile, openProfile } from '../../support/browser.ts';
import { clientOf } from '../../support/client.ts';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { importOnce } from '../../support/questionnaires.ts';
import { findBytes, findInFiles } from '../../support/scan.ts';
import { text } from '../../support/texts.ts';
import { wrapsOf } from '../../support/wraps.ts';
import { scheduleSheet, SheetPage } from './sheetPage.ts';

/** After what a profile folder is looked through. */
export const moments = ['lock', 'log-out', 'revocation', 'SIGKILL'] as const;
export type Moment = (typeof moments)[number];

/** What a profile folder held at one moment. */
export interface Scan {
  readonly moment: Moment;
  readonly isCompacted: boolean;
  /** `file: text` for each text that can be read; there must be none. */
  readonly readable: readonly string[];
  /** How many wrapped keys there had been, and of how many the bytes are in some file. */
  readonly wraps: number;
  readonly wrapsFound: number;
}

/** Words that stand nowhere else. */
const planted = {
  firstName: 'Quirinalia',
  lastName: 'Vanterpool',
  line: 'Zwickelknie',
  note: 'Mürbe Schulter',
};

async function onlyPage(profile: Profile): Promise<Page> {
  const [first, ...rest] = profile.context.pages();
  await Promise.all(rest.map((page) => page.close()));
  return first ?? profile.context.newPage();
}

/** Writes more to the page's databases than they keep in their log, and takes it away again, so that old values are written over. */
const compact = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('vestibule');
    await new Promise<void>((resolve, reject) => {
      // A database that the product did not make is taken away again with its rows.
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
      // Keys on both sides of the product's, so that each merge takes theirs too.
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

/** Opens the sheet, types the planted words and waits until they are saved. */
async function fillIn(page: Page, facility: Facility, patient: TestPatient): Promise<SheetPage> {
  const assigned = await facility.assign(patient.patientId, scheduleSheet.title);
  const sheet = new SheetPage(page, facility.portalUrl, assigned, patient);
  const place = await sheet.open();
  if (place !== 'filling') throw new Error(`The questionnaire is ${place}.`);
  await sheet.enter('line', planted.line);
  await sheet.enter('note', planted.note);
  await page.getByText(text('questionnaires.saved'), { exact: true }).waitFor();
  // The device has its key only now, where the server was faster.
  for (const until = Date.now() + 20_000; (await wrapsOf(page)).length < 2; await page.waitForTimeout(50))
    if (Date.now() > until) throw new Error('The device never got its keys.');
  return sheet;
}

const logIn = (page: Page) => page.getByRole('button', { name: text('core.logIn'), exact: true });

async function revoke(facility: Facility, patient: TestPatient): Promise<void> {
  const client = clientOf(facility.directPortalUrl);
  await client.signIn(patient.username, patient.password);
  for (const { deviceId } of await client.ask(listDevices, { params: { userId: patient.userId } }))
    await client.ask(deleteDeviceKey, { params: { userId: patient.userId, deviceId } });
}

/** What happens to the vault; the browser is ended by SIGKILL after it. */
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
      // Its next contact, which signs in anew where the page asks for it.
      await page.reload();
      await new SheetPage(page, facility.portalUrl, 0, patient).comeBack();
  }
}

/** Looks through a profile folder for what was typed, named and wrapped in it; `isCompacted` once more after its database was made to tidy up. */
export async function scanProfile(facility: Facility, moment: Moment, withCompaction: boolean): Promise<Scan[]> {
  await importOnce(facility, scheduleSheet);
  const patient = await facility.newPatient({ firstName: planted.firstName, lastName: planted.lastName });
  const profile = await openProfile({ likeInHand: true });
  try {
    let page = await onlyPage(profile);
    if (moment === 'lock') await page.clock.install();
    await fillIn(page, facility, patient);
    const wraps = (await wrapsOf(page)).map((hex, index) => ({
      name: String(index),
      // The middle of it: neither its length nor its neighbours decide whether it is found.
      bytes: Buffer.from(hex, 'hex').subarray(8, 40),
    }));
    const look = async (isCompacted: boolean): Promise<Scan> => ({
      moment,
      isCompacted,
      readable: await findInFiles(profile.folder, [
        ...Object.values(planted),
        // Not the user name: browsers remember for themselves what stood in a field that asks for one.
        patient.password,
        'Slept through the night',
      ]),
      wraps: wraps.length,
      wrapsFound: new Set((await findBytes(profile.folder, wraps)).map((hit) => hit.slice(hit.lastIndexOf(' ')))).size,
    });
    await reach(moment, page, facility, patient);
    await profile.kill();
    const scans = [await look(false)];
    if (withCompaction) {
      await profile.reopen();
      page = await onlyPage(profile);
      await page.goto(`${facility.portalUrl}/robots.txt`);
      await compact(page);
      await profile.close();
      await profile.reopen();
      await profile.close();
      scans.push(await look(true));
    }
    return scans;
  } finally {
    await profile.remove();
  }
}
