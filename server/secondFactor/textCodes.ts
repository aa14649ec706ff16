import { randomInt, timingSafeEqual } from 'node:crypto';
import { FacilityId, LanguageCode, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { requireWithinLimit } from '../http/limits.ts';
import { keyFor, keyedHash } from '../http/serverKey.ts';
import { enqueueText } from '../mail/queue.ts';
import { digitsIn } from './totp.ts';

const codeSeconds = 10 * 60;
const triesOfOne = 5;
/** A text message costs money, and who has a password could have many sent. */
const hour = 3600;
const mostOfPerson = { most: 5, seconds: hour };
const mostOfFacility = { most: 300, seconds: hour };

const find = statement(
  'textCodes.find',
  `select s.switched_on_at is not null as "isOn", s.text_phone_number as "phoneNumber", coalesce((f.second_factor ->> 'textMessages')::boolean, false) as "isAllowed",
     f.id as "facilityId", coalesce(u.language, p.language, f.default_language) as language
   from users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id left join second_factors s on s.user_id = u.id where u.id = $userId`,
  v.object({
    isOn: v.nullable(v.boolean()),
    phoneNumber: v.nullable(v.string()),
    isAllowed: v.boolean(),
    facilityId: FacilityId,
    language: v.fallback(LanguageCode, 'en'),
  }),
);
const put = statement(
  'textCodes.put',
  `insert into text_codes (user_id, code_hash, phone_number, tries_left, expires_at) values ($userId, $codeHash, $phoneNumber, $triesOfOne, now() + make_interval(secs => $codeSeconds))
   on conflict (user_id) do update set code_hash = excluded.code_hash, phone_number = excluded.phone_number, tries_left = excluded.tries_left, expires_at = excluded.expires_at`,
);
const tryOne = statement(
  'textCodes.try',
  `update text_codes set tries_left = tries_left - 1 where user_id = $userId and expires_at > now() and tries_left > 0
   returning code_hash as "codeHash", phone_number as "phoneNumber"`,
  v.object({ codeHash: v.instance(Buffer), phoneNumber: v.string() }),
);
const drop = statement('textCodes.drop', 'delete from text_codes where user_id = $userId');
const save = statement(
  'textCodes.saveNumber',
  'update second_factors set text_phone_number = $textPhoneNumber where user_id = $userId and switched_on_at is not null and text_phone_number is distinct from $textPhoneNumber',
);

/** What a code is for: one sign-in, by its secret, or a number that it confirms. A code for one is none for another. */
type Purpose = { readonly signIn: string } | { readonly confirms: 'number' };

const hashFor = async (db: Db, serverKey: string, userId: UserId, purpose: Purpose, code: string): Promise<Buffer> =>
  keyedHash(await keyFor(db, serverKey, 'second-factor'), 'text', String(userId), JSON.stringify(purpose), code);

/** What is known of somebody's codes by text message. `isAllowed`: the facility sends them. */
export const textsOf = (db: Db, userId: UserId) => db.one(find, { userId });

/** The last two digits of the number to which a code may go; null: to none. */
export async function phoneEndOf(db: Db, userId: UserId): Promise<string | null> {
  const { isOn, isAllowed, phoneNumber } = await textsOf(db, userId);
  return isOn === true && isAllowed ? (phoneNumber?.slice(-2) ?? null) : null;
}

/** Refuses a text message too many. Call it outside of the transaction that sends. */
export async function requireMayText(db: Db, userId: UserId, facilityId: FacilityId): Promise<void> {
  await requireWithinLimit(db, 'text-code', String(userId), mostOfPerson);
  await requireWithinLimit(db, 'text-codes', String(facilityId), mostOfFacility);
}

/** Queues a code. It takes the place of one sent before. */
export async function sendTextCode(
  tx: Db,
  serverKey: string,
  userId: UserId,
  {
    facilityId,
    language,
    phoneNumber,
  }: { readonly facilityId: FacilityId; readonly language: LanguageCode; readonly phoneNumber: string },
  purpose: Purpose,
): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = await hashFor(tx, serverKey, userId, purpose, code);
  await tx.run(put, { userId, codeHash, phoneNumber, triesOfOne, codeSeconds });
  await enqueueText(tx, {
    kind: 'signInCode',
    values: { code },
    facilityId,
    to: phoneNumber,
    language,
    worthSeconds: codeSeconds,
  });
}

/** Tries a code and uses it up; gives the number that it went to. A wrong try counts, so the transaction must be committed for it too. */
export async function takeTextCode(
  tx: Db,
  serverKey: string,
  userId: UserId,
  typed: string,
  purpose: Purpose,
): Promise<{ readonly phoneNumber: string } | 'wrong' | 'over'> {
  const digits = digitsIn(typed);
  if (!/^\d{6}$/.test(digits)) return 'wrong';
  const found = await tx.maybe(tryOne, { userId });
  if (found === null) return 'over';
  if (!timingSafeEqual(found.codeHash, await hashFor(tx, serverKey, userId, purpose, digits))) return 'wrong';
  await tx.run(drop, { userId });
  return { phoneNumber: found.phoneNumber };
}

/** From now on codes go to this number; null: to none. False: it was so before, or the second step is off. */
export async function saveTextNumber(tx: Db, userId: UserId, phoneNumber: string | null): Promise<boolean> {
  await tx.run(drop, { userId });
  return (await tx.run(save, { userId, textPhoneNumber: phoneNumber })) > 0;
}
