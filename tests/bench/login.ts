import type { Browser } from 'playwright';
import type { Facility } from '../support/facility.ts';
import { type FaultProxy, refuse } from '../support/proxy.ts';
import { bytesBefore } from './requests.ts';
import { answeringForm, type Bench, form, inRounds, type Line, rowsOf, timeLines } from './bench.ts';
import { blockingOf } from './blocking.ts';
import { deviceOf, takeDevice } from './device.ts';
import { inContext, throttle, timeUntilShown, watchFor } from './page.ts';
import { benchTitle } from './questionnaires.ts';
import type { Row } from './table.ts';

/** The apps with a login form, and the paths of the forms. */
const logins = [
  ['portal', '/login', (facility: Facility) => facility.portal],
  ['kiosk', '/kioskLogin', (facility: Facility) => facility.kiosk],
] as const;

/** Opens a page with an empty cache on the throttled phone: milliseconds until the form is painted. */
export const coldForm =
  (browser: Browser, url: string, shown = form) =>
  () =>
    inContext(browser, async (context, page) => {
      await watchFor(context, shown);
      await throttle(page);
      return timeUntilShown(page, url);
    });

/** Opens the page twice with a network, so that its worker stores every file, then once without. */
const offlineForm =
  (browser: Browser, proxy: FaultProxy, path: string, shown = form) =>
  () =>
    inContext(browser, async (context, page) => {
      await page.goto(`${proxy.url}${path}`);
      await page.locator(form).waitFor();
      // Reloading before the worker has claimed the page would end its registration.
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

/** Bytes until the login form is painted and until it answers, in KB. */
export async function bytes({ browser, facility, before, bare }: Bench): Promise<Row[]> {
  const kilobytes = async (url: string) => {
    const { page, script, style } = await bytesBefore(browser, url, answeringForm);
    return {
      sum: (page + script + style) / 1000,
      note: `${(page / 1000).toFixed(1)} page + ${(script / 1000).toFixed(1)} script + ${(style / 1000).toFixed(1)} style`,
    };
  };
  const yardstick = await kilobytes(`${bare.url}/`);
  const rows: Row[] = [];
  for (const [app, path, proxyOf] of logins) {
    const ours = await kilobytes(`${proxyOf(facility).url}${path}`);
    rows.push(
      ...rowsOf({
        what: `${app}: page, script and style before the login form answers`,
        unit: 'KB',
        target: 1.75,
        ours: [ours.sum],
        bare: [yardstick.sum],
        before: before === null ? [] : [(await kilobytes(`${proxyOf(before).url}${path}`)).sum],
        note: ours.note,
      }),
    );
  }
  return rows;
}

/** Times each login until its form is painted, which has a target, and until it answers, which has none. */
const loginLines = (
  what: string,
  measure: (proxy: FaultProxy, path: string, shown?: string) => () => Promise<number>,
): readonly Line[] =>
  logins.flatMap(([app, path, proxyOf]): Line[] => [
    { what: `${app}: login form, ${what}`, target: 1.4, on: (facility) => measure(proxyOf(facility), path) },
    {
      what: `${app}: its button answers, ${what}`,
      target: null,
      on: (facility) => measure(proxyOf(facility), path, answeringForm),
    },
  ]);

export const cold = (bench: Bench): Promise<Row[]> =>
  timeLines(
    bench,
    loginLines('cold', ({ url }, path, shown) => coldForm(bench.browser, `${url}${path}`, shown)),
    coldForm(bench.browser, `${bench.bare.url}/`),
  );

export const offline = (bench: Bench): Promise<Row[]> =>
  timeLines(
    bench,
    loginLines('warm, no network', (proxy, path, shown) => offlineForm(bench.browser, proxy, path, shown)),
    offlineForm(bench.browser, bench.bare, '/'),
  );

/** How long the main thread is busy while the login page opens, in total and in long tasks. */
export async function blocking({ browser, facility, before, bare, rounds }: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [app, path, proxyOf] of logins) {
    const urls = [facility, ...(before === null ? [] : [before])].map((one) => `${proxyOf(one).url}${path}`);
    const [control = [], ours = [], earlier = []] = await inRounds(
      rounds,
      [`${bare.url}/`, ...urls].map((url) => () => blockingOf(browser, url)),
    );
    for (const [what, target, of] of [
      ['total blocking time, cold', 1.5, ({ blocked }: { blocked: number }) => blocked],
      ['main thread busy, cold', null, ({ busy }: { busy: number }) => busy],
    ] as const)
      rows.push(
        ...rowsOf({
          what: `${app}: ${what}`,
          unit: 'ms',
          target,
          // The bare page has one long task. In a round in which it is short, the ratio to it means nothing.
          ...(target === null ? {} : { orValue: 40 }),
          ours: ours.map(of),
          bare: control.map(of),
          before: earlier.map(of),
        }),
      );
  }
  return rows;
}

export const fillPath = (assigned: number) => `/complete-questionnaire?assignedQuestionnaireId=${assigned}`;

export const deepLink = (bench: Bench): Promise<Row[]> =>
  timeLines(
    bench,
    [
      {
        what: 'signed-in deep link to ten questions, cold, throttled',
        target: 2,
        async on(facility) {
          const patient = await facility.newPatient();
          const assigned = await facility.assign(patient.patientId, benchTitle(10));
          return async () => {
            const device = await deviceOf(bench.browser, facility.portalUrl, patient.username);
            return inContext(bench.browser, async (context, page) => {
              await takeDevice(context, device);
              await watchFor(context, 'main', 'Bench question 1:');
              await throttle(page);
              return timeUntilShown(page, `${facility.portalUrl}${fillPath(assigned)}`);
            });
          };
        },
      },
    ],
    coldForm(bench.browser, `${bench.bare.url}/`),
  );
