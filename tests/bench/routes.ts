import type { Browser, Page } from 'playwright';
import { PatientId } from '@portal/api';
import * as v from 'valibot';
import { pages as kioskPages } from '../../kiosk/pages.ts';
import { pages as portalPages } from '../../src/routes.ts';
import type { Facility } from '../support/facility.ts';
import { tabletSize } from '../support/kiosk.ts';
import { text } from '../support/texts.ts';
import { type Device, deviceOf, nobodysDevice, takeDevice } from './device.ts';
import { type Asked, askedSince, bytesOf, measuredContext, openAndWait, pageBytes, phoneContext, pressAndWait, quiet, type Shown, throttle, watchForHeading } from './page.ts';
import { type KioskPath, type There, type Way, ways, type Who } from './routeWays.ts';
import { median, show, type Table } from './table.ts';

/** Whatever a page says while it waits. */
const waiting = [text('core.loading'), text('kiosk.oneMoment')];

interface Route {
  readonly surface: 'portal' | 'kiosk';
  readonly path: string;
  readonly way: Way;
  readonly as: Who;
}

/** Every page of both route tables. */
const routes: readonly Route[] = [
  ...Object.values(portalPages).map(({ path, who }): Route => {
    const way: Way = ways[path] ?? {};
    return { surface: 'portal', path, way, as: way.as ?? (who === 'signedIn' ? 'patient' : 'nobody') };
  }),
  ...(Object.keys(kioskPages) as KioskPath[]).map((path): Route => {
    const way: Way = ways[path] ?? {};
    return { surface: 'kiosk', path, way, as: way.as ?? 'nobody' };
  }),
];

/** The device of each kind of person. */
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

/** One opening of one page. */
interface Opening {
  readonly shown: Shown;
  readonly asked: readonly Asked[];
  /** Bytes of the page itself. */
  readonly own: number;
}

async function open(browser: Browser, there: There, { surface, path, way }: Route, device: Device): Promise<Opening> {
  const { facility } = there;
  const origin = surface === 'portal' ? facility.portalUrl : facility.kioskUrl;
  const given = (await way.query?.(there)) ?? '';
  const { query, cookies = new Map<string, string>() } = typeof given === 'string' ? { query: given } : given;
  const context = surface === 'portal' ? await phoneContext(browser, { serviceWorkers: 'block' }) : await measuredContext(browser, { viewport: tabletSize, hasTouch: true, serviceWorkers: 'block' });
  try {
    await takeDevice(context, device);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    if (way.walk === undefined) {
      await watchForHeading(context, { waiting });
      await throttle(page);
      const shown = await openAndWait(page, `${origin}${path}${query}`);
      return { shown, asked: await askedOf(page, path, shown), own: await pageBytes(page) };
    }
    const press = await way.walk(page, there);
    await quiet(page);
    await throttle(page);
    const shown = await pressAndWait(page, { waiting, path }, press);
    return { shown, asked: await askedOf(page, path, shown), own: 0 };
  } finally {
    await context.close();
  }
}

/** The heading must be one for everybody, not for our selector alone. */
async function askedOf(page: Page, path: string, { from, contentAt }: Shown): Promise<readonly Asked[]> {
  if (!(await page.getByRole('heading', { level: 1 }).first().isVisible())) throw new Error(`${path} has no heading of the first level.`);
  return askedSince(page, from, contentAt);
}

/** What the bare page takes, in the same run. */
export interface Bare {
  readonly bytes: number;
  readonly ms: number;
}

const endings = { script: /\.js$/, style: /\.css$/, font: /\.woff2$/ } as const;

/** What the routes part is told on the command line: which paths, and whether to name every request. */
export interface RouteOptions {
  readonly paths: readonly string[];
  readonly naming: boolean;
}

/** Opens every page of both apps cold: bytes and time of each beside the bare page's. */
export async function measureRoutes(browser: Browser, facility: Facility, bare: Bare, rounds: number, { paths, naming }: RouteOptions, say: (words: string) => void): Promise<readonly Table[]> {
  const patientId = v.parse(v.pipe(v.union([v.string(), v.number()]), v.transform(Number), PatientId), await facility.db.value("select p.id from patients p join users u on u.id = p.user_id where u.username = 'patient'"));
  const there = { facility, patientId };
  const chosen = routes.filter(({ path }) => paths.length === 0 || paths.includes(path));
  const all = new Map<Route, Opening[]>(chosen.map((route) => [route, []]));
  const failures = new Map<Route, string>();
  for (let round = 0; round < rounds; round += 1) {
    const devices = new Map<Who, Device>();
    for (const route of chosen) {
      // Somebody new for each page that ends their session.
      const device = (route.as === 'new' ? undefined : devices.get(route.as)) ?? (await deviceFor(browser, facility, route.as));
      devices.set(route.as, device);
      try {
        all.get(route)?.push(await open(browser, there, route, device));
        say('.');
      } catch (error) {
        // One page that does not come must not cost the figures of all others.
        failures.set(route, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
        say('!');
      }
    }
  }
  const kilo = (bytes: number) => (bytes / 1000).toFixed(1);
  const cells = [...all].map(([route, openings]) => {
    const { path, way } = route;
    const failure = failures.get(route);
    if (failure !== undefined) return [path, ...Array<string>(10).fill(''), `did not come: ${failure}`];
    const of = (value: (one: Opening) => number) => median(openings.map(value));
    const bytes = (ending: RegExp) => of(({ asked }) => bytesOf(asked, ending));
    const parts = [of(({ own }) => own), bytes(endings.script), bytes(endings.style), bytes(endings.font)];
    const sum = parts.reduce((total, part) => total + part, 0);
    const requests = of(({ asked }) => asked.length);
    const heading = of(({ shown }) => shown.headingAt - shown.from);
    const content = of(({ shown }) => shown.contentAt - shown.from);
    const led = openings[0]?.shown.path ?? path;
    return [
      path,
      ...parts.map(kilo),
      kilo(sum),
      `${(sum / bare.bytes).toFixed(2)}×`,
      String(requests),
      show(heading),
      show(content),
      `${(content / bare.ms).toFixed(2)}×`,
      way.walk !== undefined ? 'from the press before it, what came earlier not counted' : led.toLowerCase() === path.toLowerCase() ? '' : `leads to ${led}`,
    ];
  });
  const yardstick = ['(the bare page)', '', '', '', '', kilo(bare.bytes), '1', '', '', show(bare.ms), '1'];
  const title = 'KB of page, script, style and typeface, requests, ms to the heading and until nothing waits';
  const head = ['', 'page', 'script', 'style', 'font', 'KB', 'ratio', 'requests', 'heading', 'content', 'ratio', ''];
  return [{ title, head, cells: [yardstick, ...cells] }, ...(naming ? [...all].flatMap(([{ path }, [opening]]) => (opening ? [requestsOf(path, opening)] : [])) : [])];
}

/** Every request until the page stood, so that one sees which waited for which. */
function requestsOf(path: string, { shown, asked }: Opening): Table {
  const at = (ms: number) => (ms - shown.from).toFixed(0);
  return { title: path, head: ['', 'from', 'to', 'KB'], cells: asked.map((one) => [one.path, at(one.from), at(one.to), (one.bytes / 1000).toFixed(1)]) };
}
