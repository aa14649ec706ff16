import { UserId } from '@portal/api';
import * as v from 'valibot';
import { auditActor } from '../http/auditActor.ts';
import { statement } from '../db/pool.ts';
import { type Handlers, accessDenied, refusal } from '../http/handler.ts';

const preferencesPerUser = 200;

const findPreferences = statement(
  'account.preferences',
  'select user_id as "userId", name, value from user_preferences where user_id = $userId and ($names::text[] is null or name = any($names)) order by name',
  v.object({ userId: UserId, name: v.string(), value: v.string() }),
);
const savePreference = statement(
  'account.savePreference',
  `insert into user_preferences as p (user_id, name, value)
   select $userId, $name, $value where exists (select from user_preferences
     where user_id = $userId and name = $name) or (select count(*) from user_preferences where user_id = $userId) < $preferencesPerUser
   on conflict (user_id, name) do update set value = excluded.value`,
);

/** What the pages remember for a user (specification 1, section 7). */
export const preferenceHandlers = {
  async getPreferences({ actor, db, query }) {
    const names = [...(query.name === undefined ? [] : [query.name]), ...(query.names?.split(',') ?? [])];
    return db.many(findPreferences, { userId: actor.userId, names: names.length === 0 ? null : names });
  },

  async setPreference({ actor, body, tx }) {
    if (body.userId !== actor.userId) throw accessDenied({ actor, patientId: null, why: 'user' });
    await tx(async (within) => {
      if (
        (await within.run(savePreference, {
          userId: actor.userId,
          name: body.name,
          value: body.value,
          preferencesPerUser,
        })) === 0
      )
        throw refusal('bad_request');
      await auditActor(within, actor, 'preference.set', { detail: { name: body.name } });
    });
    return null;
  },
} satisfies Partial<Handlers>;
