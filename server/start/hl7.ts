import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Pool } from '../db/pool.ts';
import { Contents } from '../hl7/content.ts';
import { listenForHl7 } from '../hl7/listener.ts';
import { receiver } from '../hl7/receive.ts';
import { startWorkingOnHl7 } from '../hl7/work.ts';
import { StartRefused } from '../process/startRefused.ts';
import type { Config } from './config.ts';

const fileOf = (setting: string, file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw new StartRefused(
      `The file of ${setting} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });

interface Hl7 {
  /** Null where the settings name no port. */
  readonly port: number | null;
  stop(): Promise<void>;
}

/** Takes messages of HL7 v2 where the settings name a port, and works on those that have come to any server. */
export async function serveHl7({ hl7, serverKey, serverKeysBefore }: Config, pool: Pool, log: Logger): Promise<Hl7> {
  const contents = new Contents(pool.db, serverKey, serverKeysBefore);
  const pem =
    hl7 === null || hl7.tls === null
      ? null
      : { cert: await fileOf('HL7_TLS_CERT', hl7.tls.certFile), key: await fileOf('HL7_TLS_KEY', hl7.tls.keyFile) };
  const worker = startWorkingOnHl7(pool, log, contents);
  const listener =
    hl7 === null
      ? null
      : await listenForHl7(
          { ...hl7, tls: pem },
          receiver(pool.db, contents, log, () => worker.wake()),
          log,
        );
  return {
    port: listener?.port ?? null,
    async stop() {
      await listener?.stop();
      await worker.stop();
    },
  };
}
