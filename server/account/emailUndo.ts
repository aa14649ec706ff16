import { UserId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import type { Handlers } from '../http/handler.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';
import { saveAccountEmail } from '../credentials/accountEmail.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { type Account, holdAccount } from '../credentials/passwords.ts';
import { type SessionServices, endSessions } from '../credentials/tokens.ts';

/** Days for which the old address can take a change back. */
export const undoDays = 3;

const addUndo = statement(
  'emailUndo.add',
  `insert into email_undos (token_hash, user_id, email, was_confirmed, expires_at)
   values ($tokenHash, $userId, $email, $wasConfirmed, now() + make_interval(days => $undoDays))`,
);
const findUndo = statement(
  'emailUndo.find',
  'select user_id as "userId", email, was_confirmed as "wasConfirmed" from email_undos where token_hash = $tokenHash and expires_at > now()',
  v.object({ userId: UserId, email: v.string(), wasConfirmed: v.boolean() }),
);
const dropUndos = statement('emailUndo.drop', 'delete from email_undos where user_id = $userId');

/** A link, for the address that an account is about to lose, that gives it back; its secret stands in no row and reaches no log. */
export async function undoLink(tx: Db, account: Account, email: string, origin: string): Promise<string> {
  const secret = newSecret();
  await tx.run(addUndo, {
    tokenHash: hashOf(secret),
    userId: account.userId,
    email,
    wasConfirmed: account.isEmailConfirmed,
    undoDays,
  });
  return `${origin}/undo-email#t=${secret}`;
}

/** Where the old address takes a change back. Whoever changed it is signed in perhaps, and knows the password: every session ends. */
export const emailUndoHandlers = (services: SessionServices): Pick<Handlers, 'undoEmailChange'> => ({
  async undoEmailChange({ body, db, ip, tx, refuse }) {
    await checkAddress(db, ip, services.addressFailures);
    const tokenHash = hashOf(body.token);
    const done = await tx(async (within) => {
      const known = await within.maybe(findUndo, { tokenHash });
      const account = known === null ? null : await within.maybe(holdAccount, { userId: known.userId });
      // Looked at again under the lock: of two links that are followed at once, one is over.
      const undo = account === null ? null : await within.maybe(findUndo, { tokenHash });
      if (account === null || undo === null) return false;
      const { userId } = account;
      // Links of later changes went to addresses that are not the person's.
      await saveAccountEmail(within, userId, undo.email, undo.wasConfirmed);
      await within.run(dropUndos, { userId });
      await endSessions(within, userId, 'email_undone');
      await audit(within, {
        type: 'email.change_undone',
        actor: { userId, role: null, name: account.name, sessionId: null },
        patientId: account.patientId,
        facilityId: account.facilityId,
      });
      return true;
    });
    if (done) return null;
    await countAddressFailure(db, ip);
    throw refuse('link_expired');
  },
});
