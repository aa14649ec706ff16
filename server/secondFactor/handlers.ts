import { audit } from '../audit/audit.ts';
import type { AuditType } from '../audit/types.ts';
import { browserHash } from '../credentials/knownBrowsers.ts';
import { findAccount } from '../credentials/passwords.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import type { Db } from '../db/pool.ts';
import { type Actor, type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { policyOf, standingOf } from './policy.ts';
import { newRecoveryCodes, recoveryCodesLeft } from './recoveryCodes.ts';
import { forgetRemembered, listRemembered } from './rememberedBrowsers.ts';
import { confirmKey, confirmKeyAgain, endSecondStep, newAuthenticatorKey } from './secondFactor.ts';
import { tellOwner } from './tellOwner.ts';
import { requireMayText, saveTextNumber, sendTextCode, takeTextCode, textsOf } from './textCodes.ts';

type SecondFactorCalls =
  | 'getSecondFactor'
  | 'startSecondFactor'
  | 'confirmSecondFactor'
  | 'renewRecoveryCodes'
  | 'endSecondFactor'
  | 'forgetBrowser'
  | 'startTextCodes'
  | 'confirmTextCodes'
  | 'endTextCodes';

const note = (tx: Db, type: AuditType, actor: Actor): Promise<void> =>
  audit(tx, { type, actor, patientId: actor.patientId, facilityId: actor.facilityId });

/** The second step of whoever is signed in. */
export const secondFactorHandlers = (services: AccountServices): Pick<Handlers, SecondFactorCalls> => ({
  async getSecondFactor({ db, actor: { userId }, cookies, surface }) {
    const standing = await standingOf(db, userId);
    const { switchedOnAt, dueAt } = standing;
    const texts = await textsOf(db, userId);
    const policy = standing.hasPassword ? policyOf(standing) : 'off';
    return {
      switchedOnAt,
      isOffered: policy !== 'off',
      isRequired: policy === 'required',
      dueAt: policy === 'required' && switchedOnAt === null ? dueAt : null,
      codesLeft: await recoveryCodesLeft(db, userId),
      texts: { isOffered: texts.isAllowed, phoneEnd: texts.phoneNumber?.slice(-2) ?? null },
      browsers: await listRemembered(db, userId, browserHash({ cookies, surface })),
    };
  },

  async startSecondFactor({ tx, actor: { userId }, refuse }) {
    return tx(async (within) => {
      const standing = await standingOf(within, userId);
      // Whoever has it may move it to another phone, whatever the facility offers by now.
      if (standing.switchedOnAt === null && (!standing.hasPassword || policyOf(standing) === 'off'))
        throw refuse('feature_inactive');
      return newAuthenticatorKey(within, services.serverKey, userId);
    });
  },

  async confirmSecondFactor({ tx, actor, body, origins, refuse }) {
    const recoveryCodes = await tx(async (within) => {
      const account = orNotFound(await within.maybe(findAccount, { userId: actor.userId }));
      const first = await confirmKey(within, services, actor.userId, body.code, true);
      const isAgain = first === 'over';
      const codes = isAgain ? await confirmKeyAgain(within, services, actor.userId, body.code) : first;
      if (codes === 'over') throw refuse('second_step_over');
      if (codes === 'wrong') throw refuse('code_wrong');
      if (!isAgain) await tellOwner(within, services, origins, account, { kind: 'secondStepOn' });
      await note(within, isAgain ? 'secondFactor.codesMade' : 'secondFactor.on', actor);
      return codes;
    });
    services.mailer.wake();
    return { recoveryCodes: [...recoveryCodes] };
  },

  async renewRecoveryCodes({ tx, actor }) {
    return tx(async (within) => {
      if ((await standingOf(within, actor.userId)).switchedOnAt === null) throw notFound();
      const recoveryCodes = await newRecoveryCodes(within, services.serverKey, actor.userId);
      await note(within, 'secondFactor.codesMade', actor);
      return { recoveryCodes };
    });
  },

  async endSecondFactor({ tx, actor, origins, refuse }) {
    await tx(async (within) => {
      const account = orNotFound(await within.maybe(findAccount, { userId: actor.userId }));
      if (policyOf(await standingOf(within, actor.userId)) === 'required') throw refuse('second_factor_required');
      if (!(await endSecondStep(within, actor.userId))) return;
      await tellOwner(within, services, origins, account, { kind: 'secondStepOff' });
      await note(within, 'secondFactor.off', actor);
    });
    services.mailer.wake();
    return null;
  },

  async startTextCodes({ db, tx, actor, body, refuse }) {
    const { userId } = actor;
    const texts = await textsOf(db, userId);
    if (texts.isOn !== true) throw notFound();
    if (!texts.isAllowed) throw refuse('feature_inactive');
    await requireMayText(db, userId, texts.facilityId);
    await tx(async (within) => {
      await sendTextCode(within, services.serverKey, userId, { ...texts, ...body }, { confirms: 'number' });
      await note(within, 'secondFactor.textSent', actor);
    });
    services.mailer.wake();
    return null;
  },

  async confirmTextCodes({ tx, actor, body, origins, refuse }) {
    const { userId } = actor;
    const outcome = await tx(async (within) => {
      const taken = await takeTextCode(within, services.serverKey, userId, body.code, { confirms: 'number' });
      if (typeof taken === 'string') return taken;
      const account = await within.maybe(findAccount, { userId });
      if (account === null || !(await textsOf(within, userId)).isAllowed) throw notFound();
      if (!(await saveTextNumber(within, userId, taken.phoneNumber))) return 'same';
      await tellOwner(within, services, origins, account, { kind: 'secondStepTexts' });
      await note(within, 'secondFactor.textsOn', actor);
      return 'saved';
    });
    services.mailer.wake();
    switch (outcome) {
      case 'wrong':
        throw refuse('code_wrong');
      case 'over':
        throw refuse('second_step_over');
      case 'same':
      case 'saved':
        return null;
    }
  },

  async endTextCodes({ tx, actor }) {
    await tx(async (within) => {
      if (await saveTextNumber(within, actor.userId, null)) await note(within, 'secondFactor.textsOff', actor);
    });
    return null;
  },

  async forgetBrowser({ tx, actor, params }) {
    await tx(async (within) => {
      if (!(await forgetRemembered(within, actor.userId, params.rememberedBrowserId))) throw notFound();
      await note(within, 'secondFactor.browserForgotten', actor);
    });
    return null;
  },
});
