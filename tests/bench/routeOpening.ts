import type { Browser, Page } from 'playwright';
import { PatientId } from '@portal/api';
import * as v from 'valibot';
import { screens } from '../../kiosk/screens.ts';
import { portalPages } from '../support/pages.ts';
import type { Facility } from '../support/facility.ts';
import { tabletSize } from '../support/kiosk.ts';
import { text } from '../support/texts.ts';
import { type MeasuredRequest, requestsSince, pageBytes } from './requests.ts';
import { say } from './bench.ts';
import { type Device, deviceOf, nobodysDevice, takeDevice } from './device.ts';
import {
  measuredContext,
  openAndWait,
  phoneContext,
  pressAndWait,
  quiet,
  type Shown,
  throttle,
  watchForHeading,
} from './page.ts';
import { type KioskPath, type There, type Way, ways, type Who } from './routeVisits.ts';

/** The texts that a page shows while it waits. */
const waiting = [text('core.loading'), text('kiosk.oneMoment')];

export interface Route {
  readonly surface: 'portal' | 'kiosk';
  readonly path: string;
  readonly way: Way;
  readonly as: Who;
}

/** Every page of both route tables. */
export const routes: readonly Route[] = [
  ...Object.values(portalPages).map(({ path, who }): Route => {
    const way: Way = ways[path] ?? {};
    return { surface: 'portal', path, way, as: way.as ?? (who === 'signedIn' ? 'patient' : 'nobody') };
  }),
  ...(Object.keys(screens) as KioskPath[]).map((path): Route => {
    const way: Way = ways[path] ?? {};
    return { surface: 'kiosk', path, way, as: way.as ?? 'nobody' };
  }),
];

/** The session for each kind of person. */
const deviceFor = async (browser: Browser, facility: Facility, who: Who): Promise<Device> => {
  switch (who) {
    case 'nobody':
      return nobodysDevice;
    case 'staff':
      return deviceOf(browser, facility.kioskUrl, 'kiosk', '/kioskLogin');
    case 'new':
      return deviceOf(browser, facility.portalUrl, (await facility.newPatient()).username);
    case 'patient':
    case 'newpatient':
    case 'noemail':
      return deviceOf(browser, facility.portalUrl, who);
  }
};

/** One opening of a page. */
export interface Opening {
  readonly shown: Shown;
  readonly requests: readonly MeasuredRequest[];
  /** Bytes of the page's own document. */
  readonly own: number;
}

async function open(browser: Browser, there: There, { surface, path, way }: Route, device: Device): Promise<Opening> {
  const { facility } = there;
  const origin = surface === 'portal' ? facility.portalUrl : facility.kioskUrl;
  const given = (await way.query?.(there)) ?? '';
  const { query, cookies = new Map<string, string>() } = typeof given === 'string' ? { query: given } : given;
  const context =
    surface === 'portal'
      ? await phoneContext(browser, { serviceWorkers: 'block' })
      : await measuredContext(browser, { viewport: tabletSize, hasTouch: true, serviceWorkers: 'block' });
  try {
    await takeDevice(context, device);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    if (way.walk === undefined) {
      await watchForHeading(context, { waiting });
      await throttle(page);
      const shown = await openAndWait(page, `${origin}${path}${query}`);
      return { shown, requests: await requestsOf(page, path, shown), own: await pageBytes(page) };
    }
    const press = await way.walk(page, there);
    await quiet(page);
    await throttle(page);
    const shown = await pressAndWait(page, { waiting, path }, press);
    return { shown, requests: await requestsOf(page, path, shown), own: 0 };
  } finally {
    await context.close();
  }
}

/** What a page requested. Throws unless its heading is visible to everybody and not only to the bench's own selector. */
async function requestsOf(page: Page, path: string, { from, contentAt }: Shown): Promise<readonly MeasuredRequest[]> {
  if (!(await page.getByRole('heading', { level: 1 }).first().isVisible()))
    throw new Error(`${path} has no heading of the first level.`);
  return requestsSince(page, from, contentAt);
}

/** The pages of a build, opened round by round, and those that failed. */
export class Build {
  readonly openings = new Map<Route, Opening[]>();
  readonly failures = new Map<Route, string>();
  private devices = new Map<Who, Device>();
  private readonly browser: Browser;
  private readonly there: There;

  constructor(browser: Browser, there: There) {
    this.browser = browser;
    this.there = there;
  }

  /** Signs everybody in again. */
  begin(): void {
    this.devices = new Map();
  }

  async open(route: Route): Promise<void> {
    // A new person for each page that ends its session.
    const device =
      (route.as === 'new' ? undefined : this.devices.get(route.as)) ??
      (await deviceFor(this.browser, this.there.facility, route.as));
    this.devices.set(route.as, device);
    try {
      const opening = await open(this.browser, this.there, route, device);
      this.openings.set(route, [...(this.openings.get(route) ?? []), opening]);
      say('.');
    } catch (error) {
      // A page that fails must not cost the results of all others.
      this.failures.set(route, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
      say('!');
    }
  }
}

export async function buildOn(browser: Browser, facility: Facility): Promise<Build> {
  const patientId = v.parse(
    v.pipe(v.union([v.string(), v.number()]), v.transform(Number), PatientId),
    await facility.db.value(
      "select p.id from patients p join users u on u.id = p.user_id where u.username = 'patient'",
    ),
  );
  return new Build(browser, { facility, patientId });
}
