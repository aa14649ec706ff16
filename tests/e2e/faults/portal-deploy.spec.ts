import type { Page, Request } from 'playwright';
import { type Deployment, ownDeployment } from '../../support/deploy.ts';
import { type Facility, startFacility } from '../../support/facility.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, test, text } from '../../support/test.ts';
import { chip, openSheet, patientWithSheet, sendButton, sentPage } from './portalSheets.ts';
import { scheduleSheet } from './sheetPage.ts';

test.use({ serviceWorkers: 'allow' });

/** Starts a facility whose builds can be replaced, and removes it afterwards. */
async function withDeployment(work: (facility: Facility, deployment: Deployment) => Promise<void>): Promise<void> {
  const deployment = await ownDeployment();
  try {
    const facility = await startFacility({ dist: deployment.dist });
    try {
      await work(facility, deployment);
    } finally {
      await facility.stop();
    }
  } finally {
    await deployment.remove();
  }
}

/** Returns a function that counts how often the page has been loaded since this call. */
function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}

/** Replaces the builds and checks that the old files are gone and are answered with an error, not with a page. */
async function deployOver(facility: Facility, deployment: Deployment): Promise<void> {
  const before = await deployment.assets();
  await deployment.redeploy();
  for (const name of before.filter((one) => /^(FillPage|ScoringPage|LeaveDialog)-/.test(one))) {
    const gone = await fetch(`${facility.directPortalUrl}/assets/${name}`);
    expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'application/json']);
  }
}

/** The files of the pages that a questionnaire leads to. The questionnaire loads them a moment after it is shown. */
const waysOn = ['QuestionnairesPage', 'ScoringPage', 'keeping'];

/** Returns a function that counts the files of the build that were requested since this call and have not arrived yet. */
function filesOnTheirWay(page: Page): () => number {
  const going = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) going.add(request);
  });
  page.on('requestfinished', (request) => going.delete(request));
  page.on('requestfailed', (request) => going.delete(request));
  return () => going.size;
}

/**
 * Waits until a questionnaire needs no more files of its version, whatever is done with it: the pages that it leads to and their modules.
 */
async function hasWaysOn(page: Page, onTheirWay: () => number): Promise<void> {
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap((entry) => {
        const name = /\/assets\/(QuestionnairesPage|ScoringPage|keeping)-[\w-]+\.js$/.exec(entry.name)?.[1];
        return name !== undefined && entry instanceof PerformanceResourceTiming && entry.responseEnd > 0 ? [name] : [];
      }),
    );
  await expect.poll(async () => [...new Set(await fetched())].toSorted()).toEqual(waysOn);
  await expect.poll(onTheirWay).toBe(0);
}

const controlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '');

test('fault 9: a deploy deletes the old files in the middle of a form with two tabs open: no forced reload, the form can be finished, after the update all answers are there', async ({
  page,
  context,
}) => {
  // Two builds of two hundred files each are loaded by the device.
  test.slow();
  await withDeployment(async (facility, deployment) => {
    const { patient, assigned } = await patientWithSheet(facility);
    const other = await facility.assign(patient.patientId, scheduleSheet.title);
    const tab = await context.newPage();
    const first = await openSheet(page, facility, patient, assigned);
    const second = await openSheet(tab, facility, patient, other);
    await first.enter('line', 'begun before the deploy');
    await second.enter('note', 'begun in the second tab');
    for (const one of [page, tab]) {
      await expect(chip(one, 'saved')).toBeVisible();
      await expect.poll(() => controlled(one), { timeout: 120_000 }).toBe(`${facility.portalUrl}/portal.js`);
    }
    const loads = [loadsOf(page), loadsOf(tab)] as const;

    await deployOver(facility, deployment);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    for (const one of [page, tab])
      await expect(one.getByText(text('layout.updateReady'))).toBeVisible({ timeout: 120_000 });
    await first.enter('mood', 'Mixed');
    await second.enter('count', '4');
    for (const one of [page, tab]) await expect(chip(one, 'saved')).toBeVisible();
    // A part that was never shown before still comes from the old build.
    await page.getByRole('button', { name: text('questionnaires.leave'), exact: true }).click();
    await page.getByRole('button', { name: text('questionnaires.leaveStay'), exact: true }).click();
    expect([loads[0](), loads[1]()]).toEqual([0, 0]);

    // The update is applied in the second tab. The first tab is told and is not reloaded.
    await tab.getByRole('button', { name: text('layout.update'), exact: true }).click();
    await expect.poll(() => loads[1]()).toBe(1);
    expect(await second.comeBack()).toBe('filling');
    expect(await second.shown()).toEqual({
      mood: '',
      sleep: '',
      line: '',
      note: 'begun in the second tab',
      count: '4',
    });
    const scripts = await tab.evaluate(() => [...document.scripts].map((script) => script.src.split('/').pop()));
    const now = await deployment.assets();
    expect(scripts.filter((name) => name !== undefined && name !== '' && !now.includes(name))).toEqual([]);
    await expect(page.getByText(text('layout.updatedElsewhere'))).toBeVisible();
    expect(loads[0]()).toBe(0);
    expect(await first.shown()).toEqual({
      mood: 'Mixed',
      sleep: '',
      line: 'begun before the deploy',
      note: '',
      count: '',
    });

    await sendButton(page).click();
    await expect(sentPage(page)).toBeVisible();
    await sendButton(tab).click();
    await expect(sentPage(tab)).toBeVisible();
    for (const id of [assigned, other])
      expect(await storedSheet(facility, id)).toMatchObject({ status: 'Completed', submits: 1 });
    expect([loads[0](), loads[1]()]).toEqual([0, 1]);

    // The first tab takes the new version when its person chooses to.
    await page.getByRole('button', { name: text('layout.reload'), exact: true }).click();
    await expect.poll(() => loads[0]()).toBe(1);
    await expect(sentPage(page)).toBeVisible();
  });
});

test('fault 9: the same without a service worker: nothing typed is lost, no reload while the form is open, and it is sent once', async ({
  browser,
}) => {
  await withDeployment(async (facility, deployment) => {
    const context = await browser.newContext({
      serviceWorkers: 'block',
      viewport: { width: 390, height: 844 },
      locale: 'en-US',
    });
    try {
      const { patient, assigned } = await patientWithSheet(facility);
      const page = await context.newPage();
      const onTheirWay = filesOnTheirWay(page);
      const sheet = await openSheet(page, facility, patient, assigned);
      await sheet.enter('line', 'begun before the deploy');
      await expect(chip(page, 'saved')).toBeVisible();
      await hasWaysOn(page, onTheirWay);
      const loads = loadsOf(page);
      await deployOver(facility, deployment);
      await sheet.enter('note', 'typed after it');
      await expect(chip(page, 'saved')).toBeVisible();
      expect(loads()).toBe(0);
      expect(await sheet.shown()).toMatchObject({ line: 'begun before the deploy', note: 'typed after it' });
      await sendButton(page).click();
      await expect(sentPage(page)).toBeVisible();
      expect(loads()).toBe(0);
      expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
    } finally {
      await context.close();
    }
  });
});
