import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CallShape,
  PatientId,
  UserId,
  callUrl,
  createDownloadToken,
  exportFhirBundle,
  exportPersonalData,
  getActivityReport,
  listMedicalNotes,
} from '@portal/api';
import type { Page } from 'playwright';
import * as v from 'valibot';
import { openSetting } from '../../support/accountSettings.ts';
import { clientOf } from '../../support/client.ts';
import { addSampleModule, removeSampleModule } from '../../sampleModule/sampleModule.ts';
import { demoPassword, startFacility } from '../../support/facility.ts';
import { copyProject } from '../../support/projectCopy.ts';
import { greeting, signIn } from '../../support/signIn.ts';
import { expect, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

test.use({ serviceWorkers: 'allow' });

// The tests of the walls check the module's types and its imports.
test('a module is its own files and one line in each list: it builds, is switched, shown, counted, given, kept, logged and exported, and leaves without a trace', async ({
  browser,
  page,
}) => {
  // It checks and builds a whole project, beside other tests.
  test.setTimeout(600_000);
  const copy = await copyProject();
  const before = new Map<string, string>();
  for (const path of await copy.files()) before.set(path, await readFile(join(copy.folder, path), 'base64'));

  await addSampleModule(copy);
  await test.step('it adds one line to each of these lists and changes nothing else', async () => {
    const changed: string[] = [];
    for (const [path, content] of before) {
      const [was, is] = [Buffer.from(content, 'base64').toString().split('\n'), (await copy.read(path)).split('\n')];
      if (was.join('\n') === is.join('\n')) continue;
      changed.push(path);
      expect(is, path).toHaveLength(was.length + 1);
      const at = is.findIndex((line, index) => line !== was[index]);
      expect(is.toSpliced(at, 1), path).toEqual(was);
    }
    expect(changed.toSorted()).toEqual([
      'server/handlers.ts',
      'server/subjects.ts',
      'src/api/capabilities.ts',
      'src/api/contract.ts',
      'src/api/sections.ts',
      'src/modules.ts',
      'tests/walls/serverRooms.ts',
    ]);
  });
  await test.step('it builds', async () => {
    for (const config of ['vite.config.ts', 'server/vite.config.ts']) {
      const { isOk, output } = await copy.run('vite/bin/vite.js', 'build', '-c', config);
      expect(isOk, output).toBe(true);
    }
  });

  const facility = await startFacility({ dist: join(copy.folder, 'dist') });
  try {
    const { db, portalUrl } = facility;
    const idOf = (column: string, username: string) =>
      db.value(`select ${column}::int from patients p join users u on u.id = p.user_id where u.username = $1`, [
        username,
      ]);
    const patientId = v.parse(PatientId, await idOf('p.id', 'patient'));
    const userId = v.parse(UserId, await idOf('u.id', 'patient'));
    for (const [subject, day] of [
      ['Parking at the clinic', '2026-11-02'],
      ['Your next visit', '2026-11-03'],
    ])
      await db.query('insert into letters (patient_id, subject, written_on, content) values ($1, $2, $3, $4)', [
        patientId,
        subject,
        day,
        `Dear Juniper, ${subject}.`,
      ]);
    const tabIn = (at: Page) => at.getByRole('navigation').getByRole('link', { name: /^Letters/ });
    const opensFrom = async (at: Page) => {
      const opening = at.context().waitForEvent('page');
      await at.getByRole('button', { name: 'Your next visit' }).click();
      return opening;
    };
    page.setDefaultTimeout(30_000);
    // A sign-in counts as proof of identity for five minutes. After that, turning on the offline copy asks for the password again.
    await page.addLocatorHandler(page.getByRole('alertdialog', { name: text('layout.proofTitle') }), async (dialog) => {
      await dialog.getByRole('textbox').fill(demoPassword);
      await dialog.getByRole('textbox').press('Enter');
    });
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn(page, portalUrl, { username: 'patient', password: demoPassword }, '/login');

    await test.step('its capability off, there is no tab, no news, no page and no answer; switched on, it is there', async () => {
      await expect(greeting(page)).toBeVisible();
      await expect(tabIn(page)).toHaveCount(0);
      await expect(page.getByRole('link', { name: /new letters/ })).toHaveCount(0);
      await page.goto(`${portalUrl}/letters`);
      await expect(page.getByText(text('layout.notForYouTitle'))).toBeVisible();
      expect(await statusFor('patient')).toBe(404);
      const name = String(await db.value('select name from facilities where is_default'));
      expect(await facility.admin('facility', 'capability', name, '--on', 'Letters')).toContain('Letters');
      expect(await statusFor('patient')).toBe(200);
      await page.goto(`${portalUrl}/dashboard`);
    });
    await test.step('the dashboard tells what is new, and the tab counts it', async () => {
      await expect(page.getByRole('link', { name: /2 new letters/ })).toBeVisible();
      await expect(page.getByRole('navigation').getByRole('link', { name: /^Letters.*2/ })).toBeVisible();
    });
    await test.step('the page shows them under its title, and a letter opens as a document', async () => {
      await page.getByRole('link', { name: /2 new letters/ }).click();
      await expect(page).toHaveURL(`${portalUrl}/letters`);
      await expect(page).toHaveTitle(/^Letters/);
      await expect(page.getByRole('listitem').filter({ hasText: 'Parking at the clinic' })).toContainText('New');
      const letter = await opensFrom(page);
      await expect(letter.getByText('Dear Juniper, Your next visit.')).toBeVisible();
      await letter.close();
    });
    await test.step('the server knows who opened it and who read', async () => {
      const types = async () =>
        (
          await db.query("select distinct type from audit_events where type ~* 'letter' and type !~ 'capab' order by 1")
        ).map(({ type }) => type);
      await expect.poll(types).toEqual(['client.lettersviewauditevent', 'read.getLetterFile', 'read.listLetters']);
    });
    await test.step('the activity log names the section and the letter, and so does its report', async () => {
      await page.goto(`${portalUrl}/personal-data`);
      // The line also lists what else was opened within moments.
      const line = /Looked at .*\bletters\b.*: “Your next visit” \(Nov 3, 2026\)/;
      await expect(page.getByRole('listitem').filter({ hasText: line })).toBeVisible();
      const report = await fileFor(
        'patient',
        getActivityReport,
        { userId },
        { startDate: '2026-01-01', endDate: '2099-12-31', language: 'es' },
      );
      expect(report).toContain('cartas');
      expect(report).toContain('Your next visit');
    });
    await test.step('the export has it in both forms', async () => {
      const xml = await fileFor('patient', exportPersonalData, { patientId });
      expect(xml).toMatch(
        /<Letters>\s*<Letter>\s*<Subject>Parking at the clinic<\/Subject>\s*<Written>2026-11-02<\/Written>/,
      );
      const bundle = await fileFor('patient', exportFhirBundle, { patientId });
      expect(bundle).toContain('Dear Juniper, Your next visit.');
    });
    await test.step('who acts for the patient does not see it without the right; the patient gives it in the list of rights', async () => {
      const other = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      other.setDefaultTimeout(30_000);
      try {
        const theirs = await other.newPage();
        await signIn(theirs, portalUrl, { username: 'representative', password: demoPassword }, '/login');
        await expect(greeting(theirs)).toBeVisible();
        await expect(tabIn(theirs)).toHaveCount(0);
        expect(await statusFor('representative')).toBe(404);
        await theirs.goto(`${portalUrl}/letters`);
        await expect(theirs.getByText(text('layout.notGivenTitle', { name: 'Juniper Applewhistle' }))).toBeVisible();

        const contactId = await db.value(
          "select id::int from contacts where patient_id = $1 and first_name = 'Linnea'",
          [patientId],
        );
        await page.goto(`${portalUrl}/edit-contact?contactId=${String(contactId)}`);
        const right = page.getByRole('group', { name: 'Letters', exact: true });
        await expect(right).toContainText('What the facility has written to you');
        await right.getByRole('checkbox').check();
        await expect.poll(() => statusFor('representative')).toBe(200);
        await theirs.goto(`${portalUrl}/dashboard`);
        await tabIn(theirs).click();
        await expect(theirs.getByRole('button', { name: 'Your next visit' })).toBeVisible();
      } finally {
        await other.close();
      }
    });
    await test.step('kept on the device, the list and the letter open without a network', async () => {
      await page.goto(`${portalUrl}/account-settings`);
      await hasWorker(page);
      await openSetting(page, 'account.records');
      await db.query("update sessions set proved_at = now() - interval '10 minutes'");
      await page.getByRole('switch', { name: text('account.recordsSwitch') }).click();
      const records = page.getByRole('region', { name: text('account.records') });
      await records.getByRole('button', { name: /^Show all/ }).click({ timeout: 60_000 });
      await expect(records.getByText('Letters')).toBeVisible({ timeout: 60_000 });
      await expect(records.getByRole('button', { name: text('account.recordsUpdate') })).toBeEnabled({
        timeout: 60_000,
      });
      await facility.portal.set({ kind: 'refuse' });
      await page.reload();
      await page.locator('input[autocomplete=current-password]').fill(demoPassword);
      await page.getByRole('button', { name: text('session.unlock'), exact: true }).click();
      await tabIn(page).click();
      const letter = await opensFrom(page);
      await expect(letter.getByText('Dear Juniper, Your next visit.')).toBeVisible();
      expect(new URL(letter.url()).pathname).toMatch(/^\/kept-file\//);
      await letter.close();
      await facility.portal.set({ kind: 'pass' });
    });
    await test.step('it speaks Spanish, and a full load finds it', async () => {
      await page.getByRole('button', { name: /English/ }).click();
      await page.getByRole('button', { name: 'Español' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartas');
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartas');
    });

    /** The status of the server's answer to a user who requests the patient's letters. */
    async function statusFor(username: string): Promise<number> {
      const client = clientOf(facility.directPortalUrl);
      await client.signIn(username, demoPassword);
      // The sample's own call, which this project does not declare.
      const { status } = await client.send(
        { ...listMedicalNotes, path: '/api/patients/{patientId}/letters' },
        { params: { patientId } },
      );
      return status;
    }
    /** A file that a user downloads, as text. */
    async function fileFor(
      username: string,
      call: CallShape,
      params: Readonly<Record<string, number>>,
      query: Readonly<Record<string, string>> = {},
    ): Promise<string> {
      const client = clientOf(facility.directPortalUrl);
      const profile = await client.signIn(username, demoPassword);
      const { token } = await client.ask(createDownloadToken, {
        params: { userId: profile.userId },
        body: { path: callUrl(call, params, query) },
      });
      const answer = await fetch(`${facility.directPortalUrl}${callUrl(call, params, { ...query, token })}`);
      expect(answer.status).toBe(200);
      return answer.text();
    }
  } finally {
    await facility.stop();
  }

  await test.step('its files and lines deleted, everything is as it was', async () => {
    await removeSampleModule(copy);
    const after = new Map<string, string>();
    for (const path of await copy.files()) after.set(path, await readFile(join(copy.folder, path), 'base64'));
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [path, content] of before) expect(after.get(path) === content, path).toBe(true);
  });
  await copy.delete();
});
