import { calls } from '@portal/api';
import type { BrowserContext, Page } from 'playwright';
import * as v from 'valibot';
import { type Client, clientOf } from '../../support/client.ts';
import { type Facility, demoPassword, startFacility } from '../../support/facility.ts';
import {
  type WaitingPatient,
  button,
  follow,
  heading,
  staffSignIn,
  startFor,
  tabletSize,
  waitingPatient,
} from '../../support/kiosk.ts';
import { expect, network, test as base, text } from '../../support/test.ts';

/** The facility of these tests logs everything it can, and lets one address fail as often as the tests do. */
const test = base.extend<object, { loud: Facility }>({
  loud: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern
    async ({}, provide) => {
      const facility = await startFacility({ env: { LOG_LEVEL: 'trace', ADDRESS_FAILURES: '100000' } });
      await provide(facility);
      await facility.stop();
    },
    { scope: 'worker' },
  ],
});
test.use({ serviceWorkers: 'allow', viewport: tabletSize });

let made = 0;
const somebody = (facility: Facility): Promise<WaitingPatient> => {
  made += 1;
  return waitingPatient(facility, { firstName: `Hanna${made}`, lastName: `Overton${made}` });
};

/** A hand-over that nobody has taken yet: its address, and the tablet that it is meant for. */
interface Offered {
  readonly address: string;
  readonly data: string;
  readonly tablet: Client;
}

async function offer(facility: Facility, { patientId }: WaitingPatient): Promise<Offered> {
  const tablet = clientOf(facility.kioskUrl);
  await tablet.signIn('kiosk', demoPassword, 'kioskManagement');
  const { facilityUrl, data } = await tablet.ask(calls.initiateKioskLogon, { params: { patientId } });
  return { address: `${facilityUrl}/patientKioskUserLogin?ptId=${patientId}&data=${data}`, data, tablet };
}

const cookiesInto = (context: BrowserContext, { tablet }: Offered, facility: Facility): Promise<void> =>
  context.addCookies(
    [...tablet.cookies].map(([name, value]) => ({
      name,
      value,
      url: facility.kioskUrl,
      httpOnly: true,
      sameSite: 'Strict' as const,
    })),
  );

const age = (facility: Facility, { patientId }: WaitingPatient, seconds: number) =>
  facility.db.query('update handovers set created_at = created_at - make_interval(secs => $2) where patient_id = $1', [
    patientId,
    seconds,
  ]);

const visitsOf = (facility: Facility, { patientId }: WaitingPatient) =>
  facility.db.value(
    "select count(*)::int from audit_events where type = 'session.started' and actor_role = 'kioskPatient' and patient_id = $1",
    [patientId],
  );

/** Everything that the page shows when a hand-over fails, with its title and address. */
async function failure(page: Page): Promise<string> {
  await expect(heading(page, text('kiosk.handOverFailed'))).toBeVisible();
  await expect(page.getByText(text('kiosk.handOverFailedText'))).toBeVisible();
  return JSON.stringify([page.url(), await page.title(), await page.locator('body').innerText()]);
}

// The contract tests check that the answers behind the page are identical byte for byte.
test('fault 22: replayed, after 61 s, from another tablet, with another patient: the same page each time, and nobody gets in', async ({
  loud,
  page,
  context,
  browser,
}) => {
  const patient = await somebody(loud);
  const other = await somebody(loud);
  const offered = await offer(loud, patient);
  const { address, data } = offered;
  const pages = new Map<string, string>();

  const stranger = await browser.newContext({ viewport: tabletSize });
  const strangersPage = await stranger.newPage();
  await strangersPage.goto(address);
  pages.set('another tablet', await failure(strangersPage));
  // A tablet that has a hand-over of its own.
  const otherOffer = await offer(loud, other);
  await cookiesInto(stranger, otherOffer, loud);
  await strangersPage.goto(address);
  pages.set('a tablet with another hand-over', await failure(strangersPage));
  await stranger.close();

  await cookiesInto(context, offered, loud);
  await page.goto(address.replace(`ptId=${patient.patientId}`, `ptId=${other.patientId}`));
  pages.set('another patient', await failure(page));
  await page.goto(address.replace(data, 'A'.repeat(data.length)));
  pages.set('made up', await failure(page));
  for (const query of [
    'ptId=x&data=y',
    `ptId=${patient.patientId}`,
    `data=${data}`,
    `ptId=${patient.patientId}&data=`,
    `ptId[]=1&data=${data}`,
  ]) {
    await page.goto(`${loud.kioskUrl}/patientKioskUserLogin?${query}`);
    pages.set(query.replace(data, '…'), await failure(page));
  }
  expect(await visitsOf(loud, patient)).toBe(0);

  // It still works, once, for the right patient on the right tablet.
  await page.goto(address);
  await expect(heading(page, patient.shortName)).toBeVisible();
  expect(await visitsOf(loud, patient)).toBe(1);
  await page.goto(address);
  pages.set('replayed', await failure(page));
  await button(page, 'kiosk.staffEntry').click();
  await expect(page).toHaveURL(`${loud.kioskUrl}/kioskLogin?return=staff`);
  await page.goto(address);
  pages.set('replayed after the way back', await failure(page));

  await cookiesInto(context, otherOffer, loud);
  await loud.kiosk.set({
    kind: 'cut',
    direction: 'toServer',
    after: 0,
    how: 'reset',
    from: /^POST \/token/,
    afterwards: 'refuse',
  });
  await page.goto(otherOffer.address);
  pages.set('no connection', await failure(page));
  expect(loud.kiosk.cuts).toBe(1);
  await loud.kiosk.set(network.pass);
  await age(loud, other, 61);
  await page.goto(otherOffer.address);
  pages.set('61 s', await failure(page));
  expect(await visitsOf(loud, other)).toBe(0);
  expect([...pages].filter(([, seen]) => seen !== pages.get('replayed')).map(([name]) => name)).toEqual([]);
});

test('fault 22: five tabs of the tablet open the hand-over at once, one gets the patient', async ({
  loud,
  context,
}) => {
  const patient = await somebody(loud);
  const offered = await offer(loud, patient);
  await cookiesInto(context, offered, loud);
  const pages = await Promise.all(Array.from({ length: 5 }, () => context.newPage()));
  await Promise.all(pages.map((page) => page.goto(offered.address)));
  const came = await Promise.all(
    pages.map(async (page) => {
      await expect(
        page.getByRole('heading', {
          level: 1,
          name: new RegExp(`^(${patient.shortName}|${text('kiosk.handOverFailed')})$`),
        }),
      ).toBeVisible();
      return page.getByRole('heading', { level: 1 }).innerText();
    }),
  );
  expect(came.toSorted()).toEqual(
    [patient.shortName, ...Array.from({ length: 4 }, () => text('kiosk.handOverFailed'))].toSorted(),
  );
  expect(await visitsOf(loud, patient)).toBe(1);
});

test('fault 22: nothing of a hand-over stays in the history, in a Referer or in the logs', async ({
  loud,
  page,
  context,
}) => {
  const patient = await somebody(loud);
  const trail = follow(context);
  await staffSignIn(page, loud);
  const entriesBefore = await page.evaluate(() => history.length);
  await startFor(page, patient);
  const opened = trail.requests.filter(({ url, isPage }) => isPage && url.includes('data='));
  expect(opened).toHaveLength(1);
  const data = v.parse(v.string(), new URL(opened[0]?.url ?? '').searchParams.get('data'));

  // The browser's own list of visited pages, which no page can clear, has the used-up address (see the kiosk's README). The entry in the
  // tab's history was replaced, and the address was emptied before anything else of the page was requested.
  expect(
    await page.evaluate(() => [location.href, history.length, JSON.stringify(history.state), document.referrer]),
  ).toEqual([`${loud.kioskUrl}/patientKioskUserLogin`, entriesBefore, expect.not.stringContaining(data), '']);
  const devtools = await context.newCDPSession(page);
  const entries = async () =>
    JSON.stringify((await devtools.send('Page.getNavigationHistory')).entries.map(({ url, title }) => [url, title]));
  expect(await entries()).not.toContain(data);
  await button(page, 'kiosk.yesMe').click();
  await page.getByRole('radio', { name: 'Well', exact: true }).check();
  expect(await entries()).not.toContain(data);

  // The token left the tablet only in the address of that one page and in a header of one POST: never as a Referer, in another address or
  // in a body.
  const others = trail.requests.filter((request) => request !== opened[0]);
  expect(others.filter(({ url, body, referer }) => [url, body, referer].some((place) => place.includes(data)))).toEqual(
    [],
  );
  expect(trail.requests.map(({ referer }) => referer).filter((referer) => referer !== '')).toEqual([]);

  // The logs are all written, and contain neither the token nor the patient.
  await page.goto(`${loud.kioskUrl}/patientKioskUserLogin?ptId=${patient.patientId}&data=${data}`);
  await failure(page);
  const log = loud.server.output();
  expect(log).toContain('"route":"/token"');
  for (const secret of [data, patient.firstName, patient.lastName, 'ptId']) expect(log).not.toContain(secret);
});
