import type { PatientId } from '@portal/api';
import type { AuditEntry } from '../audit/audit.ts';
import type { Db } from '../db/pool.ts';
import { systemOfDocument } from './documents.ts';
import { type AskedIdentifier, identifierOf } from './identifier.ts';
import { sourceOf, sourcesOf } from '../facilities/sources.ts';

/** What the audit says of a summary that a page has shown, with the name of its source by our own rows; null where the patient has no such summary. */
export async function viewedSummary(
  db: Db,
  patientId: PatientId,
  asked: AskedIdentifier,
): Promise<NonNullable<AuditEntry['detail']> | null> {
  const identifier = identifierOf(asked);
  if (identifier === null) return null;
  if ('ccdaId' in identifier) {
    const { ccdaId } = identifier;
    const ifSystemId = await systemOfDocument(db, { patientId, ccdaId });
    const source = ifSystemId === null ? null : await sourceOf(db, patientId, ifSystemId);
    return source === null ? null : { ccdaId, ifSystemId: source.ifSystemId, sourceSystemName: source.name };
  }
  const own = (await sourcesOf(db, patientId)).find(({ isOwn }) => isOwn);
  return own === undefined ? null : { ...identifier, ifSystemId: own.ifSystemId, sourceSystemName: own.name };
}
