import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { browserArguments, chromiumPath } from '../support/browser.ts';
import { demoTemplate, stopCluster } from '../support/cluster.ts';
import { type Facility, startFacility } from '../support/facility.ts';
import { startBare } from './bareProduct.ts';
import { type Bench, say } from './bench.ts';
import { daily } from './daily.ts';
import { dashboard } from './dashboard.ts';
import { measureLoad } from './load.ts';
import { makeHttp2Front } from './http2Front.ts';
import { importing } from './importing.ts';
import { keptRecords } from './keptRecords.ts';
import { blocking, bytes, cold, deepLink, offline } from './login.ts';
import { longestRecord, longLog, longRecord } from './longRecord.ts';
import { benchQuestionnaire } from './questionnaires.ts';
import { everyPage } from './routes.ts';
import { start } from './start.ts';
import { summaries } from './summary.ts';
import { print, printRuns, printTable, type Row, type Table } from './table.ts';
import { conditionsOfLong, typing } from './typing.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

interface Part {
  readonly title: string;
  /** Returns rows with targets, or tables. */
  readonly run: (bench: Bench) => Promise<readonly Row[] | { readonly tables: readonly Table[] }>;
  /** The number of rounds, where not five. */
  readonly rounds?: number;
  /** It also measures the build that `--beside` names. */
  readonly comparesBuilds?: true;
}

const parts: Readonly<Record<string, Part>> = {
  bytes: { title: 'Bytes as served', run: bytes, rounds: 1, comparesBuilds: true },
  form: {
    title: 'Time to the login form, cold (4x CPU, 1.6 Mbit/s, 150 ms)',
    run: cold,
    comparesBuilds: true,
  },
  blocking: {
    title: 'Main thread while the login page opens, cold (4x CPU, 1.6 Mbit/s, 150 ms)',
    run: blocking,
    rounds: 7,
    comparesBuilds: true,
  },
  offline: {
    title: 'Time to the login form, offline through the service worker (4x CPU)',
    run: offline,
    comparesBuilds: true,
  },
  deeplink: { title: 'Deep link (yardstick: the bare page)', run: deepLink, comparesBuilds: true },
  dashboard: {
    title: 'Login to dashboard (yardstick: a bare page that signs in and shows the same appointments)',
    run: dashboard,
  },
  routes: {
    title: 'Every page, cold (4x CPU, 1.6 Mbit/s, 150 ms)',
    run: async (bench) => ({ tables: await everyPage(bench) }),
    rounds: 1,
    comparesBuilds: true,
  },
  typing: { title: 'A questionnaire of 200 items at 4x CPU', run: typing },
  daily: {
    title: `${longRecord.appointments} appointments, ${longRecord.articles} articles, ${longRecord.contacts} contacts, ${longestRecord.values} test results, ${longRecord.notes} notes, ${longLog} rows of the activity log at 4x CPU (yardstick: a page of two radio buttons)`,
    run: daily,
  },
  load: {
    title: 'Questionnaires and long records, 20 connections (yardstick: bare handler, same SQL)',
    run: ({ facility, rounds, seconds }) => measureLoad(root, facility, rounds, seconds, say),
    rounds: 3,
  },
  import: {
    title: 'FHIR resources imported into one record, the start of the process included',
    run: importing,
    rounds: 3,
  },
  summary: {
    title: 'A health summary at 4x CPU (yardstick: a bare page that asks for the same HTML)',
    run: summaries,
    rounds: 3,
  },
  records: {
    title: 'Records kept on the device, at 4x CPU (yardstick: the bare page from its network)',
    run: keptRecords,
    rounds: 3,
  },
  start: { title: 'Start and memory', run: start },
};

/** The values that follow an option, separated by commas. */
const valuesOf = (args: readonly string[], option: string): string[] =>
  args.flatMap((arg, index) => (arg === option ? (args[index + 1] ?? '').split(',') : []));

/** The parts that `--only` names, or all; with another build beside, only the parts that compare builds. */
function chosenParts(only: readonly string[], isBeside: boolean): readonly Part[] {
  const unknown = only.find((name) => parts[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}; there are ${Object.keys(parts).join(', ')}.`);
  return Object.entries(parts)
    .filter(([name]) => only.length === 0 || only.includes(name))
    .flatMap(([, part]) => (isBeside && part.comparesBuilds !== true ? [] : [part]));
}

/** Starts a facility on a build and imports the questionnaires of the bench. `overHttp2`: its addresses are those of proxies with TLS. */
async function startBuild(dist: string | undefined, overHttp2: boolean): Promise<Facility> {
  const fronts = overHttp2 ? { portal: await makeHttp2Front(), kiosk: await makeHttp2Front() } : null;
  const addresses: Readonly<Record<string, string>> =
    fronts === null ? {} : { PORTAL_URL: fronts.portal.url, KIOSK_URL: fronts.kiosk.url, TRUST_PROXY: '1' };
  // A long token lifetime, so that no token is refreshed while something is measured.
  const env = { ACCESS_TOKEN_SECONDS: '3600', ...addresses };
  const facility = await startFacility({ env, dist, template: await demoTemplate(dist) });
  for (const items of [10, 200]) await facility.importQuestionnaire(benchQuestionnaire(items));
  // Another build is compared on plain questionnaires only, because it may be too old to know conditions.
  if (dist === undefined) await facility.importQuestionnaire(benchQuestionnaire(200, conditionsOfLong));
  if (fronts === null) return facility;
  await Promise.all([fronts.portal.start(facility.portalUrl), fronts.kiosk.start(facility.kioskUrl)]);
  return {
    ...facility,
    portalUrl: fronts.portal.url,
    kioskUrl: fronts.kiosk.url,
    async stop() {
      fronts.portal.stop();
      fronts.kiosk.stop();
      await facility.stop();
    },
  };
}

/** Runs the parts that the arguments name, or all, and prints each with its targets. Asserts nothing. */
export async function bench(args: readonly string[]): Promise<void> {
  const [besideFolder] = valuesOf(args, '--beside');
  const chosen = chosenParts(valuesOf(args, '--only'), besideFolder !== undefined);
  const isQuick = args.includes('--quick');
  const numberOf = (option: string) => Math.floor(Number(valuesOf(args, option)[0] ?? 0));
  const roundsOf = ({ rounds = 5 }: Part) => numberOf('--rounds') || (isQuick ? 1 : rounds);
  const runs = numberOf('--runs') || 1;
  const overHttp2 = args.includes('--http2');
  const facility = await startBuild(undefined, overHttp2);
  const before =
    besideFolder === undefined ? null : await startBuild(join(resolve(root, besideFolder), 'dist'), overHttp2);
  const bare = await startBare(root, 'form');
  const bareFront = overHttp2 ? await makeHttp2Front() : null;
  await bareFront?.start(bare.proxy.url);
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: [...browserArguments, ...(overHttp2 ? ['--ignore-certificate-errors'] : [])],
  });
  try {
    say(
      `Vestibule bench, ${new Date().toISOString().slice(0, 16)}Z, Node ${process.versions.node}, Chromium ${browser.version()}.\n`,
    );
    for (const part of chosen) {
      const rounds = roundsOf(part);
      const all: (readonly Row[])[] = [];
      for (let run = 0; run < runs; run += 1) {
        const began = performance.now();
        const found = await part.run({
          browser,
          facility,
          before,
          bare: bareFront === null ? bare.proxy : { ...bare.proxy, url: bareFront.url },
          rounds,
          seconds: isQuick ? 2 : 5,
          routeOptions: { paths: valuesOf(args, '--paths'), naming: args.includes('--requests') },
        });
        const title = `${part.title} (${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}, ${((performance.now() - began) / 1000).toFixed(0)} s)`;
        if ('tables' in found)
          for (const [index, table] of found.tables.entries())
            printTable(index === 0 ? { ...table, title: `${title}: ${table.title}` } : table, say);
        else {
          print(title, found, say);
          all.push(found);
        }
      }
      if (all.length > 1) printRuns(all, say);
    }
  } finally {
    await browser.close();
    bareFront?.stop();
    await Promise.all([bare.stop(), facility.stop(), before?.stop()]);
    await stopCluster();
  }
}
