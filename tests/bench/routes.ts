import { bytesBefore, bytesOf } from './requests.ts';
import { type Bench, form } from './bench.ts';
import { coldForm } from './login.ts';
import { type Build, buildOn, type Opening, type Route, routes } from './routeOpening.ts';
import { median, most, show, type Table, verdictOf } from './table.ts';

const endings = { script: /\.js$/, style: /\.css$/, font: /\.woff2$/ } as const;

/** The medians of what a build's page took in all its openings. */
function summaryOf(openings: readonly Opening[]) {
  const of = (value: (one: Opening) => number) => median(openings.map(value));
  const bytes = (ending: RegExp) => of(({ requests }) => bytesOf(requests, ending));
  const parts = [of(({ own }) => own), bytes(endings.script), bytes(endings.style), bytes(endings.font)];
  return {
    parts,
    sum: parts.reduce((total, part) => total + part, 0),
    requests: of(({ requests }) => requests.length),
    heading: of(({ shown }) => shown.headingAt - shown.from),
    content: of(({ shown }) => shown.contentAt - shown.from),
  };
}

const kilo = (bytes: number) => (bytes / 1000).toFixed(1);
const head = ['', 'page', 'script', 'style', 'font', 'KB', 'ratio', 'requests', 'heading', 'content', 'ratio'];

/**
 * Opens every page of both apps with an empty cache. Reports bytes and time beside the bare page and, if given, beside the build before.
 */
export async function everyPage(bench: Bench): Promise<readonly Table[]> {
  const { browser, facility, before, bare, rounds, routeOptions } = bench;
  const ours = await buildOn(browser, facility);
  const earlier = before === null ? null : await buildOn(browser, before);
  const chosen = routes.filter(({ path }) => routeOptions.paths.length === 0 || routeOptions.paths.includes(path));
  const own = await bytesBefore(browser, `${bare.url}/`, form);
  const bareBytes = own.page + own.script + own.style;
  const openBare = coldForm(browser, `${bare.url}/`);
  const control = [await openBare(), await openBare(), await openBare()];
  for (let round = 0; round < rounds; round += 1) {
    ours.begin();
    earlier?.begin();
    for (const [index, route] of chosen.entries()) {
      await ours.open(route);
      await earlier?.open(route);
      if (index % 10 === 0) control.push(await openBare());
    }
  }
  const bareMs = median(control);
  const cells = chosen.map((route) => {
    const { path, way } = route;
    const failure = ours.failures.get(route) ?? earlier?.failures.get(route);
    if (failure !== undefined) return [path, ...head.slice(1).map(() => ''), `did not come: ${failure}`];
    const openings = ours.openings.get(route) ?? [];
    const { parts, sum, requests, heading, content } = summaryOf(openings);
    const led = openings[0]?.shown.path ?? path;
    const note =
      way.walk !== undefined
        ? 'from the press before it, what came earlier not counted'
        : led.toLowerCase() === path.toLowerCase()
          ? ''
          : `leads to ${led}`;
    return [
      path,
      ...parts.map(kilo),
      kilo(sum),
      `${(sum / bareBytes).toFixed(2)}×`,
      String(requests),
      show(heading),
      show(content),
      `${(content / bareMs).toFixed(2)}×`,
      note,
    ];
  });
  const swing = `${show(Math.min(...control))} to ${show(Math.max(...control))}`;
  const yardstick = ['(the bare page)', '', '', '', '', kilo(bareBytes), '1', '', '', show(bareMs), '1', swing];
  const title = 'KB of page, script, style and typeface, requests, ms to the heading and until nothing waits';
  return [
    { title, head: [...head, ''], cells: [yardstick, ...cells] },
    ...(earlier === null ? [] : [besideTable(chosen, ours, earlier, control)]),
    ...(routeOptions.naming
      ? chosen.flatMap((route) =>
          (ours.openings.get(route) ?? []).slice(0, 1).map((one) => requestTable(route.path, one)),
        )
      : []),
  ];
}

/** Each page beside the build before: it may be slower only by as much as the bare page's times vary. */
function besideTable(chosen: readonly Route[], ours: Build, earlier: Build, control: readonly number[]): Table {
  const cells = chosen.flatMap((route) => {
    const [now, then] = [ours.openings.get(route), earlier.openings.get(route)].map((all) => all && summaryOf(all));
    if (now === undefined || then === undefined) return [];
    const row = { what: '', unit: 'ms', ours: now.content, yardstick: then.content, control } as const;
    return [
      [
        route.path,
        kilo(now.sum),
        kilo(then.sum),
        `${(now.sum / then.sum).toFixed(3)}×`,
        show(now.content),
        show(then.content),
        `${(now.content / then.content).toFixed(2)}×`,
        verdictOf({ ...row, target: most('ratio', 1) }) ?? '',
      ],
    ];
  });
  return {
    title: 'Every page beside the build before: KB, and ms until nothing waits',
    head: ['', 'KB', 'before', 'ratio', 'content', 'before', 'ratio', ''],
    cells,
  };
}

/** Every request until the page was complete, to show which waited for which. */
function requestTable(path: string, { shown, requests }: Opening): Table {
  const at = (ms: number) => (ms - shown.from).toFixed(0);
  return {
    title: path,
    head: ['', 'from', 'to', 'KB'],
    cells: requests.map((one) => [one.path, at(one.from), at(one.to), (one.bytes / 1000).toFixed(1)]),
  };
}
