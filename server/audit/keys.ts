import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditKey, auditKeyOf } from '../db/auditKey.ts';

/** The key in use, and every key that can be told from its mark. */
export interface AuditKeys {
  readonly current: AuditKey;
  /** By the hexadecimal mark. */
  readonly known: ReadonlyMap<string, AuditKey>;
  /** False where the key can be made from nothing that is secret. */
  readonly isSecret: boolean;
}

const keyFile = (dataDir: string): string => join(dataDir, 'audit.key');
const readKey = async (file: string): Promise<string | null> =>
  (await readFile(file, 'utf8').catch(() => null))?.trim() ?? null;

/** The secret that an embedded database is served with where no other was given: in the data folder, and for the server's user alone. */
async function ownSecret(dataDir: string): Promise<string> {
  const file = keyFile(dataDir);
  const found = await readKey(file);
  if (found !== null) return found;
  const half = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(half, randomBytes(32).toString('base64url'), { mode: 0o600 });
  // Of two that make it, the second takes the first one's.
  await link(half, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(half);
  return readFile(file, 'utf8');
}

/** The keys by the settings: `SERVER_KEY`, else with an embedded database the one in its folder. */
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
