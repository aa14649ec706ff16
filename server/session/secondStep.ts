import type { Token } from '@portal/api';
import { type AuditActor, audit } from '../audit/audit.ts';
import type { AuditType } from '../audit/types.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { findAccount } from '../credentials/passwords.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import type { Db } from '../db/pool.ts';
import type { Handlers } from '../http/handler.ts';
import { findPending, finishPending, finishSetUp, hasSetUp, takeTryOf } from '../secondFactor/pendingSignIns.ts';
import { rememberForSecondStep } from '../secondFactor/rememberedBrowsers.ts';
import {
  type CodeOutcome,
  checkCode,
  confirmKey,
  confirmKeyAgain,
  newAuthenticatorKey,
} from '../secondFactor/secondFactor.ts';
import { requireMayText, sendTextCode, textsOf } from '../secondFactor/textCodes.ts';
import { type SecondStepNews, tellOwner } from '../secondFactor/tellOwner.ts';
import { type Login, findLoginOf, fitsSurface, holdTablet, openSession, roleOf } from './passwordLogin.ts';

type FinishContext = Parameters<Handlers['finishSignIn']>[0];

type Finished =
  | { readonly kind: 'signedIn'; readonly token: Token; readonly recoveryCodes: readonly string[] | null }
  | { readonly kind: 'over' }
  | Exclude<CodeOutcome, { readonly kind: 'right' }>;

/** What a code has done: confirmed a set-up, or passed the second step. */
type Passed =
  | { readonly recoveryCodes: readonly string[]; readonly news: SecondStepNews | null; readonly type: AuditType }
  | { readonly recoveryCodes: null; readonly news: SecondStepNews | null; readonly type: AuditType | null };

async function pass(
  tx: Db,
  { body }: FinishContext,
  services: AccountServices,
  { userId }: Login,
  needs: 'code' | 'setUp',
): Promise<Passed | Exclude<Finished, { readonly kind: 'signedIn' }>> {
  if (needs === 'setUp') {
    const first = await confirmKey(tx, services, userId, body.code, false);
    const isAgain = first === 'over' && (await hasSetUp(tx, body.pending));
    const recoveryCodes = isAgain ? await confirmKeyAgain(tx, services, userId, body.code) : first;
    if (recoveryCodes === 'over') return { kind: 'over' };
    if (recoveryCodes === 'wrong') return { kind: 'wrong', locksNow: false };
    if (isAgain) return { recoveryCodes, news: null, type: 'secondFactor.codesMade' };
    return { recoveryCodes, news: { kind: 'secondStepOn' }, type: 'secondFactor.on' };
  }
  const outcome = await checkCode(tx, services, userId, body.code, body.pending);
  if (outcome.kind !== 'right') return outcome;
  return outcome.by !== 'recoveryCode'
    ? { recoveryCodes: null, news: null, type: null }
    : {
        recoveryCodes: null,
        news: { kind: 'recoveryCodeUsed', codes: outcome.codesLeft },
        type: 'secondFactor.codeUsed',
      };
}

async function finish(
  tx: Db,
  context: FinishContext,
  services: AccountServices,
  { userId, needs }: NonNullable<Awaited<ReturnType<typeof takeTryOf>>>,
): Promise<Finished> {
  const { body, origins, device, surface, refuse } = context;
  const asManager = surface === 'kiosk';
  const login = await tx.maybe(findLoginOf, { userId });
  const account = await tx.maybe(findAccount, { userId });
  // Whatever has changed since the password was right is said when it is typed again.
  if (login === null || account === null || login.subscriptionOver || login.mustChange) return { kind: 'over' };
  if (!fitsSurface(login, asManager)) return { kind: 'over' };
  const tabletId = asManager ? await holdTablet(tx, context, login.facilityId) : null;
  const about = { patientId: login.patientId, facilityId: login.facilityId };
  const passed = await pass(tx, context, services, login, needs);
  if ('kind' in passed) {
    if (passed.kind === 'wrong' && passed.locksNow)
      await tellOwner(tx, services, origins, account, { kind: 'secondStepLocked' });
    // It may be anybody who knows the password.
    if (passed.kind === 'wrong') await audit(tx, { type: 'secondFactor.codeWrong', actor: null, ...about });
    return passed;
  }
  // Undoes the code's use too: a sign-in that ran beside this one was first.
  if (!(await (needs === 'setUp' ? finishSetUp : finishPending)(tx, body.pending))) throw refuse('second_step_over');
  if (passed.news !== null) await tellOwner(tx, services, origins, account, passed.news);
  const { token, browser } = await openSession(tx, context, services, login, { asManager, tabletId });
  const actor: AuditActor = { userId, role: roleOf(login, asManager), name: login.name, sessionId: null };
  const note = (type: AuditType) => audit(tx, { type, actor, ...about });
  if (passed.type !== null) await note(passed.type);
  // Everybody who works with a tablet has the same browser.
  if (body.remembersBrowser && !asManager) {
    await rememberForSecondStep(tx, userId, browser, device());
    await note('secondFactor.browserRemembered');
  }
  return { kind: 'signedIn', token, recoveryCodes: passed.recoveryCodes };
}

/** The second step of a sign-in by password. Between the two, nobody is signed in: the waiting sign-in is good for these calls alone. */
export const secondStepHandlers = (services: AccountServices) => {
  const noteOver = async ({ db, ip }: Pick<FinishContext, 'db' | 'ip'>): Promise<void> => {
    await checkAddress(db, ip, services.addressFailures);
    await countAddressFailure(db, ip);
  };
  return {
    async setUpAtSignIn({ db, tx, ip, body, refuse }) {
      const pending = await findPending(db, body.pending);
      if (pending?.needs !== 'setUp') {
        await noteOver({ db, ip });
        throw refuse('second_step_over');
      }
      return tx((within) => newAuthenticatorKey(within, services.serverKey, pending.userId));
    },

    async textSignInCode({ db, tx, ip, body, surface, refuse }) {
      const pending = surface === 'portal' ? await findPending(db, body.pending) : null;
      if (pending?.needs !== 'code') {
        await noteOver({ db, ip });
        throw refuse('second_step_over');
      }
      const { userId } = pending;
      const texts = await textsOf(db, userId);
      const { phoneNumber } = texts;
      if (texts.isOn !== true || !texts.isAllowed || phoneNumber === null) throw refuse('feature_inactive');
      await requireMayText(db, userId, texts.facilityId);
      await tx(async (within) => {
        await sendTextCode(within, services.serverKey, userId, { ...texts, phoneNumber }, { signIn: body.pending });
        const login = await within.maybe(findLoginOf, { userId });
        // It may be anybody who knows the password.
        await audit(within, {
          type: 'secondFactor.textSent',
          actor: null,
          patientId: login?.patientId ?? null,
          facilityId: texts.facilityId,
        });
      });
      services.mailer.wake();
      return null;
    },

    async finishSignIn(context) {
      const { body, db, tx, refuse } = context;
      const pending = await takeTryOf(db, body.pending);
      if (pending === null) {
        await noteOver(context);
        throw refuse('second_step_over');
      }
      const finished = await tx((within) => finish(within, context, services, pending));
      services.mailer.wake();
      switch (finished.kind) {
        case 'signedIn':
          return finished.recoveryCodes === null
            ? finished.token
            : { ...finished.token, recoveryCodes: [...finished.recoveryCodes] };
        case 'over':
          throw refuse('second_step_over');
        case 'wrong':
          throw refuse('code_wrong');
        case 'locked':
          throw refuse('locked_out', { minutes: finished.minutes });
      }
    },
  } satisfies Partial<Handlers>;
};
