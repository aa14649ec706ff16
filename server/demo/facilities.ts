import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { readFacilityFolder } from '../facilities/folder.ts';
import { saveFacility } from '../facilities/save.ts';
import type { DemoContext, DemoFacility } from './context.ts';
import { byName, dataList, dataPath, demoFacilities } from './data.ts';

const markDemo = statement(
  'seed.markDemo',
  'update facilities set is_demo = true where id = $facilityId returning today_in(time_zone) as today',
  v.object({ today: CalendarDate }),
);
const addSystem = statement(
  'seed.system',
  'insert into external_systems (facility_id, display_name, active_trigger_event_types) values ($facilityId, $name, $triggers) returning id',
  v.object({ id: v.number() }),
);
const System = v.strictObject({ facility: v.string(), name: v.string(), triggers: v.array(v.string()) });

/** Makes a facility from its folder, as `facility import` does. */
async function seedFacility(db: Db, name: string): Promise<DemoFacility> {
  const reading = await readFacilityFolder(dataPath(`facilities/${name}`));
  if (reading.kind === 'refused')
    throw new Error(reading.faults.map(({ place, reason }) => `${name}/${place} ${reason}`).join('\n'));
  const { facilityId } = await saveFacility(db, null, reading.folder);
  const { today } = await db.one(markDemo, { facilityId });
  return { facilityId, timeZone: reading.folder.settings.timeZone, today };
}

/** Makes the facilities and the systems with records of their patients; gives both by name. */
export async function seedFacilities(db: Db): Promise<Pick<DemoContext, 'facility' | 'system'>> {
  const facilities = new Map<string, DemoFacility>();
  for (const name of demoFacilities) facilities.set(name, await seedFacility(db, name));
  const facility = byName('facility', facilities);
  const systems = new Map<string, number>();
  for (const { facility: where, name, triggers } of await dataList('external-systems.json', System)) {
    const { id } = await db.one(addSystem, { facilityId: facility(where).facilityId, name, triggers });
    systems.set(name, id);
  }
  return { facility, system: byName('external system', systems) };
}
