import type { Logger } from 'pino';
import type { Pool } from '../db/pool.ts';
import { type BundleReceiver, bundleReceiver } from '../fhirSources/receive.ts';
import { startWorkingOnBundles } from '../fhirSources/work.ts';
import type { Scanner } from '../files/scanner.ts';
import { SealedContent } from '../http/sealedContent.ts';
import type { Config } from './config.ts';

interface Fhir {
  readonly receiveBundle: BundleReceiver;
  stop(): Promise<void>;
}

/** Takes what FHIR sources post, reads those that are read, and works on what has come to any server. */
export function serveFhir(
  { serverKey, serverKeysBefore }: Config,
  pool: Pool,
  log: Logger,
  scanner: Scanner,
): Fhir {
  const contents = new SealedContent(pool.db, serverKey, serverKeysBefore, 'fhir-bundle');
  const worker = startWorkingOnBundles(pool, log, contents, scanner);
  return {
    receiveBundle: bundleReceiver(pool.db, contents, log, () => worker.wake()),
    stop: () => worker.stop(),
  };
}
