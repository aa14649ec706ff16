import { type LanguageCode, keepsPasswordRules } from '@portal/api';
import { type AuditActor, audit } from '../audit/audit.ts';
import { saveAccountEmail } from '../credentials/accountEmail.ts';
import { giveTryBack, takeFrontDeskCode, tryFrontDeskCode } from '../credentials/frontDeskCodes.ts';
import { isGuessable } from '../credentials/guessablePassword.ts';
import { checkAddress, countAddressFailure, forgetFailures, nameHash } from '../credentials/loginFailures.ts';
import {
  type Account,
  findAccountByName,
  passwordRules,
  personalWords,
  replacePassword,
} from '../credentials/passwords.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import type { Db } from '../db/pool.ts';
import type { Handlers, RequestFacts } from '../http/handler.ts';
import { confirmationLink, portalOrigin } from '../mail/links.ts';
import { enqueueMail } from '../mail/queue.ts';

/** Gives an account another address. The old one is told but cannot undo it: it may be why the person came to the front desk. */
async function moveEmail(
  tx: Db,
  { portalUrl }: AccountServices,
  origins: RequestFacts['origins'],
  account: Account,
  actor: AuditActor,
  { email, language }: { readonly email: string; readonly language: LanguageCode },
): Promise<void> {
  const { userId, facilityId, firstName, patientId } = account;
  if (account.email?.toLowerCase() === email.toLowerCase()) return;
  const frame = { facilityId, language: account.chosenLanguage ?? language };
  await saveAccountEmail(tx, userId, email);
  if (account.email !== null)
    await enqueueMail(tx, { ...frame, kind: 'emailCorrected', to: account.email, values: { firstName } });
  const origin = await portalOrigin(tx, facilityId, origins.portal, portalUrl);
  const link = await confirmationLink(tx, userId, email, origin);
  await enqueueMail(tx, { ...frame, kind: 'confirmEmail', to: email, values: { firstName, link } });
  await audit(tx, { type: 'email.changed', actor, patientId, facilityId, detail: { hadOne: account.email !== null } });
}

/** For who has lost password and mailbox: a code of the front desk sets a new password, and a new address if one is given. */
export const frontDeskCodeHandlers = (services: AccountServices): Pick<Handlers, 'redeemFrontDeskCode'> => ({
  async redeemFrontDeskCode({ body, db, ip, addressMark, query, tx, origins, refuse }) {
    await checkAddress(db, ip, services.addressFailures);
    if (body.newPassword !== body.confirmPassword) throw refuse('confirm_mismatch');
    if (!keepsPasswordRules(passwordRules, body.newPassword)) throw refuse('password_rules');
    const account = await db.maybe(findAccountByName, { userName: body.userName.trim() });
    const codeHash = await tryFrontDeskCode(db, services.serverKey, account?.userId ?? null, body.code);
    if (account === null || codeHash === null) {
      await tx(async (within) => {
        await countAddressFailure(within, ip);
        await audit(within, {
          type: 'frontDeskCode.wrong',
          actor: null,
          patientId: account?.patientId ?? null,
          facilityId: account?.facilityId ?? null,
          detail: { from: addressMark() },
        });
      });
      throw refuse('code_wrong');
    }
    if (isGuessable(body.newPassword, body.userName, personalWords(account))) {
      await giveTryBack(db, account.userId, codeHash);
      throw refuse('password_guessable');
    }
    const newHash = await services.passwords.hash(body.newPassword);
    const actor: AuditActor = { userId: account.userId, role: null, name: account.name, sessionId: null };
    await tx(async (within) => {
      if (!(await takeFrontDeskCode(within, account.userId, codeHash))) throw refuse('code_wrong');
      const change = { account, newHash, keepSession: null, auditType: 'password.reset', actor } as const;
      if (!(await replacePassword(within, services, origins, change))) throw refuse('code_wrong');
      if (body.email !== null)
        await moveEmail(within, services, origins, account, actor, { email: body.email, language: query.language });
      await forgetFailures(within, nameHash(account.userName ?? ''), account.userId);
    });
    services.mailer.wake();
    return null;
  },
});
