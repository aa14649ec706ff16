import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditKey, auditKeyOf } from '../db/auditKey.ts';

/** The current key, and all keys that a row's mark can name. */
export interface AuditKeys {
  readonly current: AuditKey;
  /** The keys by their mark in hexadecimal. */
  readonly known: ReadonlyMap<string, AuditKey>;
  /** False when the key is made from nothing secret. */
  readonly isSecret: boolean;
}

export const keyFile = (dataDir: string): string => join(dataDir, 'audit.key');
const readKey = async (file: string): Promise<string | null> =>
  (await readFile(file, 'utf8').catch(() => null))?.trim() ?? null;

/** The secret for an embedded database when no `SERVER_KEY` is given. It lies in the data folder, readable by the server's user only. */
async function ownSecret(dataDir: string): Promise<string> {
  const file = keyFile(dataDir);
  const found = await readKey(file);
  if (found !== null) return found;
  const half = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(half, randomBytes(32).toString('base64url'), { mode: 0o600 });
  // If two processes make the file at once, the second uses the first one's.
  await link(half, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(half);
  return readFile(file, 'utf8');
}

/** The keys from the settings: `SERVER_KEY`, or for an embedded database the secret in its data folder. */
export async function auditKeysOf(
  config: Readonly<{
    serverKey: string;
    serverKeysBefore: readonly string[];
    databaseUrl: string | null;
    dataDir: string;
  }>,
): Promise<AuditKeys> {
  const { serverKey, serverKeysBefore, databaseUrl, dataDir } = config;
  const secret = serverKey === '' && databaseUrl === null ? await ownSecret(dataDir) : serverKey;
  const current = auditKeyOf(secret);
  const before = [...serverKeysBefore, (await readKey(keyFile(dataDir))) ?? '', ''].map(auditKeyOf);
  return {
    current,
    known: new Map([...before, current].map((key) => [key.mark.toString('hex'), key])),
    isSecret: secret !== '',
  };
}
