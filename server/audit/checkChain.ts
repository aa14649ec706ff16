import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { hashAt, noHash } from '../db/auditKey.ts';
import type { Checkpoint } from './checkpoints.ts';
import type { AuditKeys } from './keys.ts';

/** What can be wrong with a chain, in the words of the report. */
export const faults = {
  altered: 'was altered, or written by somebody who does not have the key',
  inserted: 'was put in without the key',
  other_key: 'is under another SERVER_KEY than the servers have',
  unknown_key: 'is under a key that is not known here: give it as SERVER_KEY_BEFORE',
  removed: 'was removed',
  tail_missing: 'and all after it were removed',
  chain_missing: 'of the whole chain were removed',
  head_altered: 'is not what the head of the chain says',
  seal_altered: 'was sealed otherwise when the key came into use',
} as const;
export type Fault = keyof typeof faults;

export interface Finding {
  readonly chain: string;
  /** Number of the row; 0 means the chain as a whole. */
  readonly seq: number;
  readonly what: Fault;
}

export const findingText = ({ chain, seq, what }: Finding): string =>
  `${chain}, ${seq === 0 ? 'the rows' : `row ${seq}`} ${faults[what]}`;

const bytes = v.instance(Buffer);
const stateOf = statement(
  'checkChain.state',
  `select h.seq as "headSeq", h.hash as "headHash", (select max(e.seq) from audit_events e where e.chain = $chain) as "lastSeq",
     s.seq as "sealedSeq", s.hash as "sealedHash", s.seal
   from (select $chain::text as chain) one left join audit_heads h using (chain) left join audit_seals s on s.chain = one.chain and s.key_mark = $keyMark`,
  v.object({
    headSeq: v.nullable(v.number()),
    headHash: v.nullable(bytes),
    lastSeq: v.nullable(v.number()),
    sealedSeq: v.nullable(v.number()),
    sealedHash: v.nullable(bytes),
    seal: v.nullable(bytes),
  }),
);
const Row = v.object({
  seq: v.number(),
  micros: v.number(),
  type: v.string(),
  patientId: v.nullable(v.number()),
  facilityId: v.nullable(v.number()),
  actorUserId: v.nullable(v.number()),
  actorRole: v.nullable(v.string()),
  actorName: v.nullable(v.string()),
  sessionId: v.nullable(v.number()),
  detail: v.string(),
  hash: bytes,
  keyMark: v.nullable(bytes),
  nonce: v.nullable(bytes),
});
type Row = v.InferOutput<typeof Row>;
const rowsOf = statement(
  'checkChain.rows',
  `select seq, (extract(epoch from happened_at) * 1000000)::bigint as micros, type, patient_id as "patientId", facility_id as "facilityId",
     actor_user_id as "actorUserId", actor_role as "actorRole", actor_name as "actorName", session_id as "sessionId", detail::text as detail, hash,
     key_mark as "keyMark", nonce
   from audit_events where chain = $chain and seq > $afterSeq and seq <= $upToSeq order by seq limit 1000`,
  Row,
);
/** The most findings of one chain that are reported. More would add nothing. */
const mostFindings = 20;
/** Keeps the object as it is: valibot's own object schemas drop keys such as `__proto__` and `constructor`. */
const Detail = v.custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object' && value !== null);

/** The hash of rows from before there were keys: of a JSON array of all columns, formatted as PostgreSQL did. */
function oldHash(chain: string, previous: Buffer, row: Row): Buffer {
  const { seq, micros, type, patientId, facilityId, actorUserId, actorRole, actorName, sessionId, detail } = row;
  const values = [chain, seq, micros, type, patientId, facilityId, actorUserId, actorRole, actorName, sessionId];
  const text = `[${[...values.map((value) => JSON.stringify(value)), detail].join(', ')}]`;
  return createHash('sha256')
    .update(seq === 1 ? '' : previous)
    .update(text)
    .digest();
}

/** What is wrong with a row, given the hash of the row before it, or null. Rows after `sealedSeq` must be under the current key. */
function faultOf(keys: AuditKeys, chain: string, previous: Buffer, row: Row, sealedSeq: number): Fault | null {
  const { keyMark, nonce } = row;
  if (keyMark === null || nonce === null) {
    if (row.seq > sealedSeq) return 'inserted';
    return oldHash(chain, previous, row).equals(row.hash) ? null : 'altered';
  }
  const mark = keyMark.toString('hex');
  const key = keys.known.get(mark);
  if (row.seq > sealedSeq && key !== keys.current) return 'other_key';
  if (key === undefined) return 'unknown_key';
  const { type, patientId, facilityId, actorUserId: userId, actorRole: role, actorName: name, sessionId } = row;
  const detail = v.parse(Detail, JSON.parse(row.detail));
  const content = { type, patientId, facilityId, userId, role, name, sessionId, detail };
  return hashAt(key.tag(chain, nonce, content), previous, row.seq, BigInt(row.micros)).equals(row.hash)
    ? null
    : 'altered';
}

/** Whether one row is in its place and sealed under a known key. */
export async function isSealedRow(db: Db, keys: AuditKeys, chain: string, seq: number): Promise<boolean> {
  const rows = await db.many(rowsOf, { chain, afterSeq: Math.max(seq - 2, 0), upToSeq: seq });
  const row = rows.at(-1);
  const previous = seq === 1 ? noHash : rows.at(-2)?.hash;
  return (
    row?.seq === seq &&
    row.keyMark !== null &&
    previous !== undefined &&
    faultOf(keys, chain, previous, row, seq) === null
  );
}

/**
 * Checks one chain from its first row, or from a checkpoint whose row is still there, to its head, in pieces and without a lock. Rows that
 * are written meanwhile are left for the next check. No database function is used, because whoever can alter rows could alter the functions as
 * well. `end`: its last row, if there is one.
 */
export async function checkChain(
  db: Db,
  keys: AuditKeys,
  chain: string,
  from: Checkpoint | null = null,
): Promise<{ readonly events: number; readonly findings: readonly Finding[]; readonly end: Checkpoint | null }> {
  const findings: Finding[] = [];
  const report = (seq: number, what: Fault): void => {
    if (findings.length < mostFindings) findings.push({ chain, seq, what });
  };
  const state = await db.one(stateOf, { chain, keyMark: keys.current.mark });
  const { headSeq, headHash, lastSeq, sealedHash, seal } = state;
  const isSealed =
    state.sealedSeq !== null &&
    sealedHash !== null &&
    seal?.equals(keys.current.seal(chain, state.sealedSeq, sealedHash)) === true;
  if (seal !== null && !isSealed) report(state.sealedSeq ?? 0, 'seal_altered');
  const sealedSeq = isSealed ? (state.sealedSeq ?? 0) : 0;
  const upToSeq = headSeq ?? lastSeq ?? 0;
  let { seq, hash: previous } = from ?? { seq: 0, hash: noHash };
  let events = 0;
  let isUnknown = false;
  for (;;) {
    const rows = await db.many(rowsOf, { chain, afterSeq: seq, upToSeq });
    if (rows.length === 0) break;
    events += rows.length;
    for (const row of rows) {
      // When the row before it is missing, only that can be reported.
      const fault = row.seq === seq + 1 ? faultOf(keys, chain, previous, row, sealedSeq) : null;
      if (row.seq !== seq + 1) report(seq + 1, 'removed');
      if (fault !== null && !(fault === 'unknown_key' && isUnknown)) report(row.seq, fault);
      isUnknown ||= fault === 'unknown_key';
      if (isSealed && row.seq === sealedSeq && sealedHash?.equals(row.hash) !== true) report(row.seq, 'seal_altered');
      ({ seq, hash: previous } = row);
    }
  }
  if (lastSeq === null) {
    if (headSeq !== null || seal !== null) report(0, 'chain_missing');
    return { events, findings, end: null };
  }
  if (headSeq === null) report(lastSeq, 'head_altered');
  else if (seq < headSeq) report(seq + 1, 'tail_missing');
  else if (headHash?.equals(previous) !== true) report(headSeq, 'head_altered');
  if (headSeq !== null && lastSeq > headSeq) report(headSeq + 1, 'inserted');
  if (seq < sealedSeq && headSeq === seq) report(seq + 1, 'tail_missing');
  return { events, findings, end: { seq, hash: previous } };
}
