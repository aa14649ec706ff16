import type { FacilityId, PatientId, Role, UserId } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';

/** Who did it. `null` of an entry: nobody signed in (a failed login), or the server itself. */
export interface AuditActor {
  readonly userId: UserId | null;
  readonly role: Role | 'admin' | null;
  readonly name: string;
  readonly sessionId: number | null;
}

export interface AuditEntry {
  /** Dotted and stable: `questionnaire.submitted`, `read.getPatient`, `session.ended`. */
  readonly type: string;
  readonly actor: AuditActor | null;
  /** The patient whose record it is about; rows about a patient form that patient's chain. */
  readonly patientId: PatientId | null;
  /** Chain of rows that are about no patient. Left out, they join the server's own chain. */
  readonly facilityId?: FacilityId | null;
  /** Ids, counts and codes; never a name, an answer or a text of the patient. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

const append = statement('audit.append', 'select append_audit($1, $2, $3, $4, $5, $6, $7, $8::jsonb)');

/**
 * Writes one row at the end of its hash chain, in the transaction of the write it tells of. It locks the chain's head until
 * the transaction ends, so call it last.
 */
export async function audit(tx: Db, entry: AuditEntry): Promise<void> {
  const { actor } = entry;
  await tx.run(append, [
    entry.type,
    entry.patientId,
    entry.facilityId ?? null,
    actor?.userId ?? null,
    actor?.role ?? null,
    actor?.name ?? null,
    actor?.sessionId ?? null,
    JSON.stringify(entry.detail ?? {}),
  ]);
}
