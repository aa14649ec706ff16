/** A Chromium for the browser tests: an existing one, or Playwright's download, or the system's package. */
import { npm, run } from '../../server/bin/setup.mjs';
import { findBrowser, findHeadlessShell } from './find-browser.mjs';

/**
 * Path of a Chromium, installed if there is none; null if that failed. Its path is set in the environment for the processes started from
 * here.
 */
export async function getBrowser() {
  const path = await findOrInstall();
  if (path !== null) process.env.PLAYWRIGHT_CHROMIUM = path;
  const shell = findHeadlessShell();
  if (shell !== null) process.env.PLAYWRIGHT_HEADLESS_SHELL = shell;
  return path;
}

async function findOrInstall() {
  const root = process.getuid?.() === 0;
  const there = await findBrowser();
  if (there !== null) {
    // The headless build has a package of its own; without it, all tests run in the full browser.
    if (root && there.startsWith('/usr/bin/') && findHeadlessShell() === null)
      await installPackages(['chromium-headless-shell']);
    return there;
  }
  process.stdout.write('No Chromium found; installing one …\n');
  await npm(['exec', '--', 'playwright', 'install', ...(root ? ['--with-deps'] : []), 'chromium'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const downloaded = await findBrowser();
  if (downloaded !== null) return downloaded;
  if (!root) return null;
  await installPackages(['chromium']);
  await installPackages(['chromium-headless-shell']);
  return findBrowser();
}

/** Installs system packages where possible. Errors are ignored, because the caller looks for the program afterwards. */
async function installPackages(names) {
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  if ((await run('apt-get', ['update'], quiet).catch(() => 1)) === 0)
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], quiet).catch(() => 1);
}
