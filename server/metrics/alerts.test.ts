import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../docs/monitoring', import.meta.url));
const isMissing = spawnSync('promtool', ['--version']).error !== undefined;

test.skipIf(isMissing).each([
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('promtool %s %s %s (skipped without promtool: Debian has it in "prometheus")', async (...args) => {
  const { stdout, stderr } = await run('promtool', args, { cwd: folder });
  expect(stdout + stderr).toContain('SUCCESS');
});
