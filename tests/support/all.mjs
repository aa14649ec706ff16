/**
 * `npm test`: everything, in the order in which it fails soonest. Prints each part's time, stops at the first part that
 * fails, and ends with one line of counts.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, checkNode, install, orExplain, root, run } from '../../server/bin/setup.mjs';

const results = join(root, 'test-results');
const bin = (...path) => join(root, 'node_modules', ...path);
const node = (script, ...args) => run(process.execPath, [script, ...args]);
let passed = 0;
let failed = 0;

function count(file) {
  if (!existsSync(file)) return;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (report.stats === undefined) {
    passed += report.numPassedTests;
    failed += report.numFailedTests;
  } else {
    passed += report.stats.expected;
    failed += report.stats.unexpected + report.stats.flaky;
  }
}

async function part(name, work) {
  process.stdout.write(`\n── ${name}\n`);
  const began = performance.now();
  const code = (await work()) ?? 0;
  process.stdout.write(
    `── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
  );
  if (code === 0) return;
  process.stdout.write(`\n${passed} passed, ${Math.max(1, failed)} failed\n`);
  process.exit(code);
}

async function vitest(project) {
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

checkNode();
const began = performance.now();
await part('packages', () => orExplain(install));
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
await part('browser', async () => {
  const { getBrowser } = await import('./get-browser.mjs');
  const browser = await getBrowser();
  if (browser === null) {
    process.stderr.write(
      'There is no Chromium and none could be installed. Install one and name it in PLAYWRIGHT_CHROMIUM.\n',
    );
    return 1;
  }
  process.stdout.write(`${browser}\n`);
  return 0;
});
await part(
  'lint',
  async () =>
    (await node(bin('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings')) ||
    (await node(bin('oxfmt', 'bin', 'oxfmt'), '--check')),
);
await part('types', () => node(bin('typescript', 'bin', 'tsc'), '-b'));
await part('build', () => orExplain(() => build()));
await part('unit tests', () => vitest('unit'));
await part('integration tests', () => vitest('integration*'));
await part('browser tests', async () => {
  const report = join(results, 'browser.json');
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  const code = await node(bin('playwright', 'cli.js'), 'test', '-c', join('tests', 'playwright.config.ts'));
  count(report);
  return code;
});
process.stdout.write(
  `\nIn ${((performance.now() - began) / 60_000).toFixed(1)} min.\n${passed} passed, ${failed} failed\n`,
);
process.exit(failed === 0 ? 0 : 1);
