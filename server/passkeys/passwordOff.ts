import { Instant, type UserId, keepsPasswordRules } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { isGuessable } from '../credentials/guessablePassword.ts';
import { mailOwner } from '../credentials/mailOwner.ts';
import { holdAccount, passwordRules, personalWords, replacePassword } from '../credentials/passwords.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';
import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { newSecret } from '../http/secrets.ts';
import { endPending } from '../secondFactor/pendingSignIns.ts';
import { recoveryCodesLeft } from '../secondFactor/recoveryCodes.ts';
import { type RelyingParty, relyingPartyOf } from './relyingParty.ts';
import { requireAccountOfOurs } from './requireAccountOfOurs.ts';

type PasswordOffCalls = 'getPasswordStanding' | 'switchPasswordOff' | 'switchPasswordOn';

const find = statement(
  'passwordOff.find',
  `select u.password_off_at as "switchedOffAt",
     (select count(*)::int from passkeys k where k.user_id = u.id and not k.is_for_kiosk and k.facility_id = $facilityId and k.rp_id = $rpId) as passkeys
   from users u where u.id = $userId`,
  v.object({ switchedOffAt: v.nullable(Instant), passkeys: v.number() }),
);
const switchOff = statement(
  'passwordOff.switchOff',
  'update users set password_hash = $newHash, password_off_at = now(), is_password_update_required = false where id = $userId and password_off_at is null',
);

/** Two passkeys that work here, or one with recovery codes: the loss of one thing must not lock anybody out. */
async function standingOf(db: Db, userId: UserId, { facilityId, rpId }: RelyingParty) {
  const { switchedOffAt, passkeys } = await db.one(find, { userId, facilityId, rpId });
  const isEnough = passkeys > 1 || (passkeys === 1 && (await recoveryCodesLeft(db, userId)) > 0);
  return { switchedOffAt, canSwitchOff: switchedOffAt === null && isEnough };
}

/** An account without a password. It has the hash of a secret that nobody knows, so a sign-in by password fails as a wrong one does. */
export const passwordOffHandlers = (services: AccountServices): Pick<Handlers, PasswordOffCalls> => ({
  async getPasswordStanding(context) {
    await requireAccountOfOurs(context.actor, context.db);
    return standingOf(context.db, context.actor.userId, await relyingPartyOf(context, services));
  },

  async switchPasswordOff(context) {
    const { actor, db, tx, origins, refuse } = context;
    const { userId } = actor;
    await requireAccountOfOurs(actor, db);
    const relyingParty = await relyingPartyOf(context, services);
    const newHash = await services.passwords.hash(newSecret());
    await tx(async (within) => {
      const account = orNotFound(await within.maybe(holdAccount, { userId }));
      const { switchedOffAt, canSwitchOff } = await standingOf(within, userId, relyingParty);
      if (switchedOffAt !== null) return;
      if (!canSwitchOff) throw refuse('too_few_passkeys');
      await within.run(switchOff, { userId, newHash });
      await endPending(within, userId);
      await mailOwner(within, services, origins, account, '/reset-password', (values) => ({
        kind: 'passwordOff',
        values,
      }));
      const { patientId, facilityId } = account;
      await audit(within, { type: 'password.off', actor, patientId, facilityId });
    });
    services.mailer.wake();
    return null;
  },

  async switchPasswordOn({ actor, body, db, tx, origins, refuse }) {
    const { userId, sessionId } = actor;
    await requireAccountOfOurs(actor, db);
    if (body.newPassword !== body.confirmPassword) throw refuse('confirm_mismatch');
    if (!keepsPasswordRules(passwordRules, body.newPassword)) throw refuse('password_rules');
    const newHash = await services.passwords.hash(body.newPassword);
    await tx(async (within) => {
      const account = await within.maybe(holdAccount, { userId });
      // Whoever has a password changes it by knowing it.
      if (account === null || account.passwordOffAt === null) throw notFound();
      if (isGuessable(body.newPassword, account.userName ?? '', personalWords(account)))
        throw refuse('password_guessable');
      await replacePassword(within, services, origins, {
        account,
        newHash,
        keepSession: sessionId,
        auditType: 'password.changed',
        actor,
      });
    });
    services.mailer.wake();
    return null;
  },
});
