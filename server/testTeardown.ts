import { stopTestCluster } from './testing.ts';

/** Runs once after all integration tests: the PostgreSQL that they share does not outlive them. */
export async function teardown(): Promise<void> {
  await stopTestCluster();
}
