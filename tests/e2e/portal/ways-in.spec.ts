import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { demoPassword } from '../../support/facility.ts';
import { holdBack } from '../../support/holdBack.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import { comesBack } from '../../support/tryAgain.ts';
import { emailedLink, ticketOf } from '../../support/waysIn.ts';
import { hasWorker } from '../../support/worker.ts';

test.describe.configure({ mode: 'parallel' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const field = (page: Page, key: Parameters<typeof text>[0]) =>
  page.getByRole('textbox', { name: text(key), exact: true });
const list = (page: Page) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${text('questionnaires.title')}`) });

async function fillIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await field(page, 'core.username').fill(username);
  await field(page, 'core.password').fill(password);
  await button(page, text('core.logIn')).click();
}

async function birthDate(page: Page, year: string, month: string, day: string): Promise<void> {
  await field(page, 'core.year').fill(year);
  await field(page, 'core.month').fill(month);
  await field(page, 'core.day').fill(day);
}

/** Every request that the pages of this browser send to a server. */
function asked(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

test('/login: both fields are required, a redirect is followed with isAutoRedirect and the other parameters, and only to a path of this build', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await page.goto(
    `${facility.portalUrl}/login?redirect=${encodeURIComponent('/questionnaires?view=history')}&from=mail&pin=007`,
  );
  await button(page, text('core.logIn')).click();
  await expect(page.getByText(text('core.required'))).toHaveCount(2);
  await expect(field(page, 'core.username')).toBeFocused();
  await fillIn(page, patient.username);
  await expect(list(page)).toBeVisible();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    view: 'history',
    from: 'mail',
    pin: '007',
    isAutoRedirect: 'true',
  });
  // The unit tests have a table of the whole rule.
  for (const redirect of ['https://evil.example/questionnaires', '/LOGOUT']) {
    await page.goto(`${facility.portalUrl}/login?redirect=${encodeURIComponent(redirect)}`);
    await button(page, text('core.continue')).click();
    await expect(greeting(page)).toBeVisible();
    expect(new URL(page.url()).origin + new URL(page.url()).pathname).toBe(`${facility.portalUrl}/dashboard`);
  }
});

test('/login: a forgotten password and a new account have their ways from here', async ({ facility, page }) => {
  await page.goto(`${facility.portalUrl}/login`);
  await expect(page.getByRole('heading', { level: 2, name: text('core.newHere') })).toBeVisible();
  await expect(page.getByRole('link', { name: text('core.createAccount') })).toHaveAttribute('href', '/sign-up');
  await page.getByRole('link', { name: text('core.forgotPassword') }).click();
  await expect(heading(page, text('session.resetTitle'))).toBeVisible();
  await page.getByRole('link', { name: text('session.toLogin') }).click();
  await expect(button(page, text('core.logIn'))).toBeVisible();
});

test('the facility’s telephone, its help and its texts stand on the sign-in, on sign-up and for who came by an emailed link, at every width', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.assign(patient.patientId, 'Before your visit');
  const holds = async (name: string) => {
    const footer = page.getByRole('contentinfo').or(page.locator('main footer'));
    for (const width of [390, 800, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const call = footer.getByRole('link', { name: text('core.callFacility', { phone: '(555) 010-0142' }) });
      await expect(call, `${name} at ${width}`).toBeVisible();
      await expect(call).toHaveAttribute('href', 'tel:5550100142');
      for (const key of ['help', 'termsOfUse', 'privacyStatement', 'accessibilityHelp'] as const)
        await expect(footer.getByRole('button', { name: text(`core.${key}`), exact: true }), name).toBeVisible();
      const line = text('core.copyright', {
        year: String(new Date().getFullYear()),
        facility: 'Northlight Cancer Centre',
      });
      await expect(footer.getByText(line)).toBeVisible();
    }
  };
  await test.step('before the app has arrived, and as the app has it', async () => {
    const release = await holdBack(page, /\/assets\/[^/]+\.js$/);
    await page.goto(`${facility.portalUrl}/login`, { waitUntil: 'commit' });
    await holds('the sign-in as the page brings it');
    release();
    await button(page, text('core.help')).click();
    await expect(page.getByRole('dialog').getByText(/For help with your account or with this portal/)).toBeVisible();
    await page.keyboard.press('Escape');
    await holds('the sign-in');
  });
  await page.getByRole('link', { name: text('core.createAccount') }).click();
  await expect(field(page, 'form.firstName')).toBeVisible();
  await holds('sign-up');
  await page.goto(facility.portalUrl + (await emailedLink(facility, patient.patientId)));
  await expect(heading(page, text('session.linkTitle'))).toBeVisible();
  await holds('the sign-in by a link');
  await field(page, 'session.lastName').fill(
    String(await facility.db.value('select last_name from patients where id = $1', [patient.patientId])),
  );
  await birthDate(page, '1961', '4', '5');
  await button(page, text('core.logIn')).click();
  await expect(list(page)).toBeVisible();
  await holds('the questionnaires of a link');
});

test('what was never opened says at once that it cannot come without a connection, and comes when it is back', async ({
  facility,
  page,
}) => {
  const loading = page.getByText(text('core.loading'), { exact: true });
  const lose = async () => {
    const bring = await holdBack(page, '**/api/**');
    return async () => {
      bring();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
    };
  };
  // An answer that arrives late counts as a connection, so the loss is repeated until the words are shown.
  const saysSo = (words: Locator) =>
    expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await expect(words).toBeVisible({ timeout: 1000 });
      await expect(loading).toHaveCount(0, { timeout: 1000 });
    }).toPass({ timeout: 20_000 });
  await test.step('a text of the facility', async () => {
    await page.goto(`${facility.portalUrl}/reset-password`);
    await expect(heading(page, text('session.resetTitle'))).toBeVisible();
    const back = await lose();
    await button(page, text('core.privacyStatement')).click();
    await saysSo(page.getByRole('dialog').getByText(text('core.textNotLoaded')));
    await back();
    await expect(page.getByText('Only people who care for you')).toBeVisible();
  });
  await test.step('the result of a questionnaire', async () => {
    const patient = await facility.newPatient();
    await signInAs(page, facility, patient.username, { path: '/login?redirect=/questionnaires' });
    await expect(list(page)).toBeVisible();
    await lose();
    await page.evaluate(() => {
      history.pushState(null, '', '/questionnaire-scoring?assignedQuestionnaireId=1');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await saysSo(page.getByRole('heading', { name: text('records.offline') }));
  });
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('/kioskLogin and the kiosk routes asked of the portal lead to the kiosk, with their query, also where the portal is installed', async ({
    facility,
    page,
  }) => {
    await page.goto(`${facility.portalUrl}/login`);
    await hasWorker(page);
    for (const path of [
      '/kioskLogin',
      '/kioskQuestionnaires',
      '/patientKioskUserLogin',
      '/patientKioskQuestionnaires',
      '/complete-kiosk-questionnaire',
      '/kiosk-questionnaire-scoring',
    ]) {
      const arrived = page.waitForRequest(
        (request) => request.isNavigationRequest() && request.url() === `${facility.kioskUrl}${path}?ptId=007`,
      );
      await page.goto(`${facility.portalUrl}${path}?ptId=007`);
      await arrived;
    }
  });
});

test.describe('/linkLogin', () => {
  test('asks for last name and date of birth, each required, takes the secret out of the address, and leads to the due questionnaires in the language of the page', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient({ lastName: 'Ñúñez Åberg' });
    await facility.assign(patient.patientId, 'Before your visit');
    const link = await emailedLink(facility, patient.patientId);
    const secret = new URL(link, facility.portalUrl).searchParams.get('data') ?? '';
    await page.goto(`${facility.portalUrl}/reset-password`);
    await page.goto(facility.portalUrl + link);
    await expect(heading(page, text('session.linkTitle'))).toBeVisible();
    expect(page.url()).toBe(`${facility.portalUrl}/linkLogin?patientid=${patient.patientId}`);
    await button(page, text('core.logIn')).click();
    await expect(page.getByText(text('core.required'))).toHaveCount(1);
    await expect(page.getByText(text('form.dateMissing'))).toBeVisible();
    await expect(field(page, 'session.lastName')).toBeFocused();
    await field(page, 'session.lastName').fill('nunez aberg');
    await birthDate(page, '1961', '13', '5');
    await button(page, text('core.logIn')).click();
    await expect(page.getByText(text('form.monthRange'))).toBeVisible();
    await birthDate(page, '1961', '2', '31');
    await expect(page.getByText(text('form.dateNotThere'))).toBeVisible();
    await birthDate(page, '1961', '5', '4');
    await button(page, text('core.logIn')).click();
    await expect(page.getByText(text('bar.invalidlastnamebirthday'))).toBeVisible();
    await expect(page).toHaveTitle(/^Error:/);

    await page.getByRole('button', { name: 'English' }).click();
    await page
      .getByRole('menuitem', { name: 'Español' })
      .or(page.getByRole('button', { name: 'Español' }))
      .click();
    await expect(page.getByRole('group', { name: text('form.birthDate', {}, 'es') })).toBeVisible();
    const urls = asked(page);
    await page.getByRole('textbox', { name: text('core.month', {}, 'es') }).fill('4');
    await page.getByRole('textbox', { name: text('core.day', {}, 'es') }).fill('5');
    await page.getByRole('button', { name: text('core.logIn', {}, 'es'), exact: true }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: new RegExp(`^${text('questionnaires.title', {}, 'es')}`) }),
    ).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Before your visit' })).toBeVisible();
    await expect(page).toHaveURL(`${facility.portalUrl}/questionnaires`);
    await expect
      .poll(() => facility.db.value('select language from patients where id = $1', [patient.patientId]))
      .toBe('es');
    // Neither an address nor the device has kept the secret, and a person who came by a link has no vault.
    expect(urls.filter((url) => url.includes(secret))).toEqual([]);
    const stored = await page.evaluate(async () =>
      JSON.stringify([localStorage, sessionStorage, await indexedDB.databases()]),
    );
    expect(stored).not.toContain(secret);
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL(`${facility.portalUrl}/reset-password`);
  });

  test('its session fills in what is due; linkexpired is said of an expired and of a used link, with a way on; a link that is not whole says so', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    const enter = async (link: string) => {
      await page.goto(facility.portalUrl + link);
      await field(page, 'session.lastName').fill(
        String(await facility.db.value('select last_name from patients where id = $1', [patient.patientId])),
      );
      await birthDate(page, '1961', '4', '5');
      await button(page, text('core.logIn')).click();
    };
    const used = await emailedLink(facility, patient.patientId);
    await facility.assign(patient.patientId, 'Before your visit');
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/api/') && answer.status() === 404) refused.push(answer.url());
    });
    await enter(used);
    await expect(list(page)).toBeVisible();
    await test.step('the first page, the login page and an unknown address lead to the questionnaires', async () => {
      for (const path of ['/', '/dashboard']) {
        await page.goto(facility.portalUrl + path);
        await expect(list(page)).toBeVisible();
      }
      await page.goto(`${facility.portalUrl}/login`);
      await button(page, text('core.continue')).click();
      await expect(list(page)).toBeVisible();
      await page.goto(`${facility.portalUrl}/nowhere`);
      await page.getByRole('link', { name: text('core.toStart') }).click();
      await expect(list(page)).toBeVisible();
    });
    await page
      .getByRole('button', { name: /Before your visit/ })
      .first()
      .click();
    await page.getByRole('radio', { name: 'I feel better' }).check();
    await expect(page.getByText(text('questionnaires.saved'), { exact: true })).toBeVisible();
    await expect(page.getByText(text('questionnaires.savedAtClinic'))).toBeVisible();
    await expect(page.getByText(text('questionnaires.refusedTitle'))).toHaveCount(0);
    expect(refused).toEqual([]);
    await page.getByRole('radio', { name: text('questionnaires.yes'), exact: true }).check();
    await button(page, text('questionnaires.sendAnswers')).click();
    await expect(heading(page, text('questionnaires.sentTitle'))).toBeVisible();
    for (const over of [used, await emailedLink(facility, patient.patientId, -1)]) {
      await enter(over);
      await expect(page.getByText(text('bar.linkexpired'))).toBeVisible();
      await expect(page.getByText(text('session.linkOverText'))).toBeVisible();
      await expect(page.getByRole('link', { name: text('session.toLogin') })).toBeVisible();
    }
    await page.goto(`${facility.portalUrl}/linkLogin?patientid=${patient.patientId}`);
    await expect(page.getByText(text('session.linkIncompleteText'))).toBeVisible();
  });

  test('lockedout after five wrong names, for an invented link as for a real one', async ({ facility, page }) => {
    const patient = await facility.newPatient();
    const invented = `/linkLogin?patientid=${patient.patientId}&data=${randomBytes(32).toString('base64url')}`;
    for (const link of [await emailedLink(facility, patient.patientId), invented]) {
      await page.goto(facility.portalUrl + link);
      await field(page, 'session.lastName').fill('Nobody');
      await birthDate(page, '1961', '4', '5');
      for (let failure = 1; failure <= 5; failure += 1) {
        const answered = page.waitForResponse((response) => response.url().endsWith('/token'));
        await button(page, text('core.logIn')).click();
        await answered;
        await expect(
          failure < 5
            ? page.getByText(text('bar.invalidlastnamebirthday'))
            : page.getByText(/Please wait 1[45] minutes/),
        ).toBeVisible();
      }
    }
  });

  test('goes by keyboard alone', async ({ facility, page }) => {
    const patient = await facility.newPatient({ lastName: 'Olsen' });
    await page.goto(facility.portalUrl + (await emailedLink(facility, patient.patientId)));
    await expect(field(page, 'session.lastName')).toBeVisible();
    const reach = async (name: Parameters<typeof text>[0]) => {
      for (let presses = 0; presses < 5; presses += 1) {
        await page.keyboard.press('Tab');
        if (await field(page, name).evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`Five presses of Tab did not reach ${name}.`);
    };
    for (const [name, typed] of [
      ['session.lastName', 'Olsen'],
      ['core.month', '4'],
      ['core.day', '5'],
      ['core.year', '1961'],
    ] as const) {
      await reach(name);
      await page.keyboard.type(typed);
    }
    await page.keyboard.press('Enter');
    await expect(list(page)).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
  });

  test('says before anything is typed that it needs a connection', async ({ facility, page }) => {
    const patient = await facility.newPatient();
    await page.goto(facility.portalUrl + (await emailedLink(facility, patient.patientId)));
    await field(page, 'session.lastName').fill('Olsen');
    await birthDate(page, '1961', '4', '5');
    await facility.portal.set(network.refuse);
    // By key: the page may have noticed by itself, and then its button is off.
    await field(page, 'session.lastName').press('Enter');
    await expect(page.getByText(text('core.needsConnection'))).toBeVisible();
    await expect(button(page, text('core.logIn'))).toHaveAttribute('aria-disabled', 'true');
    await facility.portal.set(network.pass);
    await expect(page.getByText(text('core.needsConnection'))).toBeHidden();
    await expect(field(page, 'session.lastName')).toHaveValue('Olsen');
  });
});

test.describe('/singleSignOn', () => {
  test('signs in by the ticket, takes it out of the address, and follows redirect with the other parameters; its log-out ends at /ssoLogout', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    const ticket = await ticketOf(facility, patient.userId);
    await page.goto(
      `${facility.portalUrl}/singleSignOn?sso-id=${ticket}&redirect=${encodeURIComponent('/questionnaires')}&visit=0042`,
    );
    await expect(list(page)).toBeVisible();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ visit: '0042', isAutoRedirect: 'true' });
    expect(await page.evaluate(() => JSON.stringify([history.state, localStorage, sessionStorage]))).not.toContain(
      ticket,
    );
    await button(page, text('layout.menu')).click();
    await page.getByRole('link', { name: text('layout.logOut') }).click();
    await expect(heading(page, text('session.ssoLogoutTitle'))).toBeVisible();
    await expect(page).toHaveURL(`${facility.portalUrl}/ssoLogout`);
    await expect(page).toHaveTitle(new RegExp(`^${text('session.ssoLogoutTitle')}`));
    await expect(page.getByText(text('session.ssoLogoutText'))).toBeVisible();
    expect(
      await facility.db.value(
        "select detail ->> 'event' from audit_events where actor_user_id = $1 and type = 'session.ended'",
        [patient.userId],
      ),
    ).toBe('ssologoffauditevent');
  });

  test('its log-out ends at /ssoLogout, whatever the page draws while the server is told', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    await page.goto(`${facility.portalUrl}/singleSignOn?sso-id=${await ticketOf(facility, patient.userId)}`);
    await expect(greeting(page)).toBeVisible();
    const hear = await holdBack(page, '**/audit/logoff');
    const told = page.waitForRequest('**/audit/logoff');
    await button(page, text('layout.menu')).click();
    await page.getByRole('link', { name: text('layout.logOut') }).click();
    await told;
    await page.getByRole('button', { name: /English$/ }).click();
    await page.getByRole('button', { name: 'Español' }).click();
    await expect(heading(page, text('session.logoutTitle', {}, 'es'))).toBeVisible();
    hear();
    await expect(heading(page, text('session.ssoLogoutTitle', {}, 'es'))).toBeVisible();
    await expect(page).toHaveURL(`${facility.portalUrl}/ssoLogout`);
  });

  test('without a redirect the other parameters go to the dashboard; terms that are not accepted come first', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    await page.goto(`${facility.portalUrl}/singleSignOn?sso-id=${await ticketOf(facility, patient.userId)}&visit=7`);
    await expect(greeting(page)).toBeVisible();
    expect(new URL(page.url()).search).toBe('?visit=7');
    const other = await facility.newPatient();
    await facility.db.query('update users set is_eula_accepted = false where id = $1', [other.userId]);
    await page.goto(
      `${facility.portalUrl}/singleSignOn?sso-id=${await ticketOf(facility, other.userId)}&redirect=/questionnaires&visit=8`,
    );
    await expect(heading(page, text('core.termsOfUse'))).toBeVisible();
    await page.getByRole('checkbox', { name: text('form.termsAccept') }).check();
    await button(page, text('core.continue')).click();
    await expect(list(page)).toBeVisible();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ visit: '8', isAutoRedirect: 'true' });
  });

  test('/singleSignOnFailed: a used, an unknown and a missing ticket end there, with the message in every language', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    const ticket = await ticketOf(facility, patient.userId);
    await page.goto(`${facility.portalUrl}/singleSignOn?sso-id=${ticket}`);
    await expect(greeting(page)).toBeVisible();
    for (const query of [`?sso-id=${ticket}`, '?sso-id=invented', '']) {
      await page.goto(`${facility.portalUrl}/singleSignOn${query}`);
      await expect(heading(page, text('session.ssoFailedTitle'))).toBeVisible();
      await expect(page).toHaveURL(`${facility.portalUrl}/singleSignOnFailed`);
    }
    await expect(
      page.getByText(
        "You are unable to log in. It's possible that you do not have an account on this site, or that your access has been restricted. Please contact your care provider for more information.",
      ),
    ).toBeVisible();
    await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
    for (const [name, language] of [
      ['Español', 'es'],
      ['Français', 'fr'],
      ['Português', 'pt'],
      ['中文', 'zh'],
      ['English', 'en'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByText(text('session.ssoFailedText', {}, language))).toBeVisible();
      await expect(page.locator('html[data-same-document]')).toHaveAttribute('lang', new RegExp(`^${language}`));
    }
  });

  test('a ticket that did not arrive, or came to a server that could not take it, is shown again with "Try again"', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    const ticket = await ticketOf(facility, patient.userId);
    await page.route('**/token', (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }), {
      times: 1,
    });
    await page.goto(`${facility.portalUrl}/singleSignOn?sso-id=${ticket}`);
    await expect(page.getByText(text('bar.serverBusy'))).toBeVisible();
    await page.route('**/token', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: text('core.tryAgain') }).click();
    await expect(page.getByText(text('bar.noConnection'))).toBeVisible();
    await comesBack(page, greeting(page));
  });

  test('/ssoLogout (also /ssologout): whoever comes with a session is logged out on load', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    await signInAs(page, facility, patient.username);
    await expect(list(page)).toBeVisible();
    await page.goto(`${facility.portalUrl}/ssologout`);
    await expect(heading(page, text('session.ssoLogoutTitle'))).toBeVisible();
    expect(
      Number(
        await facility.db.value('select count(*) from sessions where user_id = $1 and ended_at is null', [
          patient.userId,
        ]),
      ),
    ).toBe(0);
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await expect(button(page, text('core.logIn'))).toBeVisible();
  });
});

test("/logout: a failing audit does not hold it; a link user's ends where nobody is asked for an account", async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username);
  await expect(list(page)).toBeVisible();
  await page.route('**/audit/logoff', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${facility.portalUrl}/logout`);
  await expect(button(page, text('core.logIn'))).toBeVisible();
  await expect(page).toHaveURL(`${facility.portalUrl}/login`);
  expect(await page.evaluate(() => sessionStorage.getItem('vestibule.portal'))).toBeNull();
  await page.unroute('**/audit/logoff');
  await page.goto(facility.portalUrl + (await emailedLink(facility, patient.patientId)));
  await field(page, 'session.lastName').fill(
    String(await facility.db.value('select last_name from patients where id = $1', [patient.patientId])),
  );
  await birthDate(page, '1961', '4', '5');
  await button(page, text('core.logIn')).click();
  await expect(list(page)).toBeVisible();
  await page.goto(`${facility.portalUrl}/logout`);
  await expect(heading(page, text('session.linkEndedTitle'))).toBeVisible();
  await expect
    .poll(() =>
      facility.db.query(
        "select detail ->> 'event' as event from audit_events where actor_user_id = $1 and type = 'session.ended' order by id desc limit 1",
        [patient.userId],
      ),
    )
    .toEqual([{ event: 'urllinklogoffauditevent' }]);
});

test('/logout opened by its address asks about answers that the facility has not got', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, 'Before your visit');
  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent(`/complete-questionnaire?assignedQuestionnaireId=${assigned}`)}`,
  });
  await page.route(/\/draft$/, (route) => route.abort());
  await page.getByRole('textbox', { name: /ask today/ }).fill('Only on this device');
  await expect(page.getByText(text('questionnaires.savedOnDevice'), { exact: true })).toBeVisible();
  await page.goto(`${facility.portalUrl}/logout`);
  await expect(page.getByRole('heading', { name: text('session.logoutTitleAsk') })).toBeVisible();
});

test('/provide-email: shown after login without an address, required and well formed; only the start page is a way from it', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.db.query('update users set email = null, is_email_confirmed = false where id = $1', [patient.userId]);
  await signInAs(page, facility, patient.username, { path: '/login' });
  await expect(heading(page, text('session.provideEmailTitle'))).toBeVisible();
  await expect(page).toHaveURL(`${facility.portalUrl}/provide-email`);
  await button(page, text('session.emailSave')).click();
  await expect(page.getByText(text('core.required'))).toBeVisible();
  await field(page, 'form.emailAddress').fill('mira@nowhere');
  await button(page, text('session.emailSave')).click();
  await expect(page.getByText(text('form.email'))).toBeVisible();
  await button(page, text('core.notNow')).click();
  await expect(greeting(page)).toBeVisible();
  // After coming here from another page, Back must not lead there.
  await page.evaluate(() => history.pushState(null, '', '/questionnaires'));
  await expect(list(page)).toBeVisible();
  await page.evaluate(() => {
    const state: unknown = history.state;
    const index: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, '__TSR_index') : null;
    history.pushState({ __TSR_index: Number(index) + 1 }, '', '/provide-email');
  });
  await expect(field(page, 'form.emailAddress')).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(`${facility.portalUrl}/provide-email`);
  await expect(heading(page, text('session.provideEmailTitle'))).toBeVisible();
});

test('/provide-email: users with an address, single sign-on and link users are led to the dashboard, others to the login', async ({
  facility,
  page,
}) => {
  await page.goto(`${facility.portalUrl}/provide-email`);
  await expect(button(page, text('core.logIn'))).toBeVisible();
  const patient = await facility.newPatient();
  await fillIn(page, patient.username);
  await expect(greeting(page)).toBeVisible();
  await page.goto(`${facility.portalUrl}/provide-email`);
  await expect(greeting(page)).toBeVisible();
  await facility.db.query('update users set email = null where id = $1', [patient.userId]);
  await page.goto(
    `${facility.portalUrl}/singleSignOn?sso-id=${await ticketOf(facility, patient.userId)}&redirect=/provide-email`,
  );
  await expect(greeting(page)).toBeVisible();
});

test('/update-password: an expired password is changed, with every outcome of section 8 on the way', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.db.query('update users set is_password_update_required = true where id = $1', [patient.userId]);
  // The rules with the specification's other names, as a facility's own back end may send them.
  await page.route('**/passwordRules', (route) =>
    route.fulfill({ json: { minLength: 8, capitalLetters: 1, numbers: 1, specialCharacters: 1 } }),
  );
  await page.goto(`${facility.portalUrl}/login?redirect=/questionnaires`);
  await fillIn(page, patient.username);
  await expect(heading(page, text('session.passwordTitle'))).toBeVisible();
  const change = async (current: string, next: string, confirm: string) => {
    await field(page, 'form.currentPassword').fill(current);
    await field(page, 'form.newPassword').fill(next);
    await field(page, 'form.confirmPassword').fill(confirm);
    await button(page, text('session.changePassword')).click();
  };
  await change('', '', '');
  await expect(page.getByText(text('core.required'))).toHaveCount(3);
  await expect(page.getByText(/^8 characters/)).toBeVisible();
  await change(demoPassword, 'short', 'shirt');
  await expect(page.getByText('Password does not meet security requirements.')).toBeVisible();
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await change('not the password', 'Quiet+River7', 'Quiet+River7');
  await expect(page.getByText("We didn't recognize that password. Please try again.")).toBeVisible();
  await change(demoPassword, demoPassword, demoPassword);
  await expect(page.getByText(text('bar.passwordMustBeDifferent'))).toBeVisible();
  await change(demoPassword, 'Quiet+River7', 'Quiet+River7');
  await expect(list(page)).toBeVisible();
  await expect(page.getByText(text('bar.updatePasswordSuccess'))).toBeVisible();
  expect(new URL(page.url()).search).toBe('?isAutoRedirect=true');
});

test('password managers: every field of a name, a password, a birth date or an address says what it is, and a password can be shown', async ({
  facility,
  page,
}) => {
  // Once a page knows that the browser offers passkeys, its username says so too.
  const named = async () =>
    page
      .locator('main input:not([hidden])')
      .evaluateAll((inputs) =>
        inputs.map((input) =>
          `${input.getAttribute('name') ?? ''} ${input.getAttribute('autocomplete') ?? ''}`.replace(' webauthn', ''),
        ),
      );
  await page.goto(`${facility.portalUrl}/login`);
  expect(await named()).toEqual(['username username', 'password current-password']);
  await page.goto(`${facility.portalUrl}/reset-password#t=invented`);
  await expect(field(page, 'form.newPassword')).toBeVisible();
  expect(await named()).toEqual(['new-password new-password', 'confirm-password new-password']);
  await field(page, 'form.newPassword').fill('Quiet+River7');
  await page
    .getByRole('button', { name: text('core.showPassword') })
    .first()
    .click();
  await expect(field(page, 'form.newPassword')).toHaveAttribute('type', 'text');
  await page.goto(`${facility.portalUrl}/confirm-email?u=invented`);
  await expect(field(page, 'core.password')).toBeVisible();
  expect(await named()).toEqual(['username username', 'password current-password']);
  await page.goto(`${facility.portalUrl}/linkLogin?patientid=1&data=invented`);
  await expect(field(page, 'session.lastName')).toBeVisible();
  expect((await named()).map((name) => name.trim())).toEqual([
    'last-name family-name',
    'bday-month',
    'bday-day',
    'bday-year',
  ]);
});
