import { randomBytes } from 'node:crypto';
import type { FacilityId, PatientId, Role, UserId } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';
import { rowsJson } from '../db/rowsJson.ts';
import { type AuditContent, chainOf } from '../db/auditKey.ts';
import type { AuditType } from './types.ts';

/** Who did it. `null` in an entry means that nobody was signed in (a failed login) or that the server did it. */
export interface AuditActor {
  readonly userId: UserId | null;
  readonly role: Role | 'admin' | null;
  readonly name: string;
  readonly sessionId: number | null;
}

export interface AuditEntry {
  readonly type: AuditType;
  readonly actor: AuditActor | null;
  /** The patient whom the row is about. All rows about a patient form that patient's chain. */
  readonly patientId: PatientId | null;
  /** The facility's chain, for a row that is about no patient. When left out, the row joins the server's own chain. */
  readonly facilityId?: FacilityId | null;
  /** Ids, counts and codes; never a name, an answer or a text of the patient. When something was sent, `to` is the address. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

const contentOf = ({ type, actor, patientId, facilityId, detail }: AuditEntry): AuditContent => ({
  type,
  patientId,
  facilityId: facilityId ?? null,
  userId: actor?.userId ?? null,
  role: actor?.role ?? null,
  name: actor?.name ?? null,
  sessionId: actor?.sessionId ?? null,
  detail: detail ?? {},
});

/** The content of a row with its key's mark, a nonce and the tag. */
function sealed(db: Db, entry: AuditEntry) {
  const content = contentOf(entry);
  const nonce = randomBytes(16);
  const tag = db.auditKey.tag(chainOf(content.patientId, content.facilityId), nonce, content);
  return { content, keyMark: db.auditKey.mark, nonce, tag };
}

const append = statement(
  'audit.append',
  'select append_audit($type, $patientId, $facilityId, $userId, $role, $name, $sessionId, $detail::jsonb, $keyMark, $nonce, $tag)',
);

/** Writes one row at the end of its hash chain, in the transaction of what it describes. It locks the chain's head, so call it last. */
export async function audit(tx: Db, entry: AuditEntry): Promise<void> {
  const { content, keyMark, nonce, tag } = sealed(tx, entry);
  const { type, patientId, facilityId, userId, role, name, sessionId } = content;
  const detail = JSON.stringify(content.detail);
  await tx.run(append, { type, patientId, facilityId, userId, role, name, sessionId, detail, keyMark, nonce, tag });
}

const appendAll = statement(
  'audit.appendAll',
  `select append_audit(e.type, e.patient_id, e.facility_id, e.user_id, e.role, e.name, e.session_id, e.detail, e.key_mark, e.nonce, e.tag)
   from jsonb_to_recordset($entries::jsonb) as e(type text, patient_id bigint, facility_id bigint, user_id bigint, role text, name text,
     session_id bigint, detail jsonb, key_mark bytea, nonce bytea, tag bytea)`,
);

/** Writes many rows at once, in order, like `audit`. Give them in the order of their patients, so that two writers cannot deadlock. */
export async function auditAll(tx: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => {
    const { content, ...seal } = sealed(tx, entry);
    return { ...content, ...seal };
  });
  await tx.run(appendAll, { entries: rowsJson(rows) });
}
