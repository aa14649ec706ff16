/** A Chromium for the browser tests: the one that is there, or else Playwright's download, or else the system's package. */
import { npm, run } from '../../server/bin/setup.mjs';
import { findBrowser } from './find-browser.mjs';

/** Path of a Chromium, installed when there is none; null when every way failed. */
export async function getBrowser() {
  const there = await findBrowser();
  if (there !== null) return there;
  process.stdout.write('No Chromium found; installing one …\n');
  const root = process.getuid?.() === 0;
  await npm(['exec', '--', 'playwright', 'install', ...(root ? ['--with-deps'] : []), 'chromium'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const downloaded = await findBrowser();
  if (downloaded !== null) return downloaded;
  if (!root) return null;
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  if ((await run('apt-get', ['update'], quiet).catch(() => 1)) === 0) await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet);
  return findBrowser();
}
