import { PasskeyTransport, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const known = statement(
  'passkeys.known',
  'select credential_id as "credentialId", transports from passkeys where user_id = $userId order by created_at, id',
  v.object({ credentialId: v.instance(Buffer), transports: v.array(PasskeyTransport) }),
);

/** The passkeys of an account as browsers name them. */
export const findDescriptors = async (db: Db, userId: UserId) =>
  (await db.many(known, { userId })).map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }));
