import { IfSystemId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { refusal } from './handler.ts';
import { hashOf } from './secrets.ts';

const systemOf = statement(
  'mount.systemOfKey',
  'select id from external_systems where id = $ifSystemId and answer_key_hash = $keyHash',
);

/** Refuses a request without the key of the system that its address names. */
export async function requireSystemKey(
  db: Db,
  params: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, unknown>>,
): Promise<void> {
  const ifSystemId = v.parse(IfSystemId, params['ifSystemId']);
  const keyHash = hashOf(v.parse(v.string(), headers['system-key']));
  if (!(await db.has(systemOf, { ifSystemId, keyHash }))) throw refusal('unauthorized');
}
