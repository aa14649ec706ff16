import { look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a code of the front desk brings back who has lost password and mailbox, once', async ({ facility, page }) => {
  const { username, userId } = await facility.newPatient();
  const said = await facility.admin('user', 'code', '--user', username, '--checked', 'photo-id');
  const code = /Code (\S+) for/.exec(said)?.[1] ?? '';
  const field = (key: Parameters<typeof text>[0]) => page.getByRole('textbox', { name: text(key), exact: true });
  const save = page.getByRole('button', { name: text('session.resetSave'), exact: true });
  const openForm = async () => {
    await page.goto(`${facility.portalUrl}/reset-password`);
    await page.getByRole('button', { name: text('session.deskHaveCode'), exact: true }).click();
    await expect(field('session.deskCode')).toBeVisible();
  };
  const fill = async (typed: string, password: string) => {
    await field('core.username').fill(username);
    await field('session.deskCode').fill(typed);
    await page.locator('#new-password').fill(password);
    await page.locator('#confirm-password').fill(password);
    await field('session.deskEmail').fill('again@example.org');
    await save.click();
  };
  await openForm();
  await save.click();
  await expect(page.getByText(text('core.required')).first()).toBeVisible();
  await look(page, 'front desk code, empty');
  await fill('AAAA-AAAA', 'Meadow$Path7');
  await expect(page.getByText(text('session.deskCodeWrong'))).toBeVisible();
  // As people type what they were told.
  await fill(code.toLowerCase().replace('-', ' '), 'Meadow$Path7');
  await expect(page.getByText(text('bar.updatePasswordSuccess'))).toBeVisible();
  await expect(page).toHaveURL(`${facility.portalUrl}/login`);
  expect((await facility.db.query('select email from users where id = $1', [userId])).at(0)).toEqual({
    email: 'again@example.org',
  });

  await openForm();
  await fill(code, 'Meadow$Path8');
  await expect(page.getByText(text('session.deskCodeWrong'))).toBeVisible();
  await signInAs(page, facility, username, { path: '/login?redirect=/appointments', password: 'Meadow$Path7' });
  await expect(page.getByRole('heading', { level: 1, name: text('appointments.title') })).toBeVisible();
});
