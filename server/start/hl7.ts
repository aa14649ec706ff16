import type { Logger } from 'pino';
import type { Pool } from '../db/pool.ts';
import { MessageContents } from '../hl7/messageContents.ts';
import { listenForHl7 } from '../hl7/listener.ts';
import { receiver } from '../hl7/receive.ts';
import { startWorkingOnHl7 } from '../hl7/work.ts';
import type { Config } from './config.ts';
import { followTls, readTls } from './tlsFiles.ts';

interface Hl7 {
  /** Null where the settings name no port. */
  readonly port: number | null;
  stop(): Promise<void>;
}

/** Takes messages of HL7 v2 where the settings name a port, and works on those that have come to any server. */
export async function serveHl7({ hl7, serverKey, serverKeysBefore }: Config, pool: Pool, log: Logger): Promise<Hl7> {
  const contents = new MessageContents(pool.db, serverKey, serverKeysBefore);
  const pem = hl7 === null || hl7.tls === null ? null : await readTls('HL7_TLS', hl7.tls);
  const worker = startWorkingOnHl7(pool, log, contents);
  const listener =
    hl7 === null
      ? null
      : await listenForHl7(
          { ...hl7, tls: pem },
          receiver(pool.db, contents, log, () => worker.wake()),
          log,
        );
  const stopFollowing =
    listener === null || pem === null || hl7 === null || hl7.tls === null
      ? () => undefined
      : followTls('HL7_TLS', hl7.tls, pem, [listener], log);
  return {
    port: listener?.port ?? null,
    async stop() {
      stopFollowing();
      await listener?.stop();
      await worker.stop();
    },
  };
}
