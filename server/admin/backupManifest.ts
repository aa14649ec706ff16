import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CopiedFolder } from '../db/fileCopies.ts';
import { type Db, statement } from '../db/pool.ts';
import { readJson } from './files.ts';

/** What a database holds. Of the audit's rows, none ever goes. */
const Contents = v.object({
  lastMigration: v.string(),
  patients: v.number(),
  users: v.number(),
  messages: v.number(),
  questionnaires: v.number(),
  auditRows: v.number(),
  /** Files that are in the store of FILES_URL, which the backup does not hold. */
  filesElsewhere: v.optional(v.number(), 0),
});
export type Contents = v.InferOutput<typeof Contents>;

export const countContents = statement(
  'backup.contents',
  `select (select max(name) from schema_migrations) as "lastMigration", (select count(*) from patients) as patients, (select count(*) from users) as users,
     (select count(*) from secure_messages) as messages, (select count(*) from assigned_questionnaires) as questionnaires,
     (select coalesce(sum(seq), 0) from audit_heads) as "auditRows",
     (select count(*) from file_objects where delete_after is null) as "filesElsewhere"`,
  Contents,
);
const clock = statement('backup.clock', 'select clock_timestamp() as now', v.object({ now: v.string() }));
export const nowOf = async (db: Db): Promise<string> => (await db.one(clock)).now;

const version = statement(
  'backup.version',
  "select current_setting('server_version') as postgres",
  v.object({ postgres: v.string() }),
);
export const postgresOf = async (db: Db): Promise<string> => (await db.one(version)).postgres;

const Manifest = v.object({
  format: v.literal(1),
  note: v.string(),
  /** `embedded`: files of the PostgreSQL in DATA_DIR; `own`: what pg_basebackup wrote, with a manifest of its own. */
  kind: v.picklist(['embedded', 'own']),
  beganAt: v.string(),
  /** What was acknowledged before this instant is in the backup. */
  endedAt: v.string(),
  postgres: v.string(),
  /** The mark of the key that seals the audit log. The key cannot be made from it. */
  keyMark: v.string(),
  holdsAuditKey: v.boolean(),
  contents: Contents,
  isChecked: v.boolean(),
  database: CopiedFolder,
  anchors: CopiedFolder,
});
export type Manifest = v.InferOutput<typeof Manifest>;

const file = (folder: string): string => join(folder, 'manifest.json');
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
export const databaseIn = (folder: string): string => join(folder, 'database');

export const readManifest = (folder: string): Promise<Manifest> => readJson(file(folder), Manifest);

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(file(folder), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
