import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { stopCluster } from '../support/cluster.ts';
import { valueOf } from '../support/options.ts';
import { startFacility } from '../support/facility.ts';
import { type Engine, Walker } from './driver.ts';
import { firefox } from './firefox.ts';
import { walks } from './walks.ts';
import { webkit } from './webkit.ts';

const onPath = (names: readonly string[]): string | null =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file)) ?? null;

/** The engines of this machine. Reports each missing one with a line. */
function engines(say: (line: string) => void): readonly Engine[] {
  const found: Engine[] = [];
  const firefoxPath = onPath(['firefox-esr', 'firefox']);
  if (firefoxPath === null) say('Firefox is not there (Debian: firefox-esr): skipped.');
  else found.push(firefox(firefoxPath));
  const driver = onPath(['WebKitWebDriver']);
  const isWithoutScreen = process.env.DISPLAY === undefined && process.env.WAYLAND_DISPLAY === undefined;
  const display = isWithoutScreen ? onPath(['Xvfb']) : null;
  if (driver === null) say('WebKitGTK is not there (Debian: webkit2gtk-driver): skipped.');
  else if (isWithoutScreen && display === null) say('WebKitGTK has no screen here (Debian: xvfb): skipped.');
  else found.push(webkit(driver, display));
  return found;
}

/** The message of an error and of its cause. */
const told = (error: unknown): string =>
  error instanceof Error
    ? `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`
    : 'something else';

/** `npm run engines`: a smoke walk of both apps in Firefox and WebKitGTK, each walk in a new browser. True when none failed. */
export async function walkEngines(args: readonly string[]): Promise<boolean> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const pictures = process.env.SCREENS;
  const only = valueOf(args, '--only') ?? '';
  const wanted = args.filter((arg) => arg !== '--only' && arg !== only).map((arg) => arg.toLowerCase());
  const there = engines(say).filter(
    ({ name }) => wanted.length === 0 || wanted.some((start) => name.toLowerCase().startsWith(start)),
  );
  // Without names, a machine that has no other engine has nothing to do.
  if (there.length === 0) return wanted.length === 0;
  const facility = await startFacility();
  let failed = 0;
  try {
    for (const engine of there) {
      let isNamed = false;
      for (const [what, walk] of Object.entries(walks).filter(([name]) => name.includes(only))) {
        const began = performance.now();
        const driver = await engine.start();
        const walker = new Walker(driver);
        if (!isNamed) say(`${engine.name} ${driver.version}`);
        isNamed = true;
        try {
          const told = await walk(walker, facility);
          say(`  ✓ ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
          for (const line of told ?? []) say(`      ${line}`);
        } catch (error) {
          failed += 1;
          say(`  ✗ ${what}: ${told(error)}`);
          if (pictures !== undefined) {
            await mkdir(pictures, { recursive: true });
            const picture = await walker.picture().catch(() => null);
            if (picture !== null)
              await writeFile(join(pictures, `${engine.name}-${what.replaceAll(' ', '-')}.png`), picture);
          }
        } finally {
          await driver.close();
        }
      }
    }
  } finally {
    await facility.stop();
    await stopCluster();
  }
  say(failed === 0 ? 'All walks passed.' : `${failed} walks failed.`);
  return failed === 0;
}
