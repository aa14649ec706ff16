import type { Page } from 'playwright';
import * as v from 'valibot';
import type { Facility } from '../../support/facility.ts';
import {
  type WaitingPatient,
  button,
  facilityDay,
  follow,
  handTo,
  heading,
  managerPin,
  questionOf,
  staffSignIn,
  startFor,
  stopHere,
  storageOf,
  tabletSize,
  waitingPatient,
} from '../../support/kiosk.ts';
import { demoPassword, expect, test, text } from '../../support/test.ts';

test.use({ serviceWorkers: 'allow', viewport: tabletSize });

const notFound = { status: 404, body: { error: 'not_found' } };
const Held = v.pipe(v.string(), v.parseJson(), v.object({ access: v.string(), refresh: v.string() }));

/** The tokens on the tablet, as anybody can read them with the browser's tools. */
const tokensOf = async (page: Page) =>
  v.parse(Held, await page.evaluate(() => sessionStorage.getItem('vestibule.kiosk')));

/** Sends a call from the page with its cookies, as a patient could with the browser's tools. */
const sendFrom = (
  page: Page,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<{ status: number; body: unknown }> =>
  page.evaluate(
    async (request) => {
      const response = await fetch(request.path, {
        method: request.method,
        headers: {
          ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      const words = await response.text();
      return {
        status: response.status,
        body: words.startsWith('{') || words.startsWith('[') ? (JSON.parse(words) as unknown) : words,
      };
    },
    { method, path, token, body },
  );

let made = 0;
const somebody = (facility: Facility): Promise<WaitingPatient> => {
  made += 1;
  return waitingPatient(facility, { firstName: `Karla${made}`, lastName: `Neugier${made}` });
};

test('fault 23: whatever address a patient types, they meet their own name or a sign-in, and the visit is as it was', async ({
  facility,
  page,
}) => {
  test.slow();
  const patient = await somebody(facility);
  const other = await somebody(facility);
  await handTo(page, facility, patient);
  await page.getByRole('radio', { name: 'Badly', exact: true }).check();
  await expect(page.getByText(text('questionnaires.saved'), { exact: true })).toBeVisible();
  const own = heading(page, patient.shortName);
  const paths = [
    '/',
    '/kioskLogin',
    '/KioskQuestionnaires',
    '/kioskQuestionnaires?startIfOnlyOne=true',
    `/patientKioskUserLogin/${other.patientId}`,
    `/patientKioskQuestionnaires?patientId=${other.patientId}`,
    `/complete-kiosk-questionnaire?assignedQuestionnaireId=${other.assigned[0]}`,
    '/kiosk-questionnaire-scoring',
    `/patientKioskArrival?patientId=${other.patientId}`,
    `/patientKioskContact/${other.patientId}`,
    '/api',
    '//kioskQuestionnaires',
    '/index.html',
  ];
  for (const path of paths) {
    await page.goto(facility.kioskUrl + path);
    if (path === '/api' || path === '//kioskQuestionnaires')
      await expect(own.or(page.getByText('not_found'))).toBeVisible();
    else await expect(own).toBeVisible();
    await expect(page.getByText(other.lastName)).toHaveCount(0);
  }
  // While a patient has the tablet, the portal's addresses lead nowhere else.
  for (const path of [
    '/dashboard',
    '/questionnaires',
    `/complete-questionnaire?assignedQuestionnaireId=${patient.assigned[0]}`,
    '/login',
  ]) {
    await page.goto(facility.kioskUrl + path);
    await expect(own).toBeVisible();
    expect(page.url()).toBe(`${facility.kioskUrl}/patientKioskUserLogin`);
  }
  await page.goto(facility.kioskUrl);
  await button(page, 'kiosk.yesMe').click();
  await expect(questionOf(page, 2)).toBeVisible();
  await stopHere(page, patient);
  // Afterwards no address shows a name.
  for (const path of paths.filter((one) => !one.includes('//') && one !== '/api')) {
    await page.goto(facility.kioskUrl + path);
    await expect(heading(page, text('kiosk.returnTitle')).or(button(page, 'core.logIn'))).toBeVisible();
    await expect(page.getByText(patient.firstName)).toHaveCount(0);
  }
});

test('fault 23: no token of staff is on the tablet, and the one they had is dead', async ({
  facility,
  page,
  context,
}) => {
  const patient = await somebody(facility);
  const other = await somebody(facility);
  await staffSignIn(page, facility);
  const staff = await tokensOf(page);
  const trail = follow(context);
  await startFor(page, patient);
  await button(page, 'kiosk.yesMe').click();
  await expect(questionOf(page, 1)).toBeVisible();

  const stored = await storageOf(page);
  for (const secret of [
    staff.access,
    staff.refresh,
    'patientKioskManagement',
    'Pennywhistle',
    demoPassword,
    managerPin,
  ])
    expect(stored).not.toContain(secret);
  expect(stored).toContain('patientKioskUser');
  // No staff token is in the document, nor in the address or body of a request.
  expect(await page.content()).not.toContain(staff.access);
  expect(
    trail.requests.filter(({ url, body }) =>
      [staff.access, staff.refresh].some((token) => url.includes(token) || body.includes(token)),
    ),
  ).toEqual([]);
  expect((await sendFrom(page, 'GET', '/api/patientportaluser/loginprofile', { token: staff.access })).status).toBe(
    401,
  );
  // The contract tests try every call with the token of a visit; here it is done with everything that the page itself sends along.
  const { access } = await tokensOf(page);
  for (const [method, path] of [
    ['GET', `/api/patients/${other.patientId}/assignedquestionnaires`],
    ['GET', `/api/kiosk/questionnaires?dueDate=${await facilityDay(facility)}`],
    ['POST', `/api/kiosk/patient/${other.patientId}/initiateLogon`],
    ['GET', '/api/nothing/of/the/kind'],
  ] as const)
    expect(await sendFrom(page, method, path, { token: access }), path).toEqual(notFound);
  const refreshed = await page.evaluate(async (refresh) => {
    const response = await fetch('/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }, staff.refresh);
  expect(refreshed).toEqual({ status: 400, body: { error: 'invalid_grant' } });
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('fault 23: PINs are tried: five in all, over pages and tabs; then not even the right one opens it, and staff sign in again', async ({
  facility,
  page,
  context,
}) => {
  const patient = await somebody(facility);
  await handTo(page, facility, patient);
  await expect(questionOf(page, 1)).toBeVisible();
  // A first guess from within the visit, with the browser's tools.
  expect(await sendFrom(page, 'POST', '/api/kiosk/resume', { body: { pin: '000000' } })).toEqual({
    status: 400,
    body: { error: 'wrong_pin', triesLeft: 4 },
  });
  await stopHere(page, patient);

  const pinBox = (on: Page) => on.getByRole('textbox', { name: text('kiosk.pinLabel') });
  const tryPin = async (on: Page, pin: string) => {
    await pinBox(on).fill(pin);
    await button(on, 'core.continue').click();
  };
  await button(page, 'kiosk.staffEntry').click();
  await tryPin(page, '111111');
  await expect(page.getByText('That PIN is not right. 3 tries left.')).toBeVisible();
  await page.reload();
  await button(page, 'kiosk.staffEntry').click();
  await tryPin(page, '222222');
  await expect(page.getByText('That PIN is not right. 2 tries left.')).toBeVisible();
  const second = await context.newPage();
  await second.goto(`${facility.kioskUrl}/kioskLogin?return=staff`);
  await tryPin(second, '333333');
  await expect(second.getByText('That PIN is not right. 1 try left.')).toBeVisible();
  await tryPin(page, '444444');
  await expect(page.getByText(text('kiosk.pinGone'))).toBeVisible();
  await expect(pinBox(page)).toHaveCount(0);

  // The sixth try has the right PIN.
  await tryPin(second, managerPin);
  await expect(second.getByText(text('kiosk.pinGone'))).toBeVisible();
  expect(await sendFrom(second, 'POST', '/api/kiosk/resume', { body: { pin: managerPin } })).toEqual({
    status: 400,
    body: { error: 'not_parked' },
  });
  await second.close();
  await page.reload();
  await button(page, 'kiosk.staffEntry').click();
  await tryPin(page, managerPin);
  await expect(page.getByText(text('kiosk.pinGone'))).toBeVisible();
  await page.goto(`${facility.kioskUrl}/kioskQuestionnaires`);
  await expect(button(page, 'core.logIn')).toBeVisible();
  expect(await facility.db.value("select count(*)::int from audit_events where type = 'kiosk.pin.wrong'")).toBe(5);
  await staffSignIn(page, facility);
  await expect(heading(page, text('kiosk.listHeading'))).toBeVisible();
});
