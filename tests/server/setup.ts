import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serverOfTests } from './serverProcess.ts';
import { stopTestCluster } from './facilityServer.ts';

const cache = fileURLToPath(new URL('../.cache', import.meta.url));

/**
 * Runs once before all integration tests, in the process that starts them. Sets the folder where the server is built that they run as
 * separate processes.
 */
export async function setup(): Promise<void> {
  await mkdir(cache, { recursive: true });
  process.env[serverOfTests] ??= await mkdtemp(`${cache}/server-of-tests-`);
}

/** Runs once after all integration tests. Stops the PostgreSQL that they share. */
export async function teardown(): Promise<void> {
  await stopTestCluster();
  const built = process.env[serverOfTests];
  if (built !== undefined) await rm(built, { recursive: true, force: true });
}
