import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { browserArguments, chromiumPath } from '../support/browser.ts';
import { stopCluster } from '../support/cluster.ts';
import { type Facility, type TestPatient, startFacility } from '../support/facility.ts';
import { type FaultProxy, refuse } from '../support/proxy.ts';
import { signIn } from '../support/signIn.ts';
import { startBare } from './bareProduct.ts';
import { bareTime, devicesOf, presses, type PressTime, pressTime } from './daily.ts';
import { deviceOf, takeDevice } from './device.ts';
import { type Arrival, pressToBareList, pressToDashboard } from './dashboard.ts';
import { idleMemory, measureLoad } from './load.ts';
import { giveRecord, longRecord, shortRecord } from './longRecord.ts';
import { bytesBefore, inContext, quiet, tap, throttle, timeUntilShown, watchFor } from './page.ts';
import { benchQuestionnaire, benchTitle } from './questionnaires.ts';
import { measureRoutes, type RouteOptions } from './routes.ts';
import { measureStart } from './start.ts';
import { type Row, type Table, median, print, printTable, show } from './table.ts';
import { focusFirstText, type InputKind, paintTime, placeOfChoice, watchPaint, wholeSheet } from './typing.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const parts = ['bytes', 'form', 'offline', 'deeplink', 'dashboard', 'routes', 'typing', 'daily', 'load', 'start'] as const;
type Part = (typeof parts)[number];
const form = 'input[type=password]';
/** The form once the app has taken it over from the picture of it that the page brings along. */
const answeringForm = `#root:not([data-waiting]) ${form}`;
const say = (text: string) => process.stdout.write(text);
const most = (of: 'ratio' | 'value', number: number): NonNullable<Row['target']> => ({ of, at: 'most', number });

interface Bench {
  readonly browser: Browser;
  readonly facility: Facility;
  readonly bare: FaultProxy;
  readonly rounds: number;
  readonly seconds: number;
  readonly routeOptions: RouteOptions;
}

async function repeat(rounds: number, ...measures: readonly (() => Promise<number>)[]): Promise<number[]> {
  const all: number[][] = measures.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    // Side by side, so that what else the machine does falls on all of them.
    for (const [index, measure] of measures.entries()) all[index]?.push(await measure());
    say('.');
  }
  return all.map(median);
}

const coldForm = (browser: Browser, url: string, shown = form) => () =>
  inContext(browser, async (context, page) => {
    await watchFor(context, shown);
    await throttle(page);
    return timeUntilShown(page, url);
  });

/** Opens the page twice with its network, so that its worker has everything, then once without. */
const offlineForm = (browser: Browser, proxy: FaultProxy, path: string, shown = form) => () =>
  inContext(browser, async (context, page) => {
    await page.goto(`${proxy.url}${path}`);
    await page.locator(form).waitFor();
    // A reload before the worker has claimed the page would end its registration.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { polling: 50 });
    await page.reload();
    await page.locator(form).waitFor();
    await page.close();
    await proxy.set(refuse);
    try {
      const again = await context.newPage();
      await watchFor(context, shown);
      await throttle(again, { net: false });
      return await timeUntilShown(again, `${proxy.url}${path}`);
    } finally {
      await proxy.set({ kind: 'pass' });
    }
  });

async function bytes({ browser, facility, bare }: Bench): Promise<Row[]> {
  const yardstick = await bytesBefore(browser, `${bare.url}/`, answeringForm);
  const rows: Row[] = [];
  for (const [what, url] of [['portal', `${facility.portalUrl}/login`], ['kiosk', `${facility.kioskUrl}/kioskLogin`]] as const) {
    const { page, script, style } = await bytesBefore(browser, url, answeringForm);
    rows.push({
      what: `${what}: page, script and style before the login form answers`,
      ours: (page + script + style) / 1000,
      yardstick: (yardstick.page + yardstick.script + yardstick.style) / 1000,
      unit: 'KB',
      target: most('ratio', 1.75),
      note: `${(page / 1000).toFixed(1)} page + ${(script / 1000).toFixed(1)} script + ${(style / 1000).toFixed(1)} style`,
    });
  }
  return rows;
}

async function times({ browser, facility, bare, rounds }: Bench): Promise<Row[]> {
  const [portal = 0, kiosk = 0, yardstick = 0, portalAnswers = 0, kioskAnswers = 0] = await repeat(
    rounds,
    coldForm(browser, `${facility.portalUrl}/login`),
    coldForm(browser, `${facility.kioskUrl}/kioskLogin`),
    coldForm(browser, `${bare.url}/`),
    coldForm(browser, `${facility.portalUrl}/login`, answeringForm),
    coldForm(browser, `${facility.kioskUrl}/kioskLogin`, answeringForm),
  );
  return [
    { what: 'portal: login form, cold, throttled phone', ours: portal, yardstick, unit: 'ms', target: most('ratio', 1.4) },
    { what: 'kiosk: login form, cold, throttled phone', ours: kiosk, yardstick, unit: 'ms', target: most('ratio', 1.4) },
    { what: 'portal: its button answers, cold', ours: portalAnswers, yardstick, unit: 'ms', target: null },
    { what: 'kiosk: its button answers, cold', ours: kioskAnswers, yardstick, unit: 'ms', target: null },
  ];
}

async function offline({ browser, facility, bare, rounds }: Bench): Promise<Row[]> {
  const [portal = 0, kiosk = 0, yardstick = 0, portalAnswers = 0, kioskAnswers = 0] = await repeat(
    rounds,
    offlineForm(browser, facility.portal, '/login'),
    offlineForm(browser, facility.kiosk, '/kioskLogin'),
    offlineForm(browser, bare, '/'),
    offlineForm(browser, facility.portal, '/login', answeringForm),
    offlineForm(browser, facility.kiosk, '/kioskLogin', answeringForm),
  );
  return [
    { what: 'portal: login form, warm, no network, 4x CPU', ours: portal, yardstick, unit: 'ms', target: most('ratio', 1.4) },
    { what: 'kiosk: login form, warm, no network, 4x CPU', ours: kiosk, yardstick, unit: 'ms', target: most('ratio', 1.4) },
    { what: 'portal: its button answers, warm, no network', ours: portalAnswers, yardstick, unit: 'ms', target: null },
    { what: 'kiosk: its button answers, warm, no network', ours: kioskAnswers, yardstick, unit: 'ms', target: null },
  ];
}

const fillPath = (assigned: number) => `/complete-questionnaire?assignedQuestionnaireId=${assigned}`;

async function deepLink({ browser, facility, bare, rounds }: Bench): Promise<Row[]> {
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, benchTitle(10));
  const [ours = 0, yardstick = 0] = await repeat(
    rounds,
    async () => {
      const device = await deviceOf(browser, facility.portalUrl, patient.username);
      return inContext(browser, async (context, page) => {
        await takeDevice(context, device);
        await watchFor(context, 'main', 'Bench question 1:');
        await throttle(page);
        return timeUntilShown(page, `${facility.portalUrl}${fillPath(assigned)}`);
      });
    },
    coldForm(browser, `${bare.url}/`),
  );
  return [{ what: 'signed-in deep link to ten questions, cold, throttled', ours, yardstick, unit: 'ms', target: most('ratio', 2) }];
}

async function dashboard({ browser, facility, rounds }: Bench): Promise<Row[]> {
  const list = await startBare(root, 'list');
  try {
    const [cold, warm, bare] = [pressToDashboard(browser, facility.portalUrl, false), pressToDashboard(browser, facility.portalUrl, true), pressToBareList(browser, list.proxy.url)];
    const all: { readonly cold: Arrival; readonly warm: Arrival; readonly bare: Arrival }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      all.push({ cold: await cold(), warm: await warm(), bare: await bare() });
      say('.');
    }
    const of = (which: 'cold' | 'warm' | 'bare', from: keyof Arrival) => median(all.map((one) => one[which][from]));
    return [
      { what: 'login to dashboard, cold, from the opening of the page', ours: of('cold', 'opened'), yardstick: of('bare', 'opened'), unit: 'ms', target: most('ratio', 2.5) },
      { what: 'login to dashboard, cold, from the press', ours: of('cold', 'pressed'), yardstick: of('bare', 'pressed'), unit: 'ms', target: null },
      { what: 'login to dashboard, warm, from the press', ours: of('warm', 'pressed'), yardstick: of('bare', 'pressed'), unit: 'ms', target: most('ratio', 2) },
    ];
  } finally {
    await list.stop();
  }
}

async function everyPage({ browser, facility, bare, rounds, routeOptions }: Bench): Promise<readonly Table[]> {
  const [ms = 0] = await repeat(Math.max(rounds, 3), coldForm(browser, `${bare.url}/`));
  const { page, script, style } = await bytesBefore(browser, `${bare.url}/`, form);
  return measureRoutes(browser, facility, { bytes: page + script + style, ms }, rounds, routeOptions, say);
}

async function firstInput(bench: Bench, items: number, kind: InputKind): Promise<number> {
  const { browser, facility } = bench;
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, benchTitle(items));
  return inContext(browser, async (_context, page) => {
    await signIn(page, facility.portalUrl, patient);
    await page.goto(`${facility.portalUrl}${fillPath(assigned)}`);
    await wholeSheet(page, `Bench question ${items}:`);
    await quiet(page);
    // Looking for the place, scrolling there and setting the caret come before the input, in a test as with a person.
    const place = kind === 'tap' ? await placeOfChoice(page, 'Sometimes') : await focusFirstText(page);
    const cdp = await throttle(page, { net: false });
    await watchPaint(page, kind);
    await page.waitForTimeout(1500);
    if (place) await tap(cdp, place);
    else await page.keyboard.press('a');
    return paintTime(page);
  });
}

async function typing(bench: Bench): Promise<Row[]> {
  const [tapLong = 0, tapShort = 0, keyLong = 0, keyShort = 0] = await repeat(
    bench.rounds,
    () => firstInput(bench, 200, 'tap'),
    () => firstInput(bench, 10, 'tap'),
    () => firstInput(bench, 200, 'key'),
    () => firstInput(bench, 10, 'key'),
  );
  const twoFrames = { target: most('value', 33.4), and: most('ratio', 1.5) };
  return [
    { what: 'first tap to paint, 200 items (yardstick: ten), 4x CPU', ours: tapLong, yardstick: tapShort, unit: 'ms', ...twoFrames },
    { what: 'first key to paint, 200 items (yardstick: ten), 4x CPU', ours: keyLong, yardstick: keyShort, unit: 'ms', ...twoFrames },
  ];
}

/** The pages of daily care with a long record and with a short one: each press to the picture that answers it, and to the one that shows what it is for. */
async function daily({ browser, facility, rounds }: Bench): Promise<Row[]> {
  const [longPatient, shortPatient] = [await facility.newPatient(), await facility.newPatient()];
  await giveRecord(facility.db, longPatient.patientId);
  await giveRecord(facility.db, shortPatient.patientId, shortRecord);
  const devices = async (patient: TestPatient) => devicesOf(browser, facility, await deviceOf(browser, facility.portalUrl, patient.username));
  const [long, short] = [await devices(longPatient), await devices(shortPatient)];
  const rows: Row[] = [];
  const bare: number[] = [];
  const measured = presses.map((press) => ({ press, times: new Array<{ readonly long: PressTime; readonly short: PressTime }>() }));
  // One round after the other and not one press after the other: a minute in which the machine is slow is to fall on all of them.
  for (let round = 0; round < rounds; round += 1) {
    for (const { press, times } of measured) {
      times.push({ long: await pressTime(facility, long, press), short: await pressTime(facility, short, press) });
      bare.push((await bareTime(long)).done);
      say('.');
    }
  }
  for (const { press, times } of measured) {
    const all = (until: keyof PressTime, length: 'long' | 'short') => times.map((one) => one[length][until]);
    const of = (until: keyof PressTime, length: 'long' | 'short') => median(all(until, length));
    const row = (until: 'answered' | 'done') => ({
      ours: of(until, 'long'),
      yardstick: of(until, 'short'),
      unit: 'ms' as const,
      note: `${show(Math.min(...all(until, 'long')))} at the best, ${of('heard', 'long').toFixed(0)} until the page heard`,
    });
    const twoFrames = most('value', 33.4);
    if (press.answer !== undefined) rows.push({ what: `${press.name}: press to its answer`, ...row('answered'), target: twoFrames });
    rows.push({ what: `${press.name}: press to ${press.shows}`, ...row('done'), target: press.answer === undefined ? twoFrames : null });
  }
  for (const context of [...Object.values(long), ...Object.values(short)]) await context.close();
  rows.push({ what: 'a tap on a page of two radio buttons, meanwhile', ours: median(bare), yardstick: null, unit: 'ms', target: null, note: `${show(Math.min(...bare))} to ${show(Math.max(...bare))}` });
  return rows;
}

async function load({ facility, rounds, seconds }: Bench): Promise<Row[]> {
  return measureLoad(root, facility, rounds, seconds, say);
}

async function start({ rounds }: Bench): Promise<Row[]> {
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(await measureStart(root));
    say('.');
  }
  const memory = await idleMemory();
  return [
    { what: 'npm start (built) to ready, empty data folder', ours: median(all.map(({ first }) => first)), yardstick: null, unit: 's', target: most('value', 3) },
    { what: 'npm start (built) to ready, data there', ours: median(all.map(({ again }) => again)), yardstick: null, unit: 's', target: most('value', 3) },
    ...(memory === null ? [] : [{ what: 'server process after its start (resident)', ours: memory, yardstick: null, unit: 'MB' as const, target: most('value', 200) }]),
  ];
}

interface Measure {
  readonly title: string;
  /** Rows of ours and the yardstick's, or tables of its own. */
  readonly run: (bench: Bench) => Promise<{ readonly rows: readonly Row[] } | { readonly tables: readonly Table[] }>;
  /** How often, where not five times. */
  readonly rounds?: number;
}

const rowsOf = (run: (bench: Bench) => Promise<readonly Row[]>) => async (bench: Bench) => ({ rows: await run(bench) });

const measures: Readonly<Record<Part, Measure>> = {
  bytes: { title: 'Bytes as served', run: rowsOf(bytes) },
  form: { title: 'Time to the login form, cold (4x CPU, 1.6 Mbit/s, 150 ms)', run: rowsOf(times) },
  offline: { title: 'Time to the login form, offline through the service worker', run: rowsOf(offline) },
  deeplink: { title: 'Deep link (yardstick: the bare page)', run: rowsOf(deepLink) },
  dashboard: { title: 'Login to dashboard (yardstick: a bare page that signs in and shows the same appointments)', run: rowsOf(dashboard) },
  routes: { title: 'Every page, cold (4x CPU, 1.6 Mbit/s, 150 ms)', run: async (bench) => ({ tables: await everyPage(bench) }), rounds: 1 },
  typing: { title: 'A questionnaire of 200 items', run: rowsOf(typing) },
  daily: { title: `${longRecord.appointments} appointments, ${longRecord.articles} articles, ${longRecord.contacts} contacts at 4x CPU (yardstick: ten of each)`, run: rowsOf(daily) },
  load: { title: 'Questionnaires and long records, 20 connections (yardstick: bare handler, same SQL)', run: rowsOf(load), rounds: 3 },
  start: { title: 'Start and memory', run: rowsOf(start) },
};

/** The values that follow an option, separated by commas. */
const valuesOf = (args: readonly string[], option: string): string[] => args.flatMap((arg, index) => (arg === option ? (args[index + 1] ?? '').split(',') : []));

/** Runs the parts that are named in the arguments, or all, and prints each with its targets. Asserts nothing. */
export async function bench(args: readonly string[]): Promise<void> {
  const only = valuesOf(args, '--only');
  const unknown = only.find((name) => !parts.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}; there are ${parts.join(', ')}.`);
  const isQuick = args.includes('--quick');
  const asked = Number(valuesOf(args, '--rounds')[0] ?? Number.NaN);
  const roundsOf = ({ rounds = 5 }: Measure) => (asked >= 1 ? Math.floor(asked) : isQuick ? 1 : rounds);
  const routeOptions = { paths: valuesOf(args, '--paths'), naming: args.includes('--requests') };
  // A token that runs out in the middle of a part would be measured along.
  const facility = await startFacility({ env: { ACCESS_TOKEN_SECONDS: '3600' } });
  const bare = await startBare(root, 'form');
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: browserArguments });
  try {
    for (const items of [10, 200]) await facility.importQuestionnaire(benchQuestionnaire(items));
    say(`Vestibule bench, ${new Date().toISOString().slice(0, 16)}Z, Node ${process.versions.node}, Chromium ${browser.version()}.\n`);
    for (const part of parts) {
      if (only.length > 0 && !only.includes(part)) continue;
      const measure = measures[part];
      const rounds = roundsOf(measure);
      const began = performance.now();
      const found = await measure.run({ browser, facility, bare: bare.proxy, rounds, seconds: isQuick ? 2 : 5, routeOptions });
      const title = `${measure.title} (${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}, ${((performance.now() - began) / 1000).toFixed(0)} s)`;
      if ('rows' in found) print(title, found.rows, say);
      else for (const [index, table] of found.tables.entries()) printTable(index === 0 ? { ...table, title: `${title}: ${table.title}` } : table, say);
    }
  } finally {
    await browser.close();
    await Promise.all([bare.stop(), facility.stop()]);
    await stopCluster();
  }
}
