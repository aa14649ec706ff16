import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { StartRefused } from '../process/startRefused.ts';

/** Where a certificate, with those between it and its authority, and its key are, in PEM. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

const fileOf = (setting: string, file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw new StartRefused(
      `The file of ${setting} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });

/** Reads a certificate and its key; throws `StartRefused` with the names of their settings if they are none, or not of one pair. */
export async function readTls(prefix: 'TLS' | 'HL7_TLS', { certFile, keyFile }: TlsFiles): Promise<TlsPair> {
  const pair = { cert: await fileOf(`${prefix}_CERT`, certFile), key: await fileOf(`${prefix}_KEY`, keyFile) };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new StartRefused(
      `The files of ${prefix}_CERT and ${prefix}_KEY are no certificate and its key: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return pair;
}

/** Looks each minute whether the files have changed, and takes a new pair into use without a pause. Gives a function that ends it. */
export function followTls(
  prefix: 'TLS' | 'HL7_TLS',
  files: TlsFiles,
  first: TlsPair,
  listening: readonly { readonly renewTls: (pair: TlsPair) => void }[],
  log: Logger,
  everyMs = 60_000,
): () => void {
  let current = first;
  const look = async (): Promise<void> => {
    const found = await readTls(prefix, files);
    if (found.cert.equals(current.cert) && found.key.equals(current.key)) return;
    current = found;
    for (const each of listening) each.renewTls(found);
    log.info(`a new certificate of ${prefix}_CERT is in use`);
  };
  const timer = setInterval(() => {
    // Half a pair may have been written so far: the next look sees the other half.
    void look().catch((error: unknown) =>
      log.error(
        { cause: error instanceof Error ? error.message : String(error) },
        `the certificate of ${prefix}_CERT could not be read`,
      ),
    );
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
