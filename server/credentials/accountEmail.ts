import type { UserId } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';

const save = statement(
  'accountEmail.save',
  'update users set email = $email, is_email_confirmed = $isEmailConfirmed where id = $userId',
);
const saveOfPatient = statement(
  'accountEmail.saveOfPatient',
  'update patients set email_address = $emailAddress where user_id = $userId',
);
const dropLinks = statement(
  'accountEmail.dropLinks',
  'with resets as (delete from password_resets where user_id = $userId) delete from email_confirmations where user_id = $userId',
);

export const savePatientEmail = (tx: Db, userId: UserId, email: string): Promise<number> =>
  tx.run(saveOfPatient, { userId, emailAddress: email });

/** Changes the address of an account and of its patient. Links that were sent to the old address stop working. */
export async function saveAccountEmail(tx: Db, userId: UserId, email: string, isEmailConfirmed = false): Promise<void> {
  await tx.run(save, { userId, email, isEmailConfirmed });
  await savePatientEmail(tx, userId, email);
  await tx.run(dropLinks, { userId });
}
