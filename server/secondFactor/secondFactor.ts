import type { AuthenticatorKey, UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type ServerKeys, keyFor, keysFor, seal, unseal } from '../http/serverKey.ts';
import { dropRecoveryCodes, newRecoveryCodes, recoveryCodesLeft, takeRecoveryCode } from './recoveryCodes.ts';
import { forgetAllRemembered } from './rememberedBrowsers.ts';
import { takeTextCode } from './textCodes.ts';
import { digitsIn, newTotpKey, stepOf, totpUri } from './totp.ts';

/** Wrong codes in a row that close the second step of an account, and for how long. */
const wrongToLock = 5;
const lockSeconds = 15 * 60;
/** For how long a new key waits for the code that confirms it. */
const newKeySeconds = 30 * 60;
/** For how long a confirmed key gives recovery codes once more, because the answer with the first ones may have been lost. */
const retrySeconds = 10 * 60;

const Held = v.object({
  sealedKey: v.nullable(v.instance(Buffer)),
  newSealedKey: v.nullable(v.instance(Buffer)),
  lastStep: v.number(),
  lockedSeconds: v.nullable(v.number()),
  isJustConfirmed: v.boolean(),
  seconds: v.number(),
});

/** Holds the row, so that of parallel codes each is checked after what the one before it has changed. */
const hold = statement(
  'secondFactor.hold',
  `select sealed_key as "sealedKey", last_step as "lastStep",
     case when new_key_at > now() - make_interval(secs => $newKeySeconds) then new_sealed_key end as "newSealedKey",
     case when locked_until > now() then ceil(extract(epoch from locked_until - now()))::int end as "lockedSeconds",
     coalesce(switched_on_at > now() - make_interval(secs => $retrySeconds), false) as "isJustConfirmed", extract(epoch from now())::float8 as seconds
   from second_factors where user_id = $userId for update`,
  Held,
);
const noteRight = statement(
  'secondFactor.noteRight',
  'update second_factors set last_step = $lastStep, wrong_codes = 0, locked_until = null where user_id = $userId',
);
const noteWrong = statement(
  'secondFactor.noteWrong',
  `update second_factors s set wrong_codes = counted.wrong, locked_until = case when counted.wrong >= $wrongToLock then now() + make_interval(secs => $lockSeconds) end
   from (select case when locked_until <= now() then 1 else wrong_codes + 1 end as wrong from second_factors where user_id = $userId) counted
   where s.user_id = $userId returning s.locked_until is not null as "isLocked"`,
  v.object({ isLocked: v.boolean() }),
);
const names = statement(
  'secondFactor.names',
  'select f.portal_name as "portalName", u.username as "userName" from users u join facilities f on f.id = u.facility_id where u.id = $userId',
  v.object({ portalName: v.string(), userName: v.nullable(v.string()) }),
);
const saveNewKey = statement(
  'secondFactor.saveNewKey',
  `insert into second_factors (user_id, new_sealed_key, new_key_at) values ($userId, $newSealedKey, now())
   on conflict (user_id) do update set new_sealed_key = excluded.new_sealed_key, new_key_at = excluded.new_key_at`,
);
const switchOn = statement(
  'secondFactor.switchOn',
  `update second_factors set sealed_key = new_sealed_key, switched_on_at = now(), last_step = $lastStep, new_sealed_key = null, new_key_at = null,
     wrong_codes = 0, locked_until = null where user_id = $userId`,
);
const switchOff = statement(
  'secondFactor.switchOff',
  `update second_factors set sealed_key = null, switched_on_at = null, text_phone_number = null, new_sealed_key = null, new_key_at = null, wrong_codes = 0, locked_until = null
   where user_id = $userId and sealed_key is not null`,
);

const placeOf = (userId: UserId): string => `second factor of user ${String(userId)}`;

async function stepIn(
  tx: Db,
  serverKeys: ServerKeys,
  userId: UserId,
  sealed: Buffer | null,
  typed: string,
  { seconds }: Pick<v.InferOutput<typeof Held>, 'seconds'>,
): Promise<number | null> {
  const digits = digitsIn(typed);
  if (sealed === null || !/^\d{6}$/.test(digits)) return null;
  for (const sealing of await keysFor(tx, serverKeys, 'second-factor')) {
    const key = unseal(sealing, placeOf(userId), sealed);
    if (key !== null) return stepOf(key, digits, seconds);
  }
  return null;
}

/** Makes a key for an authenticator app. It counts once a code has confirmed it. */
export async function newAuthenticatorKey(tx: Db, serverKey: string, userId: UserId): Promise<AuthenticatorKey> {
  const { portalName, userName } = await tx.one(names, { userId });
  const key = newTotpKey();
  const newSealedKey = seal(await keyFor(tx, serverKey, 'second-factor'), placeOf(userId), key);
  await tx.run(saveNewKey, { userId, newSealedKey });
  return { key, uri: totpUri(key, portalName, userName ?? portalName) };
}

export type CodeOutcome =
  | { readonly kind: 'right'; readonly by: 'app' | 'text' }
  | { readonly kind: 'right'; readonly by: 'recoveryCode'; readonly codesLeft: number }
  /** `locksNow`: this one was one too many. */
  | { readonly kind: 'wrong'; readonly locksNow: boolean }
  | { readonly kind: 'locked'; readonly minutes: number };

/**
 * Checks a code of the app, of a text message for this sign-in (`pending`) or a recovery code, and uses it up. A wrong one counts, so the
 * transaction must be committed for it too.
 */
export async function checkCode(
  tx: Db,
  serverKeys: ServerKeys,
  userId: UserId,
  typed: string,
  pending: string,
): Promise<CodeOutcome> {
  const held = await tx.maybe(hold, { userId, newKeySeconds, retrySeconds });
  if (held === null || held.sealedKey === null) return { kind: 'wrong', locksNow: false };
  if (held.lockedSeconds !== null) return { kind: 'locked', minutes: Math.max(1, Math.ceil(held.lockedSeconds / 60)) };
  const step = await stepIn(tx, serverKeys, userId, held.sealedKey, typed, held);
  if (step !== null && step > held.lastStep) {
    await tx.run(noteRight, { userId, lastStep: step });
    return { kind: 'right', by: 'app' };
  }
  if (typeof (await takeTextCode(tx, serverKeys.serverKey, userId, typed, { signIn: pending })) === 'object') {
    await tx.run(noteRight, { userId, lastStep: held.lastStep });
    return { kind: 'right', by: 'text' };
  }
  if (await takeRecoveryCode(tx, serverKeys, userId, typed)) {
    await tx.run(noteRight, { userId, lastStep: held.lastStep });
    return { kind: 'right', by: 'recoveryCode', codesLeft: await recoveryCodesLeft(tx, userId) };
  }
  const { isLocked } = await tx.one(noteWrong, { userId, wrongToLock, lockSeconds });
  return { kind: 'wrong', locksNow: isLocked };
}

/**
 * Confirms a new key by one of its codes: from now on it is the second step. Gives new recovery codes; a word if that is not so. Only who is
 * signed in may replace (`replaces`) the key that there is: whoever knows the password alone could otherwise put theirs in its place.
 */
export async function confirmKey(
  tx: Db,
  serverKeys: ServerKeys,
  userId: UserId,
  typed: string,
  replaces: boolean,
): Promise<readonly string[] | 'wrong' | 'over'> {
  const held = await tx.maybe(hold, { userId, newKeySeconds, retrySeconds });
  if (held === null || held.newSealedKey === null || (held.sealedKey !== null && !replaces)) return 'over';
  const step = await stepIn(tx, serverKeys, userId, held.newSealedKey, typed, held);
  if (step === null) return 'wrong';
  await tx.run(switchOn, { userId, lastStep: step });
  await forgetAllRemembered(tx, userId);
  return newRecoveryCodes(tx, serverKeys.serverKey, userId);
}

/** Gives recovery codes once more for a code of the key that was just confirmed, also for that very code. */
export async function confirmKeyAgain(
  tx: Db,
  serverKeys: ServerKeys,
  userId: UserId,
  typed: string,
): Promise<readonly string[] | 'wrong' | 'over'> {
  const held = await tx.maybe(hold, { userId, newKeySeconds, retrySeconds });
  if (held === null || !held.isJustConfirmed) return 'over';
  const step = await stepIn(tx, serverKeys, userId, held.sealedKey, typed, held);
  if (step === null || step < held.lastStep) return 'wrong';
  await tx.run(noteRight, { userId, lastStep: step });
  return newRecoveryCodes(tx, serverKeys.serverKey, userId);
}

/** Switches the second step off. False: it was off. */
export async function endSecondStep(tx: Db, userId: UserId): Promise<boolean> {
  if ((await tx.run(switchOff, { userId })) === 0) return false;
  await dropRecoveryCodes(tx, userId);
  await forgetAllRemembered(tx, userId);
  return true;
}
