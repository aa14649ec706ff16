/** Finds a Chromium. Imports only Node's own modules and Playwright. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const shellNames = ['chromium-headless-shell', 'headless_shell'];
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Path of a Chromium: from PLAYWRIGHT_CHROMIUM, from the PATH, or from Playwright's own download; null if there is none. */
export async function findBrowser() {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  const onPath = findOnPath(names);
  if (onPath !== null) return onPath;
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  if (process.platform === 'darwin' && existsSync(mac)) return mac;
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/**
 * Path of a headless Chromium, which needs half the processor time: from PLAYWRIGHT_HEADLESS_SHELL or from the PATH; null if there is none.
 * Playwright finds the one of its own download by itself.
 */
export function findHeadlessShell() {
  const named = process.env.PLAYWRIGHT_HEADLESS_SHELL;
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  return findOnPath(shellNames);
}

function findOnPath(wanted) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of wanted)
      if (folder !== '' && existsSync(join(folder, name)) && starts(join(folder, name))) return join(folder, name);
  }
  return null;
}

/** False for a `chromium-browser` of a distribution that is only a script naming another package. */
function starts(path) {
  try {
    return /\d+\.\d+/.test(
      execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 }),
    );
  } catch {
    return false;
  }
}
