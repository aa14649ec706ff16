import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { FacilityId, PatientId } from '@portal/api';

/** The content of an audit row that is sealed: everything but its place in the chain. */
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

/** The key that seals rows of the audit. It never leaves this process. */
export interface AuditKey {
  /** Rows name their key by this. */
  readonly mark: Buffer;
  /** HMAC-SHA-256 of a row's content, under a key derived for its chain. Each nonce is used for one row only. */
  tag(chain: string, nonce: Buffer, content: AuditContent): Buffer;
  /** Seals the last row of a chain at the moment when the key came into use. */
  seal(chain: string, seq: number, hash: Buffer): Buffer;
  /** Signs what a check keeps in the database for the next one. `what` tells the uses apart. */
  sign(what: 'checkpoint' | 'progress' | 'verified', text: string): Buffer;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Gives the same text for the same content, whatever the order of its details. */
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

/** Derives the key from a secret text only; nothing in the database takes part. For an empty text, anybody can make the same key. */
export function auditKeyOf(secret: string): AuditKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vestibule audit', 32));
  return {
    mark: hmac(key, 'mark').subarray(0, 8),
    tag: (chain, nonce, content) => hmac(hmac(key, `chain ${chain}`), textOf(nonce, content)),
    seal: (chain, seq, hash) => hmac(key, JSON.stringify(['seal', chain, seq, hash.toString('hex')])),
    sign: (what, text) => hmac(key, JSON.stringify([what, text])),
  };
}

/** The chain of a row: its patient's, else its facility's, else the server's own. */
export const chainOf = (patientId: PatientId | number | null, facilityId: FacilityId | number | null): string =>
  patientId !== null ? `patient:${patientId}` : facilityId !== null ? `facility:${facilityId}` : 'server';

/** Stands for the previous hash in the first row of a chain. */
export const noHash: Buffer = Buffer.alloc(32);

/** The hash of a row from its tag and its place, computed as `append_audit` does in the database. */
export function hashAt(tag: Buffer, previous: Buffer, seq: number, micros: bigint): Buffer {
  const place = Buffer.alloc(16);
  place.writeBigInt64BE(BigInt(seq), 0);
  place.writeBigInt64BE(micros, 8);
  return createHash('sha256').update(tag).update(previous).update(place).digest();
}
