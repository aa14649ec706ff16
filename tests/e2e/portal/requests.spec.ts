import type { Page } from 'playwright';
import { look } from '../../support/pageRules.ts';
import { importOnce, shortCheckIn } from '../../support/questionnaires.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const link = (page: Page, key: Parameters<typeof text>[0]) =>
  page.getByRole('link', { name: new RegExp(`^${text(key)}`) });
const send = (page: Page) => page.getByRole('button', { name: text('form.send'), exact: true });
const field = (page: Page) => page.getByRole('textbox', { name: text('secureMessages.yourRequest') });
const list = (page: Page) => page.getByRole('region', { name: text('secureMessages.threads') });

test('a visit is asked to be moved offline, goes out once, and is seen as answered and declined', async ({
  facility,
  page,
}) => {
  const visit = String(
    await facility.db.value(
      `select min(a.id)::int from appointments a join patients p on p.id = a.patient_id join users u on u.id = p.user_id
       where u.username = 'patient' and a.kind = 'ExternalAppointment' and not a.is_cancelled and a.starts_at > now()`,
    ),
  );
  const requests = () =>
    facility.db.query(
      'select r.thread_id::int as id, m.content from secure_requests r join secure_messages m on m.id = r.message_id where r.about = $1',
      [`visit-${visit}`],
    );
  await signInAs(page, facility, 'patient', {
    path: `/login?redirect=${encodeURIComponent(`/appointments?id=${visit}`)}`,
  });
  await link(page, 'records.request_visitMove').click();
  await expect(page).toHaveURL(/\/secure-message$/);
  await expect(page.getByText(/You get an answer within 2 working days/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: text('secureMessages.subject') })).toHaveValue(/^Move a visit: /);
  await look(page, 'a request to move a visit');
  const recipient = page.getByRole('radio').and(page.locator(':not(:disabled)')).first();
  if ((await page.getByRole('radio', { checked: true }).count()) === 0) await recipient.check();
  await field(page).fill('Any Friday suits me.');
  await facility.portal.set(network.refuse);
  await send(page).click();
  await expect(page.getByText(text('secureMessages.waitingText_offline'))).toBeVisible();
  expect(await requests()).toEqual([]);
  await facility.portal.set(network.pass);
  await expect.poll(requests, { timeout: 30_000 }).toMatchObject([{ content: 'Any Friday suits me.' }]);
  const id = String((await requests())[0]?.['id']);
  await expect(page).toHaveURL(new RegExp(`threadId=${id}$`));
  await expect(page.getByRole('article').getByText(/^You get an answer by /)).toBeVisible();

  const reply = (words: string, ...more: readonly string[]) =>
    facility.admin('message', 'reply', '--thread', id, '--as', 'Philippa Nettlewood', '--text', words, ...more);
  await reply('We are looking.');
  await page.goto(`${facility.portalUrl}/secure-messages?list=requests`);
  await expect(list(page).getByText(/^Answered on /)).toBeVisible();
  await look(page, 'requests');
  await reply('No Friday is free.', '--request', 'declined');
  await page.reload();
  await expect(list(page).getByText(/^Declined on .*: No Friday is free\.$/)).toBeVisible();

  await page.goto(`${facility.portalUrl}/appointments?id=${visit}`);
  await link(page, 'records.request_visitCancel').click();
  await expect(field(page)).toHaveValue(text('records.requestText_visitCancel'));
});

test('what the facility asks for with a form is begun in a dialog by keyboard, filled in, and is a request once sent', async ({
  facility,
  page,
}) => {
  await importOnce(facility, shortCheckIn);
  await facility.db.query(
    `update facilities set message_settings = coalesce(message_settings, '{}') || jsonb_build_object('requests', jsonb_build_array(
       jsonb_build_object('kind', 'rideHome', 'withinDays', 3, 'titles', jsonb_build_object('en', 'A ride home'), 'questionnaire', $1::text))) where is_default`,
    [shortCheckIn.title],
  );
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/secure-messages?list=requests' });
  const ride = page.getByRole('button', { name: 'A ride home', exact: true });
  await ride.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'A ride home' });
  const begin = dialog.getByRole('button', { name: text('secureMessages.formBegin'), exact: true });
  await expect(begin).toBeEnabled();
  await look(page, 'a request with a form, dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(ride).toBeFocused();
  await ride.press('Enter');
  await begin.press('Enter');
  await page.getByRole('radio', { name: 'Well' }).first().check();
  await page.getByRole('radio', { name: 'No' }).last().check();
  await look(page, 'a request with a form');
  await page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true }).click();
  await expect(page.getByText(/([0-9A-Z]{4}-){2}[0-9A-Z]{4}/)).toBeVisible();
  await page.goto(`${facility.portalUrl}/secure-messages?list=requests`);
  await expect(list(page).getByRole('link', { name: /A ride home/ })).toContainText(/You get an answer by /);
});
