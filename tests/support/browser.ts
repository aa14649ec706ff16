import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';
import { findBrowser, findHeadlessShell } from './find-browser.mjs';

/**
 * Features that are switched off in Chromium. Its address bar renders its two lists as separate pages in every new window, even when they
 * are not shown, which costs as much as the page of a test. Only the last switch of this name counts, so this list repeats what Playwright
 * switches off.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/** Switches that keep Chromium from calling home and let it run as root in a container. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--disable-gpu',
  `--disable-features=${featuresOff.join(',')}`,
];

/** Features that Playwright switches off and that are on in a person's browser. */
export const switchedOffByPlaywright = [
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/** Path of the Chromium for the tests; throws if there is none. */
export async function chromiumPath(): Promise<string> {
  const path = await findBrowser();
  if (path === null) throw new Error('There is no Chromium: run npm test once, or name one in PLAYWRIGHT_CHROMIUM.');
  return path;
}

/**
 * The Chromium of most tests: the headless build if there is one. The path is left out for the one that Playwright has downloaded. This
 * build has neither a back-forward cache nor a PDF viewer.
 */
export async function headlessChromium(): Promise<{ readonly executablePath?: string }> {
  const shell = findHeadlessShell();
  if (shell !== null) return { executablePath: shell };
  const path = await chromiumPath();
  return path === chromium.executablePath() ? {} : { executablePath: path };
}

/** A browser with a profile on disk, which can be killed and opened again. */
export interface Profile {
  readonly folder: string;
  readonly context: BrowserContext;
  /** Ends the browser with SIGKILL, like a power failure, and waits until it has ended. */
  kill(): Promise<void>;
  /** Opens the same profile again, after `kill` or `close`. */
  reopen(): Promise<BrowserContext>;
  /** Closes the browser as its user does. */
  close(): Promise<void>;
  /** Closes the browser and removes the folder. */
  remove(): Promise<void>;
}

interface ProfileOptions extends BrowserContextOptions {
  /** With the back-forward cache and timer throttling, as in a person's browser. */
  readonly likeInHand?: boolean;
}

function mainProcess(folder: string): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8', maxBuffer: 16_000_000 }).split('\n');
  const line = lines.find(
    (text) =>
      text.includes(`--user-data-dir=${folder}`) && !text.includes('--type=') && !/^\s*\d+ \S*(sh|bash) /.test(text),
  );
  const pid = Number.parseInt(line ?? '', 10);
  if (Number.isNaN(pid)) throw new Error('The browser process was not found.');
  return pid;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Opens Chromium on a new profile folder. */
export async function openProfile({ likeInHand = false, ...options }: ProfileOptions = {}): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-profile-'));
  const browser = likeInHand ? { executablePath: await chromiumPath() } : await headlessChromium();
  let pid = 0;
  const open = async () => {
    const context = await chromium.launchPersistentContext(folder, {
      ...browser,
      args: browserArguments,
      ignoreDefaultArgs: likeInHand ? switchedOffByPlaywright : [],
      viewport: { width: 390, height: 844 },
      locale: 'en-US',
      ...options,
    });
    pid = mainProcess(folder);
    return context;
  };
  let context = await open();
  return {
    folder,
    get context() {
      return context;
    },
    async kill() {
      const closed = new Promise<void>((resolve) => {
        context.once('close', () => resolve());
      });
      process.kill(pid, 'SIGKILL');
      await closed;
      while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async reopen() {
      context = await open();
      return context;
    },
    async close() {
      await context.close();
    },
    async remove() {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
