import type { Page } from 'playwright';
import { browserArguments, chromiumPath } from '../../support/browser.ts';
import { look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

/** Chromium in the headless build shows no notifications, even with the permission. */
test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: await chromiumPath(), args: browserArguments },
});

const path = '/login?redirect=/notification-settings';
/** The key of the example in RFC 8291, and an address to which this test sends nothing. */
const subscribed = {
  endpoint: 'https://8.8.8.8/push/of-a-test',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** Replaces the browser maker's push service, which no test machine can reach: subscribing works locally. */
const withPushService = (page: Page) =>
  page.addInitScript((target) => {
    const here = 'of the push service of a test';
    const subscription = () => ({
      endpoint: target.endpoint,
      options: { applicationServerKey: null },
      toJSON: () => target,
      unsubscribe: async () => {
        localStorage.removeItem(here);
        return true;
      },
    });
    Object.defineProperty(PushManager.prototype, 'getSubscription', {
      value: async () => (localStorage.getItem(here) === null ? null : subscription()),
    });
    Object.defineProperty(PushManager.prototype, 'subscribe', {
      value: async () => {
        localStorage.setItem(here, 'yes');
        return subscription();
      },
    });
  }, subscribed);

const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null && document.readyState === 'complete');
const group = (page: Page, kind: 'appointment' | 'questionnaire') =>
  page.getByRole('group', { name: text(`account.kind_${kind}`) });
const here = (page: Page, kind: 'appointment' | 'questionnaire') =>
  group(page, kind).getByRole('checkbox', { name: text('account.channel_Push') });

test('this device is told of what is ticked, shows a notice that says nothing, and is told nothing after the log-out', async ({
  facility,
  page,
  context,
}) => {
  const patient = await facility.newPatient();
  const told = () => facility.db.query('select kinds from push_subscriptions where user_id = $1', [patient.userId]);
  await context.grantPermissions(['notifications'], { origin: facility.portalUrl });
  await withPushService(page);
  await signInAs(page, facility, patient.username, { path });
  await controlled(page);
  await page.reload();

  await test.step('it is ticked and saved', async () => {
    await expect(page.getByText(text('account.deviceAllowed'))).toBeVisible();
    await here(page, 'questionnaire').check();
    await expect(
      group(page, 'questionnaire').getByText(text('account.says_questionnaire', { ways: text('account.way_Push') })),
    ).toBeVisible();
    await page.getByRole('button', { name: text('form.save'), exact: true }).click();
    await expect(page.getByText(text('bar.patientReminderSettingsSaveSuccess'))).toBeVisible();
    expect(await told()).toEqual([{ kinds: ['questionnaire'] }]);
    await page.reload();
    await expect(here(page, 'questionnaire')).toBeChecked();
    await expect(here(page, 'appointment')).not.toBeChecked();
  });

  await test.step('a push shows the words, and nothing else', async () => {
    const session = await context.newCDPSession(page);
    const found = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first !== undefined) resolve(first.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: facility.portalUrl,
      registrationId: await found,
      data: JSON.stringify({ kind: 'questionnaire', language: 'pt' }),
    });
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const shown = await (await navigator.serviceWorker.ready).getNotifications();
          return shown.map(({ title, body, lang, data }): unknown => ({ title, body, lang, data }));
        }),
      )
      .toEqual([{ title: 'Há algo novo no seu portal', body: '', lang: 'pt', data: '/questionnaires' }]);
  });

  await test.step('the log-out ends it', async () => {
    await page.goto(`${facility.portalUrl}/logout`);
    await expect(page.getByRole('textbox', { name: text('core.username') })).toBeVisible();
    await expect.poll(told).toEqual([]);
    expect(
      await page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        return [await worker.pushManager.getSubscription(), (await worker.getNotifications()).length];
      }),
    ).toEqual([null, 0]);
  });
});

test('a browser that lets no notice through says so and how to allow it, and the page is right at every width', async ({
  facility,
  page,
  context,
}) => {
  const patient = await facility.newPatient();
  await context.clearPermissions();
  await withPushService(page);
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await signInAs(page, facility, patient.username, { path });
  await controlled(page);
  await page.reload();
  await expect(page.getByText(text('account.deviceBlockedHow'))).toBeVisible();
  await expect(here(page, 'appointment')).toBeDisabled();
  await look(page, 'notification settings');
});
