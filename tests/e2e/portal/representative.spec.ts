import type { Page } from 'playwright';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { holdBack } from '../../support/holdBack.ts';
import { shortCheckIn } from '../../support/questionnaires.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test.describe.configure({ mode: 'parallel', timeout: 60_000 });
// A refusal is faked below, and what passes the service worker cannot be.
test.use({ serviceWorkers: 'block' });

const actingFor = (page: Page, name: string) => page.getByText(text('shell.actingFor', { name }), { exact: true });
const choice = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const choose = async (page: Page, name: string) => {
  await choice(page, text('shell.choosePatient')).click();
  await choice(page, name).click();
};
const tab = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('navigation', { name: text('shell.shortNavigation'), exact: true }).getByRole('link', { name: text(key) });

/** Lets a user act for a patient, with the rights named (`Section:right`). */
async function link(facility: Facility, who: TestPatient, patient: TestPatient, ...rights: string[]): Promise<void> {
  await facility.db.query('insert into representative_links (user_id, patient_id) values ($1, $2)', [who.userId, patient.patientId]);
  for (const word of rights) await facility.db.query(`insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, $3, $4)`, [who.userId, patient.patientId, ...word.split(':')]);
}

test('authorized representatives are shown whose record is viewed, choose for whom of several, and see no tab and no widget of a section without the right to read', async ({ facility, page }) => {
  await signInAs(page, facility, 'representative', { path: '/login' });
  await expect(greeting(page)).toHaveText(/, Linnea$/);
  await expect(actingFor(page, 'Juniper Applewhistle')).toBeVisible();
  await expect(page.getByRole('region', { name: text('dashboard.appointments') }).getByRole('article')).toBeVisible();
  await expect(page.getByRole('region', { name: text('dashboard.careTeam') })).toBeVisible();
  await expect(tab(page, 'shell.questionnairesShort')).toBeVisible();

  await test.step('the line stands on every page', async () => {
    await tab(page, 'shell.questionnairesShort').click();
    await expect(page).toHaveURL(/\/questionnaires$/);
    await expect(actingFor(page, 'Juniper Applewhistle')).toBeVisible();
  });
  await test.step('the Menu sheet offers the choice; the other record opens whole, with its own sections alone', async () => {
    await page.getByRole('button', { name: new RegExp(`${text('shell.menu')}$`) }).click();
    await page.getByRole('dialog').getByRole('button', { name: text('shell.actFor', { name: 'Lavinia Crabtree' }) }).click();
    await expect(actingFor(page, 'Lavinia Crabtree')).toBeVisible();
    await expect(page).toHaveURL(`${facility.portalUrl}/dashboard`);
    await expect(actingFor(page, 'Juniper Applewhistle')).toHaveCount(0);
    await expect(page.getByRole('region', { name: text('dashboard.appointments') })).toBeVisible();
    for (const name of ['dashboard.careTeam', 'dashboard.contacts', 'dashboard.newForYou'] as const) await expect(page.getByRole('region', { name: text(name) })).toHaveCount(0);
    await expect(tab(page, 'shell.questionnairesShort')).toHaveCount(0);
    for (const words of ['Blood draw', 'Juniper', 'Fernbrook']) await expect(page.getByText(words)).toHaveCount(0);
  });
  await test.step('it is remembered in the session', async () => {
    await page.reload();
    await expect(actingFor(page, 'Lavinia Crabtree')).toBeVisible();
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await expect(page.getByText(text('shell.notForYouTitle'))).toBeVisible();
    await expect(actingFor(page, 'Lavinia Crabtree')).toBeVisible();
  });
  await test.step('Back does not open the record that was left', async () => {
    await page.goto(`${facility.portalUrl}/dashboard`);
    await choose(page, text('shell.actFor', { name: 'Juniper Applewhistle' }));
    await expect(page.getByRole('region', { name: text('dashboard.careTeam') })).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
    await page.goBack();
    await expect(actingFor(page, 'Juniper Applewhistle')).toBeVisible();
  });
  await test.step('the user menu of wide windows offers it as well; without a connection the record stays and the bar says why', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${facility.portalUrl}/dashboard`);
    await page.route('**/capabilities/**', (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: 'Linnea Applewhistle' }).click();
    await choice(page, text('shell.actFor', { name: 'Lavinia Crabtree' })).click();
    await expect(page.getByRole('status').filter({ hasText: text('bar.noConnection') })).toBeVisible();
    await expect(actingFor(page, 'Juniper Applewhistle')).toBeVisible();
    await page.unroute('**/capabilities/**');
  });
});

test('someone who is a patient and a representative chooses themselves too; what is filled in says for whom, and is asked about first', async ({ facility, page }) => {
  const who = await facility.newPatient({ firstName: 'Odile', lastName: 'Marchbank' });
  const other = await facility.newPatient({ firstName: 'Perpetua', lastName: 'Hollis' });
  await link(facility, who, other, 'Questionnaires:read', 'Questionnaires:answer');
  await facility.importQuestionnaire(shortCheckIn);
  await facility.assign(other.patientId, 'Short check-in');
  await signInAs(page, facility, who.username, { path: '/login' });
  await expect(page.getByText(text('shell.actingForSelf'))).toBeVisible();
  await expect(page.getByRole('region', { name: text('dashboard.careTeam') })).toBeVisible();
  await choose(page, text('shell.actFor', { name: 'Perpetua Hollis' }));
  await expect(page.getByRole('region', { name: text('dashboard.newForYou') }).getByRole('link', { name: /1 questionnaire/ })).toBeVisible();
  await expect(page.getByRole('region', { name: text('dashboard.careTeam') })).toHaveCount(0);
  await page.getByRole('region', { name: text('dashboard.newForYou') }).getByRole('link').click();
  await page.getByRole('button', { name: new RegExp(`^${text('questionnaires.startNow')}`) }).click();

  await test.step('the questionnaire, also by its address', async () => {
    await expect(actingFor(page, 'Perpetua Hollis')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Not so well' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Not so well' })).toBeVisible();
    await expect(actingFor(page, 'Perpetua Hollis')).toBeVisible();
  });
  await test.step('open work is asked about before anything else is shown', async () => {
    await page.getByRole('radio', { name: 'Not so well' }).check();
    await page.getByRole('button', { name: text('questionnaires.leave') }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.getByRole('button', { name: text('questionnaires.leaveStay') }).click();
    await expect(actingFor(page, 'Perpetua Hollis')).toBeVisible();
  });
  await test.step('its result and its review', async () => {
    await page.getByRole('radiogroup', { name: /Do you have pain/ }).getByRole('radio', { name: text('questionnaires.yes') }).check();
    await page.getByRole('textbox', { name: /Anything else/ }).fill('For Perpetua');
    await page.getByRole('button', { name: text('questionnaires.sendAnswers') }).click();
    await expect(page).toHaveURL(/questionnaire-scoring/);
    await expect(actingFor(page, 'Perpetua Hollis')).toBeVisible();
    await page.getByRole('button', { name: text('shell.backToQuestionnaires') }).click();
    await page.getByText(text('questionnaires.history'), { exact: true }).click();
    await page.getByRole('button', { name: new RegExp(`^${text('questionnaires.review')}`) }).click();
    await expect(page).toHaveURL(/review-questionnaire/);
    await expect(actingFor(page, 'Perpetua Hollis')).toBeVisible();
  });
  await test.step('back to oneself, nothing of the other is left', async () => {
    await page.goto(`${facility.portalUrl}/dashboard`);
    await choose(page, text('shell.actForSelf'));
    await expect(page.getByText(text('shell.actingForSelf'))).toBeVisible();
    await expect(page.getByRole('region', { name: text('dashboard.newForYou') })).toHaveCount(0);
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await expect(page.getByText('Short check-in')).toHaveCount(0);
    await expect(page.getByText('Perpetua')).toHaveCount(0);
  });
  await test.step('a form that is open keeps the record: a change that comes while it is typed in asks first', async () => {
    await page.goto(`${facility.portalUrl}/dashboard`);
    const letGo = await holdBack(page, '**/capabilities/**');
    await choose(page, text('shell.actFor', { name: 'Perpetua Hollis' }));
    await page.getByRole('link', { name: text('dashboard.addContact') }).click();
    const name = page.getByRole('textbox', { name: text('contacts.firstName') });
    await expect(name).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
    await name.fill('Somebody');
    letGo();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: text('form.cancelDismiss') }).click();
    await expect(page).toHaveURL(/\/add-contact/);
    await expect(name).toHaveValue('Somebody');
    await expect(actingFor(page, 'Perpetua Hollis')).toHaveCount(0);
    // Full-screen work has nothing to choose a patient with; leaving it asks as well, and then the record is still one's own.
    await expect(page.getByRole('button', { name: 'Odile Marchbank' })).toHaveCount(0);
    await page.getByRole('button', { name: text('contacts.leave') }).click();
    await question.getByRole('button', { name: text('form.cancelConfirm') }).click();
    await expect(page.getByText(text('shell.actingForSelf'))).toBeVisible();
  });
});

test('a right that the patient takes back works in an open page, and one who may act for nobody any more is left with their own record', async ({ facility, page }) => {
  const who = await facility.newPatient({ firstName: 'Ignace', lastName: 'Tarn' });
  const other = await facility.newPatient({ firstName: 'Sabine', lastName: 'Orchard' });
  await link(facility, who, other, 'Appointments:read', 'Questionnaires:read');
  await signInAs(page, facility, who.username, { path: '/login' });
  await choose(page, text('shell.actFor', { name: 'Sabine Orchard' }));
  await expect(actingFor(page, 'Sabine Orchard')).toBeVisible();
  await expect(tab(page, 'shell.questionnairesShort')).toBeVisible();
  await facility.db.query(`delete from representative_rights where user_id = $1 and section = 'Questionnaires'`, [who.userId]);
  await tab(page, 'shell.questionnairesShort').click();
  await expect(page.getByText(text('shell.notForYouTitle'))).toBeVisible();
  await expect(tab(page, 'shell.questionnairesShort')).toHaveCount(0);
  await facility.db.query('update representative_links set revoked_at = now() where user_id = $1', [who.userId]);
  await page.goto(`${facility.portalUrl}/dashboard`);
  await expect(greeting(page)).toBeVisible();
  await expect(actingFor(page, 'Sabine Orchard')).toHaveCount(0);
  await expect(page.getByRole('region', { name: text('dashboard.careTeam') })).toBeVisible();
  await expect(choice(page, text('shell.choosePatient'))).toHaveCount(0);
});
