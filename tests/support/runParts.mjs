/**
 * Shared by `npm test` and `npm run test:long`: parts with their times, counts of tests, and the names of tests that passed only at the
 * second try.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../server/bin/setup.mjs';

const results = join(root, 'test-results');
const bin = (...path) => join(root, 'node_modules', ...path);
const node = (script, ...args) => run(process.execPath, [script, ...args]);
const began = performance.now();
const flaky = [];
let passed = 0;
let failed = 0;

/** Titles of the tests in a Playwright report that failed and passed at the second try. */
function flakyIn({ suites = [], specs = [], file }) {
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap(flakyIn),
  ];
}

function count(file) {
  if (!existsSync(file)) return;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (report.stats === undefined) {
    passed += report.numPassedTests;
    failed += report.numFailedTests;
  } else {
    passed += report.stats.expected + report.stats.flaky;
    failed += report.stats.unexpected;
    flaky.push(...flakyIn(report));
  }
}

/** Begins a run: deletes the results of the previous one, so that they are not counted. */
export function clearResults() {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
}

/** Runs a part; ends the process with the counts when it fails. */
export async function part(name, work) {
  process.stdout.write(`\n── ${name}\n`);
  const start = performance.now();
  const code = (await work()) ?? 0;
  process.stdout.write(
    `── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s\n`,
  );
  if (code !== 0) end(code);
}

/** Prints the counts and ends the process. */
export function end(code = failed === 0 ? 0 : 1) {
  process.stdout.write(`\nIn ${((performance.now() - began) / 60_000).toFixed(1)} min.\n`);
  if (flaky.length > 0) {
    writeFileSync(join(results, 'flaky.txt'), `${flaky.join('\n')}\n`);
    process.stdout.write(`Passed only when tried once more, to be mended first:\n  ${flaky.join('\n  ')}\n`);
  }
  process.stdout.write(`${passed} passed, ${code === 0 ? 0 : Math.max(1, failed)} failed\n`);
  process.exit(code);
}

/** A Chromium for the browser tests, installed where there is none. */
export async function browser() {
  const { getBrowser } = await import('./get-browser.mjs');
  const path = await getBrowser();
  if (path === null) {
    process.stderr.write(
      'There is no Chromium and none could be installed. Install one and name it in PLAYWRIGHT_CHROMIUM.\n',
    );
    return 1;
  }
  process.stdout.write(`${path}\n`);
  return 0;
}

export const oxlint = (...args) => node(bin('oxlint', 'bin', 'oxlint'), ...args);
export const oxfmt = (...args) => node(bin('oxfmt', 'bin', 'oxfmt'), ...args);
export const tsc = (...args) => node(bin('typescript', 'bin', 'tsc'), ...args);

/** Runs projects of `vitest.config.ts`, by a name or a pattern. */
export async function vitest(project) {
  const report = join(results, `${project.replace('*', '')}.json`);
  const code = await node(
    bin('vitest', 'vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  );
  count(report);
  return code;
}

/** Runs a project of `tests/playwright.config.ts`. */
export async function playwright(project) {
  const report = join(results, `browser-${project}.json`);
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  const config = join('tests', 'playwright.config.ts');
  const code = await node(bin('playwright', 'cli.js'), 'test', '-c', config, '--project', project);
  count(report);
  return code;
}
