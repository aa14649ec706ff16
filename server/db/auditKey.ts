import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { FacilityId, PatientId } from '@portal/api';

/** What a row of the audit says, as it is sealed: everything but its place in the chain. */
export interface AuditContent {
  readonly type: string;
  readonly patientId: number | null;
  readonly facilityId: number | null;
  readonly userId: number | null;
  readonly role: string | null;
  readonly name: string | null;
  readonly sessionId: number | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The key under which rows of the audit are sealed. It never leaves this process. */
export interface AuditKey {
  /** By which rows name it. */
  readonly mark: Buffer;
  /** HMAC-SHA-256 of a row's content, under a key of its chain alone. Good for this one row: the nonce is never used again. */
  tag(chain: string, nonce: Buffer, content: AuditContent): Buffer;
  /** Says where a chain stood when the key came into use. */
  seal(chain: string, seq: number, hash: Buffer): Buffer;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The same text for the same content, whatever the order in which its details are given. */
const textOf = (nonce: Buffer, content: AuditContent): string =>
  JSON.stringify([
    nonce.toString('hex'),
    content.type,
    content.patientId,
    content.facilityId,
    content.userId,
    content.role,
    content.name,
    content.sessionId,
    Object.entries(content.detail).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** The key of a secret text, from which nothing in the database takes part. Of an empty text, anybody can make it. */
export function auditKeyOf(secret: string): AuditKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vestibule audit', 32));
  return {
    mark: hmac(key, 'mark').subarray(0, 8),
    tag: (chain, nonce, content) => hmac(hmac(key, `chain ${chain}`), textOf(nonce, content)),
    seal: (chain, seq, hash) => hmac(key, JSON.stringify(['seal', chain, seq, hash.toString('hex')])),
  };
}

/** The chain that a row belongs to: of its patient, else of its facility, else the server's own. */
export const chainOf = (patientId: PatientId | number | null, facilityId: FacilityId | number | null): string =>
  patientId !== null ? `patient:${patientId}` : facilityId !== null ? `facility:${facilityId}` : 'server';

/** The hash before the first row of a chain. */
export const noHash: Buffer = Buffer.alloc(32);

/** The hash of a row from its tag and its place, as `append_audit` makes it. */
export function hashAt(tag: Buffer, previous: Buffer, seq: number, micros: bigint): Buffer {
  const place = Buffer.alloc(16);
  place.writeBigInt64BE(BigInt(seq), 0);
  place.writeBigInt64BE(micros, 8);
  return createHash('sha256').update(tag).update(previous).update(place).digest();
}
