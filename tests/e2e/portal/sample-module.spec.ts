import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addSampleModule, removeSampleModule } from '../../sampleModule/sampleModule.ts';
import { demoPassword, startFacility } from '../../support/facility.ts';
import { copyProject } from '../../support/projectCopy.ts';
import { signIn } from '../../support/signIn.ts';
import { expect, test } from '../../support/test.ts';

// That its types are right and that it passes the walls is tried with the walls.
test('a module is its own folder, its contract file, its server file, its migration and three lines: it builds, shows, counts, audits, and leaves without a trace', async ({
  page,
}) => {
  // It checks and builds a whole project, beside other tests.
  test.setTimeout(600_000);
  const copy = await copyProject();
  const before = new Map<string, string>();
  for (const path of await copy.files()) before.set(path, await readFile(join(copy.folder, path), 'base64'));

  await addSampleModule(copy);
  await test.step('it changes one line in each of portal, contract and server', async () => {
    const changed: string[] = [];
    for (const [path, text] of before)
      if ((await readFile(join(copy.folder, path), 'base64')) !== text) changed.push(path);
    expect(changed.toSorted()).toEqual([
      'server/handlers.ts',
      'src/api/contract.ts',
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
    const patientId = await facility.db.value(
      "select p.id from patients p join users u on u.id = p.user_id where u.username = 'patient'",
    );
    for (const subject of ['Parking at the clinic', 'Your next visit'])
      await facility.db.query('insert into letters (patient_id, subject) values ($1, $2)', [patientId, subject]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn(page, facility.portalUrl, { username: 'patient', password: demoPassword }, '/login');

    await test.step('the dashboard tells what is new, and the tab counts it', async () => {
      await expect(page.getByRole('link', { name: /2 new letters/ })).toBeVisible();
      await expect(page.getByRole('navigation').getByRole('link', { name: /^Letters.*2/ })).toBeVisible();
    });
    await test.step('the page shows them under its title', async () => {
      await page.getByRole('link', { name: /2 new letters/ }).click();
      await expect(page).toHaveURL(`${facility.portalUrl}/letters`);
      await expect(page).toHaveTitle(/^Letters/);
      await expect(page.getByRole('listitem').filter({ hasText: 'Parking at the clinic' })).toContainText('New');
    });
    await test.step('the server knows who opened it and who read', async () => {
      const types = async () =>
        (await facility.db.query("select distinct type from audit_events where type like '%etters%' order by 1")).map(
          ({ type }) => type,
        );
      await expect.poll(types).toEqual(['client.lettersviewauditevent', 'read.listLetters']);
    });
    await test.step('it speaks Spanish, and a full load finds it', async () => {
      await page.getByRole('button', { name: /English/ }).click();
      await page.getByRole('button', { name: 'Español' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartas');
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartas');
    });
  } finally {
    await facility.stop();
  }

  await test.step('its files and lines deleted, everything is as it was', async () => {
    await removeSampleModule(copy);
    const after = new Map<string, string>();
    for (const path of await copy.files()) after.set(path, await readFile(join(copy.folder, path), 'base64'));
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [path, text] of before) expect(after.get(path) === text, path).toBe(true);
  });
  await copy.delete();
});
