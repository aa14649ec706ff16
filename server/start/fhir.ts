import type { Logger } from 'pino';
import type { Pool } from '../db/pool.ts';
import { type BundleReceiver, bundleReceiver } from '../fhirSources/receive.ts';
import { startPulling } from '../fhirSources/pull/pull.ts';
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
  { serverKey, serverKeysBefore, callAnywhere: anywhere }: Config,
  access: Pool,
  log: Logger,
  scanner: Scanner,
): Fhir {
  const sealed = (purpose: 'fhir-bundle' | 'fhir-client-key') =>
    new SealedContent(access.db, serverKey, serverKeysBefore, purpose);
  const contents = sealed('fhir-bundle');
  const worker = startWorkingOnBundles(access, log, contents, scanner);
  const onStored = () => worker.wake();
  const pulling = startPulling({ access, contents, keys: sealed('fhir-client-key'), anywhere, onStored }, log);
  return {
    receiveBundle: bundleReceiver(access.db, contents, log, onStored),
    async stop() {
      await pulling.stop();
      await worker.stop();
    },
  };
}
