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

export const undoDays = 3;
/** For how long a link that was used answers again, because its answer may have been lost. */
const retrySeconds = 10 * 60;

const addUndo = statement(
  'emailUndo.add',
  `with used as (delete from email_undos where user_id = $userId and used_at is not null)
   insert into email_undos (token_hash, user_id, email, was_confirmed, expires_at)
   values ($tokenHash, $userId, $email, $wasConfirmed, now() + make_interval(days => $undoDays))`,
);
const findUndo = statement(
  'emailUndo.find',
  `select user_id as "userId", email, was_confirmed as "wasConfirmed", expires_at - make_interval(days => $undoDays) as "changedAt"
   from email_undos where token_hash = $tokenHash and expires_at > now() and used_at is null`,
  v.object({ userId: UserId, email: v.string(), wasConfirmed: v.boolean(), changedAt: v.string() }),
);
const findUsed = statement(
  'emailUndo.findUsed',
  `select 1 as one from email_undos where token_hash = $tokenHash and used_at > now() - make_interval(secs => $retrySeconds)`,
  v.object({ one: v.number() }),
);
/** Of passkeys and sign-ins at identity systems that were added since then, the person was told at an address that is not theirs. */
const dropWaysInSince = statement(
  'emailUndo.dropWaysIn',
  `with identities as (delete from identity_links where user_id = $userId and created_at >= $changedAt)
   delete from passkeys where user_id = $userId and created_at >= $changedAt`,
);
/** It expires as well: a server of the version before does not know `used_at`. */
const useUndo = statement(
  'emailUndo.use',
  `with others as (delete from email_undos where user_id = $userId and token_hash <> $tokenHash)
   update email_undos set used_at = now(), expires_at = now() where token_hash = $tokenHash`,
);

/** Makes a link that restores the address an account is about to lose. Its secret is stored only as a hash and reaches no log. */
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

/** Undoes a change of address. Whoever made it may be signed in and may know the password, so every session ends. */
export const emailUndoHandlers = (services: SessionServices): Pick<Handlers, 'undoEmailChange'> => ({
  async undoEmailChange({ body, db, ip, tx, refuse }) {
    await checkAddress(db, ip, services.addressFailures);
    const tokenHash = hashOf(body.token);
    const done = await tx(async (within) => {
      const known = await within.maybe(findUndo, { tokenHash, undoDays });
      const account = known === null ? null : await within.maybe(holdAccount, { userId: known.userId });
      // Checked again under the lock: of two links that are followed at once, only one works.
      const undo = account === null ? null : await within.maybe(findUndo, { tokenHash, undoDays });
      if (account === null || undo === null)
        return (await within.maybe(findUsed, { tokenHash, retrySeconds })) !== null;
      const { userId } = account;
      // The undo links of later changes were sent to addresses that are not the person's, so they are deleted.
      await saveAccountEmail(within, userId, undo.email, undo.wasConfirmed);
      await within.run(dropWaysInSince, { userId, changedAt: undo.changedAt });
      await within.run(useUndo, { userId, tokenHash });
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
