import type { Page } from 'playwright';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { holdBack } from '../../support/holdBack.ts';
import { look } from '../../support/pageRules.ts';
import { portalPages } from '../../support/pages.ts';
import { shortCheckIn } from '../../support/questionnaires.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test.describe.configure({ mode: 'parallel' });
// A refusal is faked below, which is impossible for requests that pass through the service worker.
test.use({ serviceWorkers: 'block' });

const actingFor = (page: Page, name: string) => page.getByText(text('layout.actingFor', { name }), { exact: true });
const choice = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const choose = async (page: Page, name: string) => {
  await choice(page, text('layout.choosePatient')).click();
  await choice(page, name).click();
};
const tab = (page: Page, key: Parameters<typeof text>[0]) =>
  page
    .getByRole('navigation', { name: text('layout.shortNavigation'), exact: true })
    .getByRole('link', { name: text(key) });

/** Lets a user act for a patient with these rights (`Section:right`). */
async function link(facility: Facility, who: TestPatient, patient: TestPatient, ...rights: string[]): Promise<void> {
  await facility.db.query('insert into representative_links (user_id, patient_id) values ($1, $2)', [
    who.userId,
    patient.patientId,
  ]);
  for (const word of rights)
    await facility.db.query(
      `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, $3, $4)`,
      [who.userId, patient.patientId, ...word.split(':')],
    );
}

test('authorized representatives are shown whose record is viewed, choose for whom of several, and see no tab and no widget of a section without the right to read', async ({
  facility,
  page,
}) => {
  await signInAs(page, facility, 'representative', { path: '/login' });
  await expect(greeting(page)).toHaveText(/, Linnea$/);
  await expect(actingFor(page, 'Juniper Applewhistle')).toBeVisible();
  await expect(
    page.getByRole('region', { name: text('records.section_Appointments') }).getByRole('article'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: text('records.section_CareTeam') })).toBeVisible();
  await expect(tab(page, 'questionnaires.tab')).toBeVisible();

  await test.step('the line stands on every page', async () => {
    await tab(page, 'questionnaires.tab').click();
    await expect(page).toHaveURL(/\/questionnaires$/);
    await expect(actingFor(page, 'Juniper Applewhistle')).toBeVisible();
  });
  await test.step('the Menu sheet offers the choice; the other record opens whole, with its own sections alone', async () => {
    await page.getByRole('button', { name: new RegExp(`^${text('layout.menu')}`) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('layout.actFor', { name: 'Lavinia Crabtree' }) })
      .click();
    await expect(actingFor(page, 'Lavinia Crabtree')).toBeVisible();
    await expect(page).toHaveURL(`${facility.portalUrl}/dashboard`);
    await expect(actingFor(page, 'Juniper Applewhistle')).toHaveCount(0);
    await expect(page.getByRole('region', { name: text('records.section_Appointments') })).toBeVisible();
    for (const name of ['records.section_CareTeam', 'records.section_PersonalContacts', 'dashboard.newForYou'] as const)
      await expect(page.getByRole('region', { name: text(name) })).toHaveCount(0);
    await expect(tab(page, 'questionnaires.tab')).toHaveCount(0);
    for (const words of ['Blood draw', 'Juniper', 'Fernbrook']) await expect(page.getByText(words)).toHaveCount(0);
  });
  await test.step('it is remembered in the session', async () => {
    await page.reload();
    await expect(actingFor(page, 'Lavinia Crabtree')).toBeVisible();
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await expect(page.getByText(text('layout.notGivenTitle', { name: 'Lavinia Crabtree' }))).toBeVisible();
    await expect(actingFor(page, 'Lavinia Crabtree')).toBeVisible();
  });
  await test.step('Back does not open the record that was left', async () => {
    await page.goto(`${facility.portalUrl}/dashboard`);
    await choose(page, text('layout.actFor', { name: 'Juniper Applewhistle' }));
    await expect(page.getByRole('region', { name: text('records.section_CareTeam') })).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
    await page.goBack();
    await expect(actingFor(page, 'Juniper Applewhistle')).toBeVisible();
  });
  await test.step('the user menu of wide windows offers it as well; without a connection the record stays and the bar says why', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${facility.portalUrl}/dashboard`);
    await page.route('**/capabilities/**', (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: 'Linnea Applewhistle' }).click();
    await choice(page, text('layout.actFor', { name: 'Lavinia Crabtree' })).click();
    await expect(page.getByRole('status').filter({ hasText: text('bar.noConnection') })).toBeVisible();
    await expect(actingFor(page, 'Juniper Applewhistle')).toBeVisible();
    await page.unroute('**/capabilities/**');
  });
});

test('someone who is a patient and a representative chooses themselves too; what is filled in says for whom, and is asked about first', async ({
  facility,
  page,
}) => {
  const who = await facility.newPatient({ firstName: 'Odile', lastName: 'Marchbank' });
  const other = await facility.newPatient({ firstName: 'Perpetua', lastName: 'Hollis' });
  await link(facility, who, other, 'Questionnaires:read', 'Questionnaires:answer');
  await facility.importQuestionnaire(shortCheckIn);
  await facility.assign(other.patientId, 'Short check-in');
  await signInAs(page, facility, who.username, { path: '/login' });
  await expect(page.getByText(text('layout.actingForSelf'))).toBeVisible();
  await expect(page.getByRole('region', { name: text('records.section_CareTeam') })).toBeVisible();
  await choose(page, text('layout.actFor', { name: 'Perpetua Hollis' }));
  const toDo = page.getByRole('region', { name: 'Perpetua has 1 thing to do' });
  await expect(toDo.getByRole('link', { name: 'Start Short check-in' })).toBeVisible();
  await expect(page.getByRole('region', { name: text('records.section_CareTeam') })).toHaveCount(0);
  await toDo.getByRole('link').click();

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
    await page
      .getByRole('radiogroup', { name: /Do you have pain/ })
      .getByRole('radio', { name: text('questionnaires.yes') })
      .check();
    await page.getByRole('textbox', { name: /Anything else/ }).fill('For Perpetua');
    await page.getByRole('button', { name: text('questionnaires.sendAnswers') }).click();
    await expect(page).toHaveURL(/questionnaire-scoring/);
    await expect(actingFor(page, 'Perpetua Hollis')).toBeVisible();
    await page.getByRole('button', { name: text('questionnaires.backToQuestionnaires') }).click();
    await page.getByText(text('questionnaires.history'), { exact: true }).click();
    await page.getByRole('button', { name: new RegExp(`^${text('questionnaires.review')}`) }).click();
    await expect(page).toHaveURL(/review-questionnaire/);
    await expect(actingFor(page, 'Perpetua Hollis')).toBeVisible();
  });
  await test.step('back to oneself, nothing of the other is left', async () => {
    await page.goto(`${facility.portalUrl}/dashboard`);
    await choose(page, text('layout.actForSelf'));
    await expect(page.getByText(text('layout.actingForSelf'))).toBeVisible();
    await expect(page.getByRole('region', { name: text('dashboard.newForYou') })).toHaveCount(0);
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await expect(page.getByText('Short check-in')).toHaveCount(0);
    await expect(page.getByText('Perpetua')).toHaveCount(0);
  });
  await test.step('a form that is open keeps the record: a change that comes while it is typed in asks first', async () => {
    await page.goto(`${facility.portalUrl}/dashboard`);
    const letGo = await holdBack(page, '**/capabilities/**');
    await choose(page, text('layout.actFor', { name: 'Perpetua Hollis' }));
    await page.getByRole('link', { name: text('dashboard.addContact') }).click();
    const name = page.getByRole('textbox', { name: text('form.firstName') });
    await expect(name).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
    await name.fill('Somebody');
    letGo();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: text('form.cancelDismiss') }).click();
    await expect(page).toHaveURL(/\/add-contact/);
    await expect(name).toHaveValue('Somebody');
    await expect(actingFor(page, 'Perpetua Hollis')).toHaveCount(0);
    // Leaving asks as well, and then the person's own record is shown.
    await expect(page.getByRole('button', { name: 'Odile Marchbank' })).toHaveCount(0);
    await page.getByRole('button', { name: text('contacts.leave') }).click();
    await question.getByRole('button', { name: text('form.cancelConfirm') }).click();
    await expect(page.getByText(text('layout.actingForSelf'))).toBeVisible();
  });
});

test('full-screen pages say whose record it is and lead to another one; what was answered is asked about, kept, and goes to no other record', async ({
  facility,
  page,
}) => {
  const who = await facility.newPatient({ firstName: 'Odile', lastName: 'Marchbank' });
  const other = await facility.newPatient({ firstName: 'Perpetua', lastName: 'Hollis' });
  await link(facility, who, other, 'Questionnaires:read', 'Questionnaires:answer');
  await facility.importQuestionnaire(shortCheckIn);
  await facility.assign(other.patientId, 'Short check-in');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const inBar = (whose: string) =>
    page.getByRole('button', { name: `${text('layout.choosePatient')}: ${whose}`, exact: true });
  const forPerpetua = text('layout.actingFor', { name: 'Perpetua Hollis' });
  const answer = page.getByRole('radio', { name: 'Not so well' });
  const ownHome = async () => {
    await expect(page.getByText(text('layout.actingForSelf'))).toBeVisible();
    await expect(page).toHaveURL(`${facility.portalUrl}/dashboard`);
    await expect(page.getByText('Perpetua')).toHaveCount(0);
  };
  const leave = async (how: 'leaveStay' | 'leaveKeep') => {
    await inBar(forPerpetua).click();
    await choice(page, text('layout.actForSelf')).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text(`questionnaires.${how}`) })
      .click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  };
  await signInAs(page, facility, who.username, { path: '/login' });
  await choose(page, text('layout.actFor', { name: 'Perpetua Hollis' }));

  await test.step('a questionnaire', async () => {
    await page.getByRole('link', { name: 'Start Short check-in' }).click();
    await answer.check();
    await leave('leaveStay');
    await expect(answer).toBeChecked();
    await leave('leaveKeep');
    await ownHome();
  });
  await test.step('a questionnaire that was opened by its address', async () => {
    await choose(page, text('layout.actFor', { name: 'Perpetua Hollis' }));
    await page.getByRole('link', { name: 'Continue Short check-in' }).click();
    await expect(answer).toBeChecked();
    await page.reload();
    await expect(answer).toBeChecked();
    await leave('leaveStay');
    await expect(answer).toBeChecked();
    await leave('leaveKeep');
    await ownHome();
    await page.reload();
    await ownHome();
    const ownDrafts = asked.filter((url) =>
      new RegExp(`/patients/${who.patientId}/assignedquestionnaires/\\d`).test(url),
    );
    expect(ownDrafts, 'the questionnaire is asked of nobody else’s record').toEqual([]);
  });
  await test.step('its result and its review', async () => {
    await choose(page, text('layout.actFor', { name: 'Perpetua Hollis' }));
    await page.getByRole('link', { name: 'Continue Short check-in' }).click();
    await page
      .getByRole('radiogroup', { name: /Do you have pain/ })
      .getByRole('radio', { name: text('questionnaires.yes') })
      .check();
    await page.getByRole('textbox', { name: /Anything else/ }).fill('For Perpetua');
    await page.getByRole('button', { name: text('questionnaires.sendAnswers') }).click();
    await expect(page).toHaveURL(/questionnaire-scoring/);
    const result = page.url();
    await choose(page, text('layout.actForSelf'));
    await ownHome();
    await choose(page, text('layout.actFor', { name: 'Perpetua Hollis' }));
    // Loading a page during the change would open the person's own record, as it should.
    await expect(actingFor(page, 'Perpetua Hollis')).toBeVisible();
    await page.goto(result.replace('questionnaire-scoring', 'review-questionnaire'));
    await expect(page.getByText('For Perpetua', { exact: true })).toBeVisible();
    await choose(page, text('layout.actForSelf'));
    await ownHome();
  });
  await test.step('one’s own contact, and a page that is not given', async () => {
    await page.goto(`${facility.portalUrl}/add-contact`);
    await page.getByRole('textbox', { name: text('form.firstName') }).fill('Somebody');
    await inBar(text('layout.actingForSelf')).click();
    await choice(page, text('layout.actFor', { name: 'Perpetua Hollis' })).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('form.cancelConfirm') })
      .click();
    await expect(actingFor(page, 'Perpetua Hollis')).toBeVisible();
    await page.goto(`${facility.portalUrl}/add-contact`);
    await expect(page.getByRole('heading', { level: 1, name: text('contacts.addTitle') })).toBeVisible();
    await choose(page, text('layout.actForSelf'));
    await ownHome();
  });
});

test('a right that the patient takes back works in an open page, and one who may act for nobody any more is left with their own record', async ({
  facility,
  page,
}) => {
  const who = await facility.newPatient({ firstName: 'Ignace', lastName: 'Tarn' });
  const other = await facility.newPatient({ firstName: 'Sabine', lastName: 'Orchard' });
  await link(facility, who, other, 'Appointments:read', 'Questionnaires:read');
  await facility.importQuestionnaire(shortCheckIn);
  await facility.assign(other.patientId, 'Short check-in');
  await signInAs(page, facility, who.username, { path: '/login' });
  await choose(page, text('layout.actFor', { name: 'Sabine Orchard' }));
  await expect(actingFor(page, 'Sabine Orchard')).toBeVisible();
  await expect(page.getByRole('region', { name: text('records.section_Appointments') })).toBeVisible();
  await expect(tab(page, 'questionnaires.tab')).toBeVisible();
  await test.step('who may only read is not offered to answer: not on Home, not in the list, not by an address', async () => {
    await expect(page.getByText('Short check-in')).toHaveCount(0);
    await tab(page, 'questionnaires.tab').click();
    await expect(page.getByText(text('questionnaires.mayNotAnswer', { name: 'Sabine Orchard' }))).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Short check-in' })).toBeVisible();
    for (const key of ['questionnaires.toDoStart', 'questionnaires.decline'] as const)
      await expect(page.getByRole('main').getByRole('button', { name: text(key) })).toHaveCount(0);
    await page.goto(`${facility.portalUrl}/complete-questionnaire?assignedQuestionnaireId=1`);
    await expect(page.getByText(text('layout.notGivenTitle', { name: 'Sabine Orchard' }))).toBeVisible();
    await page.goto(`${facility.portalUrl}/dashboard`);
    await expect(tab(page, 'questionnaires.tab')).toBeVisible();
  });
  await facility.db.query(`delete from representative_rights where user_id = $1 and section = 'Questionnaires'`, [
    who.userId,
  ]);
  await tab(page, 'questionnaires.tab').click();
  await expect(page.getByText(text('layout.notGivenTitle', { name: 'Sabine Orchard' }))).toBeVisible();
  await expect(tab(page, 'questionnaires.tab')).toHaveCount(0);
  await facility.db.query('update representative_links set revoked_at = now() where user_id = $1', [who.userId]);
  // The right ends during use: the next call is refused, the page says why and returns to the start, and does not show another record
  // without a word.
  await tab(page, 'appointments.tab').click();
  await expect(page.getByText(text('bar.recordClosed'))).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(greeting(page)).toBeVisible();
  await expect(actingFor(page, 'Sabine Orchard')).toHaveCount(0);
  await page.getByRole('button', { name: text('core.dismissMessage') }).click();

  // The same after a reload, when only the id of the record is known.
  await facility.db.query('update representative_links set revoked_at = null where user_id = $1', [who.userId]);
  await page.reload();
  await choose(page, text('layout.actFor', { name: 'Sabine Orchard' }));
  await expect(actingFor(page, 'Sabine Orchard')).toBeVisible();
  await facility.db.query('update representative_links set revoked_at = now() where user_id = $1', [who.userId]);
  await page.goto(`${facility.portalUrl}/dashboard`);
  await expect(page.getByText(text('bar.recordClosed'))).toBeVisible();
  await expect(greeting(page)).toBeVisible();
  await expect(actingFor(page, 'Sabine Orchard')).toHaveCount(0);
  await expect(page.getByRole('region', { name: text('records.section_CareTeam') })).toBeVisible();
  await expect(choice(page, text('layout.choosePatient'))).toHaveCount(0);
});

test('no page asks for what a representative may not see, so the log tells of nobody who was refused', async ({
  facility,
  page,
}) => {
  const who = await facility.newPatient({ firstName: 'Odo', lastName: 'Farthing' });
  const other = await facility.newPatient({ firstName: 'Wilhelmina', lastName: 'Brock' });
  await link(facility, who, other, 'SecureMessages:read', 'Appointments:read');
  await signInAs(page, facility, who.username, { path: '/login' });
  await choose(page, text('layout.actFor', { name: 'Wilhelmina Brock' }));
  await expect(actingFor(page, 'Wilhelmina Brock')).toBeVisible();
  for (const { path } of portalPages.filter(({ who: whose, layout }) => whose === 'signedIn' && layout !== 'gate')) {
    await page.goto(facility.portalUrl + path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await page.goto(`${facility.portalUrl}/health-summary`);
  await expect(page.getByText(text('layout.notGivenTitle', { name: 'Wilhelmina Brock' }))).toBeVisible();
  const refused = await facility.db.query(
    "select detail from audit_events where type = 'access.refused' and actor_user_id = $1",
    [who.userId],
  );
  expect(refused).toEqual([]);
});

test('after a death who acted for the patient reads on, and Home says what has ended', async ({ facility, page }) => {
  const helper = await facility.newPatient({ firstName: 'Isolde' });
  const patient = await facility.newPatient({ firstName: 'Leander', lastName: 'Moss' });
  await link(facility, helper, patient, 'Appointments:read', 'TestResults:read');
  await facility.admin('patient', 'deceased', '--patient', patient.username);
  await signInAs(page, facility, helper.username, { path: '/login' });
  await choice(page, text('layout.choosePatient')).click();
  await page.getByRole('button', { name: /^For Leander Moss, until / }).click();
  await expect(page.getByText(text('dashboard.hasDied', { name: 'Leander Moss' }))).toBeVisible();
  await expect(page.getByRole('link', { name: text('records.requestAppointment') })).toHaveCount(0);
  await look(page, 'home after a death');
});
