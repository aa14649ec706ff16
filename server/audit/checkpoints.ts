import * as v from 'valibot';
import type { AuditKey } from '../db/auditKey.ts';
import { type Db, statement } from '../db/pool.ts';

/** The last row of a chain when it was last found sound. */
export interface Checkpoint {
  readonly seq: number;
  readonly hash: Buffer;
}

/** What a checkpoint adds to the sum of all. Without the key, nobody finds another set of checkpoints with the same sum. */
export const weightOf = (key: AuditKey, chain: string, checkpoint: Checkpoint | null): bigint =>
  checkpoint === null
    ? 0n
    : BigInt(
        `0x${key.sign('checkpoint', JSON.stringify([chain, checkpoint.seq, checkpoint.hash.toString('hex')])).toString('hex')}`,
      );
/** A sum in hexadecimal with a weight more. */
export const added = (sum: string, weight: bigint): string =>
  BigInt.asUintN(256, BigInt(`0x${sum}`) + weight).toString(16);

/** How far a folder of anchors was read: up to a byte of one of its files. */
export const AnchorPlace = v.object({ file: v.string(), bytes: v.number() });
export type AnchorPlace = v.InferOutput<typeof AnchorPlace>;

const inJson = <Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.string(), v.parseJson(), schema);
/** What the last check without a finding leaves for the next one. */
const Verified = v.object({
  /** Of all checkpoints, in hexadecimal. */
  sum: v.string(),
  /** When the last check of every row began. */
  wholeAt: v.string(),
  /** By folder: all anchors up to there were compared after the checkpoints were made, and lie at or before them. */
  anchors: v.record(v.string(), AnchorPlace),
});
type Verified = v.InferOutput<typeof Verified>;
/** How far a check has come: the sum of the checkpoints that it found, and of those that it left in their place. */
const Progress = v.object({
  runId: v.number(),
  isWhole: v.boolean(),
  afterChain: v.string(),
  found: v.string(),
  left: v.string(),
});
export type Progress = v.InferOutput<typeof Progress>;

const Signed = v.object({ content: v.nullable(v.string()), seal: v.nullable(v.instance(Buffer)) });
const verified = statement('checkpoints.verified', 'select content, seal from audit_verified', Signed);
const keep = statement(
  'checkpoints.keepVerified',
  `insert into audit_verified (content, seal) values ($content, $seal) on conflict (one) do update set content = excluded.content, seal = excluded.seal`,
);

/** Reads what was signed under this key; null: nothing, or something that was altered. */
function signedBy<Schema extends v.GenericSchema>(
  key: AuditKey,
  what: 'progress' | 'verified',
  schema: Schema,
  { content, seal }: v.InferOutput<typeof Signed>,
): v.InferOutput<Schema> | null {
  if (content === null || seal === null || !key.sign(what, content).equals(seal)) return null;
  const parsed = v.safeParse(inJson(schema), content);
  return parsed.success ? parsed.output : null;
}

export async function readVerified(db: Db, key: AuditKey): Promise<Verified | null> {
  const row = await db.maybe(verified);
  return row === null ? null : signedBy(key, 'verified', Verified, row);
}

export async function keepVerified(db: Db, key: AuditKey, value: Verified): Promise<void> {
  const content = JSON.stringify(value);
  await db.run(keep, { content, seal: key.sign('verified', content) });
}

export const readProgress = (key: AuditKey, progress: string | null, progressSeal: Buffer | null): Progress | null =>
  signedBy(key, 'progress', Progress, { content: progress, seal: progressSeal });

export function signedProgress(key: AuditKey, value: Progress): { progress: string; progressSeal: Buffer } {
  const progress = JSON.stringify(value);
  return { progress, progressSeal: key.sign('progress', progress) };
}
