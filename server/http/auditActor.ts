import { type AuditEntry, audit } from '../audit/audit.ts';
import type { AuditType } from '../audit/types.ts';
import type { Db } from '../db/pool.ts';
import type { Actor } from './handler.ts';

/** Writes what somebody who is signed in did, about themselves unless `patientId` says otherwise. Call it last, like `audit`. */
export const auditActor = (
  tx: Db,
  actor: Actor,
  type: AuditType,
  { patientId = actor.patientId, detail }: Partial<Pick<AuditEntry, 'patientId' | 'detail'>> = {},
): Promise<void> => audit(tx, { type, actor, patientId, facilityId: actor.facilityId, detail });
