import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { dataPath, demoFacilities } from '../../server/demo/data.ts';

const Facility = v.object({ timeZone: v.string() });
const zoneOf = (name: string): string => {
  const json: unknown = JSON.parse(readFileSync(dataPath(`facilities/${name}/facility.json`), 'utf8'));
  return v.parse(Facility, json).timeZone;
};

/**
 * Today's dates at the demo's facilities and in UTC. The demo's dates are relative to them, so a demo that was made on other dates is out
 * of date, even if the date is still the same in some other zone.
 */
export function demoDays(now: Date = new Date()): string {
  const zones = ['UTC', ...demoFacilities.map(zoneOf)];
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
  return zones.map((zone) => dayIn(zone).replaceAll('-', '')).join('_');
}
