import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Walker } from './driver.ts';
import { aliases } from '../../vite.config.ts';

const names = [
  'open, keep, reopen',
  'lease, lost lease',
  'a connection that died is opened again',
  'ten wrong passwords',
  'kept records: answer and file, two tabs, expiry',
  'written by a newer version: untouched',
  'a device that is full',
  'a key in a database',
] as const;

/** The product's own code for the vault and the offline copy, as a script for a page that contains nothing else. */
async function suiteScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: aliases },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('./vaultSuite.ts', import.meta.url)), formats: ['iife'], name: 'vaultSuite' },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk === undefined) throw new Error('The script was not built.');
  return chunk.code;
}

/** Serves, on this machine only, a page in which the suite is available as `vaultSuite`. */
export async function serveSuite(): Promise<{ readonly address: string; close(): void }> {
  const script = await suiteScript();
  const server = createServer((request, response) => {
    const isScript = request.url === '/suite.js';
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8' })
      .end(isScript ? script : '<!doctype html><title>Vault</title><h1>Vault</h1><script src="/suite.js"></script>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Checks the vault and the offline copy over the engine's own IndexedDB, WebCrypto, locks and channels. Returns what each check found out
 * about the engine.
 */
export async function vaultWalk(walker: Walker): Promise<readonly string[]> {
  const suite = await serveSuite();
  const told: string[] = [];
  /** The result of a check, or what went wrong. Returned as text, because not every driver passes a page's errors on in full. */
  const ask = async (call: string, ...given: readonly unknown[]): Promise<string> => {
    const said = await walker.run(
      `return (${call}).then((said) => String(said), (error) => 'FAILED ' + error)`,
      ...given,
    );
    return String(said);
  };
  const check = async (name: string): Promise<void> => {
    const said = await ask('vaultSuite.checks[arguments[0]]()', name);
    told.push(`${name}${said === '' ? '' : `: ${said}`}`);
  };
  try {
    await walker.open(suite.address);
    await walker.sees('Vault', 'h1');
    for (const name of names) await check(name);
    await ask('vaultSuite.shareKeys()');
    await walker.newTab();
    await walker.open(suite.address);
    await walker.sees('Vault', 'h1');
    told.push(`keys for a second tab: ${await ask('vaultSuite.openWithShared()')}`);
    await walker.backToFirstTab();
    await check('shred');
  } finally {
    suite.close();
  }
  const failed = told.filter((line) => line.includes('FAILED'));
  if (failed.length > 0) throw new Error(told.join('\n      '));
  return told;
}
