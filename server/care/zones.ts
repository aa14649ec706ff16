import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { zoneNameAt } from '../process/zoneName.ts';

/** Appointments outside of these years get the abbreviation of the nearest year. */
const [firstYear, lastYear] = [1990, 2060];
const day = 86_400_000;

/** The English abbreviation of a time zone at an instant, such as `EST` or `GMT+1`. */
export const abbreviationAt = (zone: string, at: Date): string => zoneNameAt(zone, 'short', at);

/** All changes of a zone's abbreviation, to the second, with the abbreviations before, between and after them. */
function zoneNames(zone: string): { changes: Date[]; abbreviations: string[] } {
  const end = Date.UTC(lastYear, 11, 31);
  let from = Date.UTC(firstYear, 0, 1);
  let name = abbreviationAt(zone, new Date(from));
  const found: { changes: Date[]; abbreviations: string[] } = { changes: [], abbreviations: [name] };
  // Steps of ten days find every change, because no zone has changed its clocks twice within ten days.
  for (let to = from + 10 * day; to <= end; from = to, to += 10 * day) {
    const next = abbreviationAt(zone, new Date(to));
    if (next === name) continue;
    let [before, after] = [from, to];
    while (after - before > 1000) {
      const middle = before + Math.floor((after - before) / 2000) * 1000;
      if (abbreviationAt(zone, new Date(middle)) === name) before = middle;
      else after = middle;
    }
    found.changes.push(new Date(after));
    found.abbreviations.push(next);
    name = next;
  }
  return found;
}

/** The release of this process's time zone data. Abbreviations are stored for each release separately. */
export const tzdata = process.versions.tz ?? process.version;

const add = statement(
  'zones.add',
  'insert into time_zone_names (time_zone, tzdata, changes, abbreviations) values ($timeZone, $tzdata, $changes::timestamptz[], $abbreviations) on conflict do nothing',
);
const missing = statement(
  'zones.missing',
  'select distinct f.time_zone as zone from facilities f where not exists (select from time_zone_names z where z.time_zone = f.time_zone and z.tzdata = $tzdata)',
  v.object({ zone: v.string() }),
);

/** Stores the missing abbreviations of all facilities' zones, so that SQL statements can use them. */
export async function nameZones(db: Db): Promise<void> {
  for (const { zone } of await db.many(missing, { tzdata })) {
    const { changes, abbreviations } = zoneNames(zone);
    await db.run(add, { timeZone: zone, tzdata, changes: changes.map((at) => at.toISOString()), abbreviations });
  }
}
