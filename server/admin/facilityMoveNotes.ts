import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility } from './people.ts';

/** What a database knows of a move from it or to it. */
const Move = v.object({
  facilityId: FacilityId,
  moveId: v.string(),
  called: v.array(v.string()),
  otherDatabase: v.string(),
  state: v.picklist(['moving', 'moved', 'arrived']),
});
type Move = v.InferOutput<typeof Move>;
export const moves = statement(
  'facilityMove.moves',
  `select facility_id as "facilityId", move_id as "moveId", called, other_database as "otherDatabase", state
   from facility_moves order by facility_id`,
  Move,
);
export const noteMove = statement(
  'facilityMove.note',
  `insert into facility_moves (facility_id, move_id, called, other_database, state)
   select id, $moveId::uuid, array[short_name, name, id::text], $otherDatabase, $state from facilities where id = any($facilityIds::bigint[])
   on conflict (facility_id) do update set move_id = excluded.move_id, called = excluded.called, other_database = excluded.other_database,
     state = excluded.state, changed_at = now()`,
);
export const giveUp = statement(
  'facilityMove.giveUp',
  "delete from facility_moves where move_id = $moveId::uuid and state = 'moving'",
);
export const haveMoved = statement(
  'facilityMove.haveMoved',
  "update facility_moves set state = 'moved', changed_at = now() where move_id = $moveId::uuid",
);

/** The facilities that the operator names. Null: they have moved there already. */
export async function facilitiesNamed(db: Db, names: readonly string[], standing: readonly Move[], there: string) {
  const gone = names.filter((name) =>
    standing.some(
      ({ state, called, otherDatabase }) =>
        state === 'moved' &&
        otherDatabase === there &&
        called.some((one) => one.toLowerCase() === name.trim().toLowerCase()),
    ),
  );
  if (gone.length === names.length) return null;
  const found: FacilityId[] = [];
  for (const name of names) found.push((await oneFacility(db, name)).id);
  const moving = standing.filter(({ state }) => state === 'moving');
  const isSame =
    moving.length === found.length &&
    moving.every(({ facilityId, otherDatabase }) => found.includes(facilityId) && otherDatabase === there);
  if (moving.length > 0 && !isSame)
    throw new CommandFailed(
      `A move of ${moving.map(({ called }) => called[0] ?? '').join(', ')} is not finished: run it again with these facilities and the same --to.`,
    );
  return { facilityIds: found, moveId: moving[0]?.moveId ?? null };
}
