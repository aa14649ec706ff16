import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { build } from 'vite';
import { words } from '../../../src/words/vite-plugin.ts';
import { aliases } from '../../../vite.config.ts';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

// Some answers are faked below, which is impossible for requests that pass through the service worker.
test.use({ serviceWorkers: 'block' });

/** The product's own token code as a script for a page that contains nothing else. */
async function tokenScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [words()],
    resolve: { alias: aliases },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('./tokenRounds.ts', import.meta.url)),
        formats: ['iife'],
        name: 'tokenRounds',
      },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk === undefined) throw new Error('The script was not built.');
  return `${chunk.code}\nglobalThis.tokenRounds = tokenRounds;`;
}

const list = (page: Page) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${text('questionnaires.title')}`) });
const logIn = (page: Page) => page.getByRole('button', { name: text('core.logIn'), exact: true });

const sessionsOf = (facility: Facility, patient: TestPatient) =>
  facility.db.query('select id, ended_because as because from sessions where user_id = $1 order by id', [
    patient.userId,
  ]);

const expireAccess = (facility: Facility, patient: TestPatient) =>
  facility.db.query(
    'update access_tokens set expires_at = now() where session_id in (select id from sessions where user_id = $1)',
    [patient.userId],
  );

/**
 * The unit tests of the tokens run a thousand rounds in memory. These rounds show that real locks and channels of the browser keep the same
 * order.
 */
const most = { rounds: 100, milliseconds: 3_000 };
const atOnce = 25;

test("fault 15: a tab, its duplicate and that one's duplicate refresh together, round after round: nobody is logged out", async ({
  facility,
  context,
  page,
}) => {
  const patient = await facility.newPatient();
  const script = await tokenScript();
  // The portal's own page with its policies but without its scripts.
  await context.route(/\.js$/, (route) => route.abort());
  const blank = `${facility.portalUrl}/login`;
  await page.goto(blank);
  await page.evaluate(script);
  await page.evaluate(([username, password]) => tokenRounds.signIn(username, password), [
    patient.username,
    patient.password,
  ] as const);
  const duplicate = async (of: Page): Promise<Page> => {
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      of.evaluate((url) => void window.open(url), blank),
    ]);
    await copy.waitForURL(blank);
    expect(await copy.evaluate(() => sessionStorage.getItem('vestibule.portal'))).toBe(
      await of.evaluate(() => sessionStorage.getItem('vestibule.portal')),
    );
    await copy.evaluate(script);
    return copy;
  };
  const second = await duplicate(page);
  const third = await duplicate(second);
  const tabs = [page, second, third];
  const given = new Set<string>();
  const until = performance.now() + most.milliseconds;
  let rounds = 0;
  while (rounds < most.rounds && performance.now() < until) {
    const seen = await Promise.all(
      tabs.map((tab) =>
        tab.evaluate(([count, all]) => tokenRounds.refreshTogether(count, all), [atOnce, tabs.length] as const),
      ),
    );
    rounds += atOnce;
    for (const { tokens, ended, userId } of seen) {
      expect(ended).toBe(0);
      expect(userId).toBe(patient.userId);
      expect(tokens).toEqual(seen[0]?.tokens);
      for (const token of tokens) given.add(token);
    }
  }
  expect(given.size).toBe(rounds);
  // One refresh per round, over all tabs.
  expect(
    Number(
      await facility.db.value(
        'select count(*) from refresh_tokens r join sessions s on s.id = r.session_id where s.user_id = $1',
        [patient.userId],
      ),
    ),
  ).toBe(rounds + 1);
  expect(await sessionsOf(facility, patient)).toMatchObject([{ because: null }]);
});

test('fault 15: pages of the portal, two with a sign-in of their own and a duplicate, find their tokens run out together and go on', async ({
  facility,
  context,
  page,
}) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username);
  await expect(list(page)).toBeVisible();
  const [duplicate] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open('/questionnaires')),
  ]);
  const other = await context.newPage();
  await signInAs(other, facility, patient.username);
  const tabs = [page, duplicate, other];
  for (let round = 1; round <= 3; round += 1) {
    await expireAccess(facility, patient);
    await Promise.all(tabs.map((tab) => tab.reload()));
    for (const tab of tabs) await expect(list(tab)).toBeVisible();
  }
  expect(await sessionsOf(facility, patient)).toMatchObject([{ because: null }, { because: null }]);
});

test('fault 16: session storage copied into another browser: its refresh is refused, the family ends everywhere and is audited', async ({
  facility,
  page,
  browser,
}) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username);
  await expect(list(page)).toBeVisible();
  const stolen = await page.evaluate(() => sessionStorage.getItem('vestibule.portal') ?? '');
  expect(stolen).not.toBe('');

  const elsewhere = await browser.newContext();
  try {
    await elsewhere.addInitScript((copy) => {
      if (sessionStorage.getItem('copied') !== null) return;
      sessionStorage.setItem('copied', 'true');
      sessionStorage.setItem('vestibule.portal', copy);
    }, stolen);
    const thief = await elsewhere.newPage();
    // While the access token is valid, for at most five minutes, nothing can tell the two apart.
    await thief.goto(`${facility.portalUrl}/questionnaires`);
    await expect(list(thief)).toBeVisible();
    expect(
      Number(
        await facility.db.value(
          'select max(extract(epoch from a.expires_at - now())) from access_tokens a join sessions s on s.id = a.session_id where s.user_id = $1',
          [patient.userId],
        ),
      ),
    ).toBeLessThanOrEqual(300);

    await expireAccess(facility, patient);
    const refused = thief.waitForResponse((response) => response.url().endsWith('/token'));
    await thief.reload();
    expect((await refused).status()).toBe(400);
    await expect(logIn(thief)).toBeVisible();
    await expect(thief.getByText(text('bar.sessiontimeout'))).toBeVisible();
    expect(await thief.evaluate(() => sessionStorage.getItem('vestibule.portal'))).toBeNull();
  } finally {
    await elsewhere.close();
  }

  expect(await sessionsOf(facility, patient)).toMatchObject([{ because: 'foreign_refresh' }]);
  expect(
    await facility.db.value(
      "select detail ->> 'because' from audit_events where actor_user_id = $1 and type = 'session.revoked'",
      [patient.userId],
    ),
  ).toBe('foreign_refresh');
  // The owner's tab is signed out too: whoever refreshed first, the whole family of tokens is revoked.
  await page.reload();
  await expect(logIn(page)).toBeVisible();
  await expect(page.getByText(text('bar.sessiontimeout'))).toBeVisible();
});
