import type { Page } from 'playwright';
import { type Invited, born, invitedPatient, invitedRepresentative } from '../../support/invitations.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, test, text } from '../../support/test.ts';
import { comesBack } from '../../support/tryAgain.ts';

// Some answers are faked below, which is impossible for requests that pass through the service worker.
test.use({ serviceWorkers: 'block' });

test.describe.configure({ mode: 'parallel' });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name.replace(/[.()]/g, '\\$&')}`) });
/** The error of an empty field; each field has its own. */
const required = (page: Page) => page.getByText(`${text('core.errorPrefix')} Required`, { exact: true });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Are you sure?' });
const newPassword = 'Signed&Up7';

async function fillIdentity(
  page: Page,
  { firstName, lastName, pin }: Pick<Invited, 'firstName' | 'lastName'> & { readonly pin: string | null },
): Promise<void> {
  await box(page, text('form.firstName')).fill(firstName);
  await box(page, text('form.lastName')).fill(lastName);
  await box(page, 'Day').fill(born.day);
  await box(page, 'Month').fill(born.month);
  await box(page, 'Year').fill(born.year);
  if (pin !== null) await box(page, text('signUp.pin')).fill(pin);
}

async function fillAccount(
  page: Page,
  { email, username }: { readonly email?: string; readonly username?: string } = {},
): Promise<void> {
  if (email !== undefined) await box(page, text('form.emailAddress')).fill(email);
  if (username !== undefined) await box(page, text('core.username')).fill(username);
  await box(page, text('core.password')).fill(newPassword);
  await box(page, text('signUp.confirmPassword')).fill(newPassword);
  await page.getByRole('checkbox', { name: text('form.termsAccept') }).check();
}

/** Everything that a page could find again: what is stored, the address, and the state of its history entry. */
const traces = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href, history.state]),
  );

test('/sign-up: identity, then /create-account, then signed in (signupSuccess)', async ({ facility, page }) => {
  const who = await invitedPatient(facility, { email: 'tamsin@example.org' });
  await page.goto(`${facility.portalUrl}/sign-up`);
  await expect(heading(page, text('signUp.identityTitle'))).toBeVisible();

  await test.step('each empty field shows Required, and the first has the focus', async () => {
    await button(page, text('signUp.next')).click();
    // First name, last name and the PIN. The date has one sentence for its three boxes.
    await expect(required(page)).toHaveCount(3);
    await expect(page.getByText(text('form.dateMissing'))).toHaveCount(1);
    for (const part of ['Day', 'Month', 'Year']) await expect(box(page, part)).toHaveAttribute('aria-invalid', 'true');
    await expect(box(page, text('form.firstName'))).toBeFocused();
  });
  await test.step('day, month, year and PIN take digits only; day to 31, month to 12, year 4 digits', async () => {
    await box(page, 'Day').pressSequentially('4x56');
    await expect(box(page, 'Day')).toHaveValue('45');
    await box(page, 'Month').pressSequentially('1-3');
    await expect(box(page, 'Month')).toHaveValue('13');
    await box(page, 'Year').pressSequentially('19611');
    await expect(box(page, 'Year')).toHaveValue('1961');
    await box(page, text('signUp.pin')).pressSequentially('12a-3');
    await expect(box(page, text('signUp.pin'))).toHaveValue('123');
    await expect(page.getByText(text('form.dayRange'))).toBeVisible();
    await box(page, 'Day').fill('5');
    await expect(page.getByText(text('form.monthRange'))).toBeVisible();
  });
  await test.step('a day that does not exist is said', async () => {
    await box(page, 'Day').fill('31');
    await box(page, 'Month').fill('2');
    await expect(page.getByText(text('form.dateNotThere'))).toBeVisible();
  });
  await test.step('signUpVerifyIdentityFailure on a 404', async () => {
    await fillIdentity(page, { ...who, lastName: 'Nobody Here' });
    await button(page, text('signUp.next')).click();
    await expect(page.getByText(text('bar.signUpVerifyIdentityFailure'))).toBeVisible();
    await expect(page).toHaveTitle(/^Error: /);
  });
  await test.step('on a 400 the server message is shown', async () => {
    await page.route(
      '**/invitedPatientValidation',
      (route) =>
        route.fulfill({
          status: 400,
          json: { error: 'call_us', error_description: 'Please call us about your invitation.' },
        }),
      { times: 1 },
    );
    await button(page, text('signUp.next')).click();
    await expect(page.getByRole('alert').getByText('Please call us about your invitation.')).toBeVisible();
  });
  await fillIdentity(page, who);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/create-account$/);
  await expect(heading(page, text('signUp.accountTitle'))).toBeVisible();
  await expect(
    page
      .getByRole('list', { name: text('signUp.steps') })
      .getByRole('listitem')
      .filter({ hasText: text('signUp.create') }),
  ).toHaveAttribute('aria-current', 'step');

  await test.step('the username defaults to the email address, until it is made another', async () => {
    await expect(box(page, text('form.emailAddress'))).toHaveValue('tamsin@example.org');
    await box(page, text('form.emailAddress')).fill('tamsin.b@example.org');
    await expect(box(page, text('core.username'))).toHaveValue('tamsin.b@example.org');
  });
  await test.step('an error that shows when a field is left moves nothing from under the press', async () => {
    const accept = page.getByRole('checkbox', { name: text('form.termsAccept') });
    await accept.scrollIntoViewIfNeeded();
    await box(page, text('signUp.confirmPassword')).fill('x');
    await accept.click({ position: { x: 13, y: 2 } });
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    await expect(accept).toBeChecked();
    await accept.uncheck();
  });
  await test.step('the email format is checked on submit, not on blur; the username on blur', async () => {
    await box(page, text('core.username')).fill('.no');
    await box(page, text('form.emailAddress')).fill('no address');
    await box(page, text('form.emailAddress')).blur();
    await expect(page.getByText('Invalid username format')).toBeVisible();
    await expect(page.getByText('Email address is not in correct format.')).toHaveCount(0);
    await button(page, text('signUp.create')).click();
    await expect(page.getByText('Email address is not in correct format.')).toBeVisible();
    await expect(box(page, text('form.emailAddress'))).toBeFocused();
    await expect(page.getByText('You must accept the terms of use to create an account.')).toBeVisible();
  });
  await test.step('the rules of the password tick as they are met, and the second must be the same', async () => {
    await box(page, text('core.password')).fill('quiet');
    await box(page, text('signUp.confirmPassword')).fill('other');
    await box(page, text('signUp.confirmPassword')).blur();
    await expect(page.getByText('Password does not meet security requirements.')).toBeVisible();
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    const met = page.getByText(`(${text('form.ruleMet')})`);
    await expect(met).toHaveCount(0);
    await box(page, text('core.password')).fill('Quiet 42');
    await expect(met).toHaveCount(4);
  });
  await test.step('signUpAccountInformationDuplicateName: "That username is already in use."', async () => {
    await fillAccount(page, { email: 'tamsin@example.org', username: 'Patient' });
    await button(page, text('signUp.create')).click();
    await expect(page.getByText('That username is already in use.')).toBeVisible();
    await expect(box(page, text('core.username'))).toBeFocused();
  });
  await test.step('nothing of what was verified stays in storage or history', async () => {
    const seen = await traces(page);
    for (const secret of [who.pin, who.lastName, 'tamsin', newPassword]) expect(seen).not.toContain(secret);
  });
  await box(page, text('core.username')).fill('tamsin.birdsong');
  await button(page, text('signUp.create')).click();
  await page.waitForURL((url) => !/create-account/.test(url.pathname));
  await expect(page.getByText(text('bar.signupSuccess'))).toBeVisible();
  await expect(page.getByRole('button', { name: text('layout.menu') })).toBeVisible();
  expect(await facility.db.value("select email from users where username = 'tamsin.birdsong'")).toBe(
    'tamsin@example.org',
  );
  // After the sign-in, Back leads to no form.
  await page.goBack();
  await expect(page.getByRole('button', { name: text('layout.menu') })).toBeVisible();
  await expect(box(page, text('form.firstName'))).toHaveCount(0);
});

test('the sign-up email step: Enter Your Email Address; a mail that cannot be sent (signupSuccessCantSendEmail)', async ({
  facility,
  page,
}) => {
  const who = await invitedPatient(facility);
  await page.goto(`${facility.portalUrl}/sign-up`);
  await fillIdentity(page, who);
  await button(page, text('signUp.next')).click();
  await expect(heading(page, 'Enter Your Email Address')).toBeVisible();
  await expect(page).toHaveTitle(/^Enter Your Email Address/);
  const address = box(page, text('form.emailAddress'));
  for (const [typed, said] of [
    ['', text('core.required')],
    ['a@b', 'Enter at least 5 characters.'],
    ['a@b.c', 'Email address is not in correct format.'],
  ] as const) {
    await address.fill(typed);
    await button(page, text('signUp.next')).click();
    await expect(page.getByText(`${text('core.errorPrefix')} ${said}`, { exact: true })).toBeVisible();
  }
  await address.fill('step@example.org');
  await button(page, text('signUp.next')).click();
  await expect(heading(page, text('signUp.accountTitle'))).toBeVisible();
  await expect(page.getByRole('list', { name: text('signUp.steps') }).getByRole('listitem')).toHaveCount(3);
  await expect(box(page, text('core.username'))).toHaveValue('step@example.org');
  await fillAccount(page);
  // The answer of a facility's own back end whose mail does not work.
  await page.route('**/postAccountInformation?*', async (route) => {
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    await route.fulfill({ response: answer, json: 'Failed to send email' });
  });
  await button(page, text('signUp.create')).click();
  await expect(page.getByText(text('bar.signupSuccessCantSendEmail'))).toBeVisible();
});

test('/sign-up?language=&pin=: the language is set, the PIN hidden and out of the address', async ({
  facility,
  page,
}) => {
  const who = await invitedPatient(facility, { email: 'lengua@example.org' });
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).search));
  await page.goto(`${facility.portalUrl}/sign-up?language=es&pin=${who.pin}`);
  await expect(heading(page, text('signUp.identityTitle', {}, 'es'))).toBeVisible();
  expect(page.url()).toBe(`${facility.portalUrl}/sign-up`);
  expect(addresses.at(-1)).toBe('');
  expect(await traces(page)).not.toContain(who.pin);
  await expect(page.getByText(text('signUp.pin', {}, 'es'), { exact: true })).toHaveCount(0);
  await test.step('after a failure the PIN can be seen and changed', async () => {
    await page.getByRole('textbox', { name: text('form.firstName', {}, 'es') }).fill('Nadie');
    await page.getByRole('textbox', { name: text('form.lastName', {}, 'es') }).fill(who.lastName);
    await page.getByRole('textbox', { name: text('core.day', {}, 'es') }).fill(born.day);
    await page.getByRole('textbox', { name: text('core.month', {}, 'es') }).fill(born.month);
    await page.getByRole('textbox', { name: text('core.year', {}, 'es') }).fill(born.year);
    await button(page, text('signUp.next', {}, 'es')).click();
    await expect(page.getByRole('textbox', { name: text('signUp.pin', {}, 'es') })).toHaveValue(who.pin);
  });
  await page.getByRole('textbox', { name: text('form.firstName', {}, 'es') }).fill(who.firstName);
  await button(page, text('signUp.next', {}, 'es')).click();
  await expect(heading(page, text('signUp.accountTitle', {}, 'es'))).toBeVisible();
});

test('leaving sign-up asks: /sign-up but for /create-account, /create-account but for / and /dashboard', async ({
  facility,
  page,
}) => {
  const who = await invitedPatient(facility, { email: 'leaving@example.org' });
  await page.goto(`${facility.portalUrl}/sign-up`);
  await expect(heading(page, text('signUp.identityTitle'))).toBeVisible();

  await test.step('Cancel opens the question; declining returns to /sign-up with what was typed', async () => {
    await box(page, text('form.firstName')).fill('Tamsin');
    await button(page, text('core.cancel')).click();
    await expect(question(page)).toBeVisible();
    await expect(question(page).getByText("You'll lose any changes you've made.")).toBeVisible();
    await button(page, 'No, take me back').click();
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(/\/sign-up$/);
    await expect(box(page, text('form.firstName'))).toHaveValue('Tamsin');
  });
  await test.step('so do Forward and Back', async () => {
    await button(page, text('core.cancel')).click();
    await button(page, 'Yes, I want to cancel').click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
    await expect(heading(page, text('signUp.identityTitle'))).toBeVisible();
    await box(page, text('form.firstName')).fill('Tamsin');
    await page.goForward();
    await expect(question(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(/\/sign-up$/);
  });
  await test.step('no question before /create-account; there, declining stays and confirming clears the patient data', async () => {
    await fillIdentity(page, who);
    await button(page, text('signUp.next')).click();
    await expect(heading(page, text('signUp.accountTitle'))).toBeVisible();
    await box(page, text('core.username')).fill('half.typed');
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await button(page, 'No, take me back').click();
    await expect(page).toHaveURL(/\/create-account$/);
    await expect(box(page, text('core.username'))).toHaveValue('half.typed');
    await button(page, text('core.cancel')).click();
    await button(page, 'Yes, I want to cancel').click();
    await expect(heading(page, text('signUp.identityTitle'))).toBeVisible();
    await expect(page).toHaveURL(/\/sign-up$/);
    await expect(box(page, text('form.firstName'))).toHaveValue('');
    // The account page is still an entry of the history, and must show nobody's data.
    await page.goBack();
    await expect(heading(page, text('signUp.identityTitle'))).toBeVisible();
    await expect(page).toHaveURL(/\/sign-up$/);
  });
  await test.step('a reload on /create-account begins again at /sign-up', async () => {
    await fillIdentity(page, who);
    await button(page, text('signUp.next')).click();
    await expect(heading(page, text('signUp.accountTitle'))).toBeVisible();
    await page.reload();
    await expect(heading(page, text('signUp.identityTitle'))).toBeVisible();
    await expect(page).toHaveURL(/\/sign-up$/);
    await expect(box(page, text('form.firstName'))).toHaveValue('');
  });
  await test.step('confirming leaves', async () => {
    await box(page, text('form.firstName')).fill('Tamsin');
    await button(page, text('signUp.leave')).click();
    await button(page, 'Yes, I want to cancel').click();
    await expect(page).toHaveURL(/\/login$/);
  });
  await test.step('/create-account without a patient id or a representative redirects to /', async () => {
    await page.goto(`${facility.portalUrl}/create-account`);
    await expect(page).toHaveURL(/\/login/);
  });
});

test('/auth-rep-sign-up?u=: the PIN that the patient tells, then signed in (arSignupSuccess)', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const { token, pin } = await invitedRepresentative(facility, patient.patientId, 'rowan@example.org');
  const wrong = String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
  await page.goto(`${facility.portalUrl}/auth-rep-sign-up?u=${token}`);
  await expect(heading(page, text('signUp.invitationTitle'))).toBeVisible();

  await test.step('the PIN is required', async () => {
    await button(page, text('signUp.next')).click();
    await expect(required(page)).toBeVisible();
    await expect(box(page, text('signUp.pin'))).toBeFocused();
  });
  await test.step('signUpVerifyIdentityFailure for another PIN', async () => {
    await box(page, text('signUp.pin')).fill(wrong);
    await button(page, text('signUp.next')).click();
    await expect(page.getByText(text('bar.signUpVerifyIdentityFailure'))).toBeVisible();
  });
  await test.step('leaving asks, but for /create-account', async () => {
    await button(page, text('core.cancel')).click();
    await expect(question(page)).toBeVisible();
    await button(page, 'No, take me back').click();
    await expect(page).toHaveURL(new RegExp(`u=${token}$`));
  });
  await box(page, text('signUp.pin')).fill(pin);
  await button(page, text('signUp.next')).click();
  await expect(heading(page, text('signUp.accountTitle'))).toBeVisible();
  await expect(box(page, text('form.emailAddress'))).toHaveValue('rowan@example.org');

  await test.step('a reload begins again at the invitation', async () => {
    await page.reload();
    await expect(heading(page, text('signUp.invitationTitle'))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`u=${token}$`));
    await box(page, text('signUp.pin')).fill(pin);
    await button(page, text('signUp.next')).click();
  });
  await fillAccount(page, { username: 'rowan.thimblewick' });
  await test.step('an answer that is lost on its way makes no second account, and the next try signs in', async () => {
    await page.route(
      '**/postAccountInformation?*',
      async (route) => {
        expect((await route.fetch()).status()).toBe(200);
        await route.abort();
      },
      { times: 1 },
    );
    await button(page, text('signUp.create')).click();
    await expect(page.getByText(text('bar.noConnection'))).toBeVisible();
  });
  await button(page, text('signUp.create')).click();
  await expect(page.getByText(text('bar.arSignupSuccess'))).toBeVisible();
  expect(
    await facility.db.value(
      "select count(*)::int from representative_links l join users u on u.id = l.user_id where u.username = 'rowan.thimblewick' and l.patient_id = $1",
      [patient.patientId],
    ),
  ).toBe(1);
  // Back leads to no form of an invitation that was accepted.
  await page.goBack();
  await expect(page.getByRole('button', { name: text('layout.menu') })).toBeVisible();
  await expect(box(page, text('signUp.pin'))).toHaveCount(0);
});

test('a form in which nothing was typed is left without a question; what was typed is asked about, also where Back leads to another load', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const { token } = await invitedRepresentative(facility, patient.patientId, 'typed@example.org');
  for (const [path, name] of [
    ['/sign-up', text('form.firstName')],
    [`/auth-rep-sign-up?u=${token}`, text('signUp.pin')],
  ] as const) {
    await page.goto(`${facility.portalUrl}/login`);
    await page.goto(`${facility.portalUrl}${path}`);
    await expect(box(page, name)).toBeVisible();
    await button(page, text('core.cancel')).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(question(page)).toHaveCount(0);

    await page.goto(`${facility.portalUrl}${path}`);
    await box(page, name).click();
    await box(page, name).pressSequentially('123');
    const asked = page.waitForEvent('dialog');
    void page.evaluate(() => history.back());
    const own = await asked;
    expect(own.type()).toBe('beforeunload');
    await own.dismiss();
    await expect(box(page, name)).toHaveValue('123');
    await button(page, text('core.cancel')).click();
    await expect(question(page)).toBeVisible();
    await button(page, text('form.cancelConfirm')).click();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('an invitation is accepted with an account that there is, by its password or signed in, and can be given up', async ({
  facility,
  page,
}) => {
  const [mother, father] = [
    await facility.newPatient({ firstName: 'Hester', lastName: 'Wold' }),
    await facility.newPatient({ firstName: 'Ansel', lastName: 'Wold' }),
  ];
  const child = await facility.newPatient({ firstName: 'Piper', lastName: 'Wold' });
  const acting = (name: string) => page.getByText(text('layout.actingFor', { name }), { exact: true });
  const password = page.locator('input[name=password]');
  const open = async (patientId: typeof mother.patientId) => {
    const { token, pin } = await invitedRepresentative(facility, patientId, 'piper@example.org');
    await page.goto(`${facility.portalUrl}/auth-rep-sign-up?u=${token}`);
    await box(page, text('signUp.pin')).fill(pin);
    await button(page, text('signUp.next')).click();
    await button(page, text('signUp.useAccount')).click();
    await expect(heading(page, text('signUp.acceptTitle'))).toBeVisible();
  };
  await test.step('with its password', async () => {
    await open(mother.patientId);
    await box(page, text('core.username')).fill(child.username);
    await password.fill('Wrong+Pass1');
    await button(page, text('signUp.accept')).click();
    await expect(page.getByText(text('bar.invalidgrant'))).toBeVisible();
    await expect(box(page, text('core.username'))).toHaveValue(child.username);
    await password.fill('Demo+Pass1');
    await button(page, text('signUp.accept')).click();
    await expect(page.getByText(text('bar.invitationAccepted'))).toBeVisible();
    await expect(acting('Hester Wold')).toBeVisible();
  });
  await test.step('signed in, for the other parent, with a press more where the answer was lost', async () => {
    await open(father.patientId);
    await expect(page.getByText(text('signUp.signedInAs', { userName: child.username }))).toBeVisible();
    await facility.portal.set({
      kind: 'cut',
      direction: 'toClient',
      after: 0,
      how: 'reset',
      from: /^POST \S+\/representations /,
      afterwards: 'refuse',
    });
    await button(page, text('signUp.acceptSignedIn')).click();
    await expect(page.getByText(text('bar.noConnection'))).toBeVisible();
    await facility.portal.set({ kind: 'pass' });
    await button(page, text('signUp.acceptSignedIn')).click();
    await expect(page.getByText(text('bar.invitationAccepted'))).toBeVisible();
    await expect(acting('Ansel Wold')).toBeVisible();
  });
  await test.step('on every page one of them can be switched to', async () => {
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await button(page, text('layout.choosePatient')).click();
    await button(page, text('layout.actFor', { name: 'Hester Wold' })).click();
    // The name changes while the former page is still shown; a press there would be lost with that page.
    await expect(greeting(page)).toBeVisible();
    await expect(acting('Hester Wold')).toBeVisible();
  });
  await test.step('given up, with a press more where the answer was lost: the record is gone, the others stay', async () => {
    const giveUp = async () => {
      await button(page, text('layout.whatYouMayDo')).click();
      await button(page, text('layout.giveUp', { name: 'Hester Wold' })).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: text('layout.giveUp', { name: 'Hester Wold' }) })
        .click();
    };
    await page.route(/\/representations\/\d+$/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await giveUp();
    await expect(page.getByText(text('bar.noConnection'))).toBeVisible();
    await page.unrouteAll();
    await giveUp();
    await expect(page.getByText(text('bar.representationGivenUp'))).toBeVisible();
    await expect(acting('Hester Wold')).toHaveCount(0);
    await button(page, text('layout.choosePatient')).click();
    await expect(button(page, text('layout.actFor', { name: 'Ansel Wold' }))).toBeVisible();
    await expect(button(page, text('layout.actFor', { name: 'Hester Wold' }))).toHaveCount(0);
  });
});

test('invitations that are over: expired, too many attempts, the account made meanwhile, an address without its token', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const over = await invitedRepresentative(facility, patient.patientId, 'late@example.org');
  await facility.db.query(
    "update invitations set created_at = now() - interval '20 days', expires_at = now() - interval '1 day' where email = 'late@example.org'",
  );
  const tried = await invitedRepresentative(facility, patient.patientId, 'tried@example.org');

  await test.step('invitation expired', async () => {
    await page.goto(`${facility.portalUrl}/auth-rep-sign-up?u=${over.token}`);
    await box(page, text('signUp.pin')).fill(over.pin);
    await button(page, text('signUp.next')).click();
    await expect(page.getByText(text('bar.invitationExpired'))).toBeVisible();
  });
  await test.step('attempts exceeded, after which the right PIN is of no use', async () => {
    await page.goto(`${facility.portalUrl}/auth-rep-sign-up?u=${tried.token}`);
    const wrong = String((Number(tried.pin) + 1) % 1_000_000).padStart(6, '0');
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await box(page, text('signUp.pin')).fill(wrong);
      const answered = page.waitForResponse(/verifyInvitationToken/);
      await button(page, text('signUp.next')).click();
      await answered;
    }
    await expect(page.getByText(text('bar.attemptsExceeded'))).toBeVisible();
    await box(page, text('signUp.pin')).fill(tried.pin);
    await button(page, text('signUp.next')).click();
    await expect(page.getByText(text('bar.signUpVerifyIdentityFailure'))).toHaveCount(0);
    await expect(page.getByText(text('bar.attemptsExceeded'))).toBeVisible();
  });
  await test.step('signupFailed: "Invalid information" for any other sign-up error', async () => {
    const who = await invitedPatient(facility, { email: 'meanwhile@example.org' });
    await page.goto(`${facility.portalUrl}/sign-up?pin=${who.pin}`);
    await fillIdentity(page, { ...who, pin: null });
    await button(page, text('signUp.next')).click();
    await expect(heading(page, text('signUp.accountTitle'))).toBeVisible();
    await facility.db.query(
      'update users set username = $1, password_hash = (select password_hash from users where username = $2) where id = (select user_id from patients where id = $3)',
      ['quicker.one', 'patient', who.patientId],
    );
    await fillAccount(page);
    await button(page, text('signUp.create')).click();
    await expect(page.getByText('Invalid information')).toBeVisible();
  });
  await test.step('an address without its token says what to do', async () => {
    await page.goto(`${facility.portalUrl}/auth-rep-sign-up`);
    await expect(heading(page, text('signUp.noInvitationTitle'))).toBeVisible();
    await expect(page.getByRole('link', { name: text('core.logIn') })).toBeVisible();
  });
});

test('PIN, MRN and SSN show as the server lists them, the MRN by the facility’s own name; without a connection there is a way on', async ({
  facility,
  page,
}) => {
  await facility.portal.set({ kind: 'pass' });
  await page.route('**/verificationFields', (route) => route.fulfill({ json: 'mrn, Ssn' }), { times: 1 });
  await page.goto(`${facility.portalUrl}/sign-up`);
  const label = await facility.db.value(
    "select content from facility_texts t join users u using (facility_id) where u.username = 'patient' and t.content_key = 'PatientIdentifierLabel' and t.language = 'en'",
  );
  await expect(box(page, String(label))).toBeVisible();
  await expect(box(page, text('signUp.pin'))).toHaveCount(0);
  await box(page, text('signUp.ssn')).pressSequentially('123-45-6789');
  await expect(box(page, text('signUp.ssn'))).toHaveValue('123456789');
  await button(page, text('signUp.next')).click();
  await expect(required(page)).toHaveCount(3);
  await expect(page.getByText(text('form.dateMissing'))).toBeVisible();

  await page.route('**/verificationFields', (route) => route.abort(), { times: 1 });
  await page.reload();
  await expect(page.getByText(text('signUp.notLoadedTitle'))).toBeVisible();
  await comesBack(page, box(page, text('signUp.pin')));
});
