/** A Chromium for the browser tests: the one that is there, or else Playwright's download, or else the system's package. */
import { npm, run } from '../../server/bin/setup.mjs';
import { findBrowser, findHeadlessShell } from './find-browser.mjs';

/** Path of a Chromium, installed when there is none; null when every way failed. What is found is named to the processes started from here. */
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
    // The same browser without its windows comes in a package of its own; where there is none, all tests run in the whole one.
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

/** From the system's packages, where it has such; what does not work is seen by looking for the program. */
async function installPackages(names) {
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  if ((await run('apt-get', ['update'], quiet).catch(() => 1)) === 0)
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], quiet).catch(() => 1);
}
