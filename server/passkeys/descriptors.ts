import { PasskeyTransport, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const known = statement(
  'passkeys.known',
  'select credential_id as "credentialId", transports from passkeys where user_id = $userId and is_for_kiosk = $isForKiosk order by created_at, id',
  v.object({ credentialId: v.instance(Buffer), transports: v.array(PasskeyTransport) }),
);

/** The passkeys of an account for the portal or the kiosk, as browsers name them. */
export const findDescriptors = async (db: Db, userId: UserId, isForKiosk: boolean) =>
  (await db.many(known, { userId, isForKiosk })).map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }));
