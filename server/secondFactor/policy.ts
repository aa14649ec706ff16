import { type SecondStepNeed, Instant, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { SecondFactorSettings } from '../facilities/secondFactorSettings.ts';
import { isRemembered } from './rememberedBrowsers.ts';

export type Policy = 'off' | 'optional' | 'required';

const Standing = v.object({
  switchedOnAt: v.nullable(Instant),
  dueAt: v.nullable(Instant),
  settings: SecondFactorSettings,
  isPatient: v.boolean(),
  represents: v.boolean(),
  hasPassword: v.boolean(),
});
type Standing = v.InferOutput<typeof Standing>;

const find = statement(
  'secondFactor.find',
  `select s.switched_on_at as "switchedOnAt", s.due_at as "dueAt", f.second_factor as settings, u.username is not null as "hasPassword",
     exists (select from patients p where p.user_id = u.id) as "isPatient",
     exists (select from current_representatives l where l.user_id = u.id) as represents
   from users u join facilities f on f.id = u.facility_id left join second_factors s on s.user_id = u.id where u.id = $userId`,
  Standing,
);
const noteDue = statement(
  'secondFactor.noteDue',
  `insert into second_factors as s (user_id, due_at) values ($userId, now() + make_interval(days => $graceDays))
   on conflict (user_id) do update set due_at = coalesce(s.due_at, excluded.due_at) returning due_at <= now() as "isDue"`,
  v.object({ isDue: v.boolean() }),
);

/** What the facility wants of an account; of one that is a patient's and acts for others, the stricter of the two. */
export function policyOf({ settings, isPatient, represents }: Standing): Policy {
  const { patients = 'optional', representatives = 'optional' } = settings;
  const asked: readonly Policy[] = [...(isPatient ? [patients] : []), ...(represents ? [representatives] : [])];
  const strictestFirst: readonly Policy[] = ['required', 'optional', 'off'];
  return strictestFirst.find((one) => asked.includes(one)) ?? 'off';
}

export const standingOf = (db: Db, userId: UserId): Promise<Standing> => db.one(find, { userId });

/**
 * What a sign-in needs after its right password; null: nothing. The days of grace begin with the first sign-in after the facility has
 * required it, so that nobody stands before a closed door unprepared.
 */
export async function secondStepNeed(
  tx: Db,
  userId: UserId,
  browserHash: Buffer | null,
): Promise<SecondStepNeed | null> {
  const standing = await standingOf(tx, userId);
  if (standing.switchedOnAt !== null) return (await isRemembered(tx, userId, browserHash)) ? null : 'code';
  if (policyOf(standing) !== 'required') return null;
  const { isDue } = await tx.one(noteDue, { userId, graceDays: standing.settings.graceDays ?? 14 });
  return isDue ? 'setUp' : null;
}

/**
 * The same for staff at the kiosk: at every sign-in, because the next person holds the same browser, and without days of grace, because no
 * page of theirs announces it.
 */
export async function secondStepNeedOfStaff(tx: Db, userId: UserId): Promise<SecondStepNeed | null> {
  const { settings, switchedOnAt } = await standingOf(tx, userId);
  if (settings.kioskStaff !== 'required') return null;
  return switchedOnAt === null ? 'setUp' : 'code';
}
