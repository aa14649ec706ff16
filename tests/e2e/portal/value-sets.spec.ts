import type { AssignedQuestionnaireId } from '@portal/api';
import * as v from 'valibot';
import { hasDeviceKey } from '../../support/deviceKey.ts';
import { look } from '../../support/pageRules.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import { handOver, signInStaff, someoneDue } from '../../support/waitingRoom.ts';
import { hasWorker } from '../../support/worker.ts';

const addressOf = (id: AssignedQuestionnaireId) => `/complete-questionnaire?assignedQuestionnaireId=${id}`;
const title = 'One of many conditions';
const question = 'Which condition do you have?';
const conditions = [
  { code: 'J45', display: 'Asthma', es: 'Asma' },
  { code: 'E11', display: 'Type 2 diabetes', es: 'Diabetes tipo 2' },
  ...Array.from({ length: 300 }, (_, at) => ({ code: `X${at}`, display: `Condition number ${at}`, es: null })),
];
const questionnaire = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/tests/many-conditions',
  title,
  status: 'active',
  language: 'en',
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'conditions',
      status: 'active',
      compose: {
        include: [
          {
            system: 'urn:test:conditions',
            concept: conditions.map(({ code, display, es }) => ({
              code,
              display,
              ...(es === null ? {} : { designation: [{ language: 'es', value: es }] }),
            })),
          },
        ],
      },
    },
  ],
  item: [{ linkId: 'which', text: question, type: 'choice', repeats: true, answerValueSet: '#conditions' }],
};

test.use({ serviceWorkers: 'allow' });

test('a large value set that was opened once is searched without a network, also after a reload', async ({
  facility,
  page,
}) => {
  await facility.importQuestionnaire(questionnaire);
  const patient = await facility.newPatient({ language: 'es' });
  const assigned = await facility.assign(patient.patientId, title);
  const said = (key: Parameters<typeof text>[0], values = {}) => text(key, values, 'es');
  const key = hasDeviceKey(page);
  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent(addressOf(assigned))}`,
  });
  const box = page.getByRole('combobox', { name: question });
  await expect(page.getByText(said('questionnaires.otherLanguage', { language: 'inglés' }))).toBeVisible();

  // With keys alone: the box, the list, the choice.
  await box.pressSequentially('dia');
  const options = page.getByRole('option');
  await expect(options).toHaveText([/^Diabetes tipo 2/]);
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  await box.press('ArrowDown');
  await expect(options).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', /.+/);
  await box.press('Enter');
  await expect(box).toHaveValue('');
  const chosen = page.getByRole('list', { name: said('questionnaires.lookup.chosen') }).getByRole('listitem');
  await expect(chosen).toHaveText(['Diabetes tipo 2']);
  await box.fill('con');
  await expect(options).toHaveCount(8);
  await look(page, 'value-set');
  await key;
  await hasWorker(page);

  await facility.portal.set(network.refuse);
  await box.fill('condit');
  await expect(page.getByText(said('questionnaires.lookup.some', { shown: 8, total: 300 }))).toBeVisible();
  await page.reload();
  await page.getByRole('textbox', { name: said('core.username') }).fill(patient.username);
  await page.getByRole('textbox', { name: said('core.password') }).fill(patient.password);
  await page.getByRole('button', { name: said('session.unlock'), exact: true }).click();
  await box.fill('j45');
  await options.first().click();
  await expect(chosen).toHaveText(['Diabetes tipo 2', 'Asma']);

  await facility.portal.set(network.pass);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('button', { name: said('questionnaires.sendAnswers') }).click();
  await expect
    .poll(async () =>
      v.parse(
        v.nullable(v.array(v.object({ coding: v.object({ code: v.string(), display: v.string() }) }))),
        await facility.db.value('select answers from assigned_questionnaires where id = $1', [assigned]),
      ),
    )
    .toEqual([{ coding: { code: 'E11', display: 'Type 2 diabetes' } }, { coding: { code: 'J45', display: 'Asthma' } }]);
});

test('the kiosk searches in the language that the patient changes to, and keeps what was chosen', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await facility.importQuestionnaire(questionnaire);
  await someoneDue(facility, title, 'Leopoldine');
  await signInStaff(page, facility);
  await handOver(page, 'Leopoldine');
  await page.getByRole('button', { name: text('kiosk.yesMe'), exact: true }).click();
  const box = page.getByRole('combobox', { name: question });
  const chosen = (language: 'en' | 'es') =>
    page.getByRole('list', { name: text('questionnaires.lookup.chosen', {}, language) }).getByRole('listitem');
  await box.fill('asth');
  await page.getByRole('option', { name: /^Asthma/ }).click();
  await expect(chosen('en')).toHaveText(['Asthma']);
  await page.getByRole('combobox', { name: text('core.language') }).selectOption('es');
  await expect(chosen('es')).toHaveText(['Asma']);
  await box.fill('dia');
  await expect(page.getByRole('option', { name: /^Diabetes tipo 2/ })).toBeVisible();
});
