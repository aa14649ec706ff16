import { readFile } from 'node:fs/promises';
import { facilityModules } from '@portal/api';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { FacilityJson } from '../facilities/facilityJson.ts';
import { readFacilityFolder } from '../facilities/folder.ts';
import { dataPath, demoFacilities } from './data.ts';

it.each(demoFacilities)('the folder of %s is taken as it is, without a note', async (name) => {
  expect(await readFacilityFolder(dataPath(`facilities/${name}`))).toMatchObject({ kind: 'read', notes: [] });
});

it('everything that a facility can switch on is to be seen at the main one', async () => {
  const reading = await readFacilityFolder(dataPath(`facilities/${demoFacilities[0]}`));
  expect(reading).toMatchObject({ kind: 'read', folder: { settings: { capabilities: facilityModules } } });
});

it('the main one has every key, as an example for a facility’s own folder', async () => {
  const written: unknown = JSON.parse(
    await readFile(dataPath(`facilities/${demoFacilities[0]}/facility.json`), 'utf8'),
  );
  const keysOf = (value: unknown): string[] => Object.keys(v.parse(v.looseObject({}), value)).toSorted();
  const { settings, theme, $schema, ...rest } = v.parse(v.looseObject({}), written);
  expect($schema).toBe('../../../../docs/schemas/facility.schema.json');
  const [json] = FacilityJson.pipe;
  expect(keysOf({ ...rest, settings, theme })).toEqual(keysOf(json.entries));
  expect(keysOf(theme)).toEqual(keysOf(json.entries.theme.wrapped.entries));
  const known = json.entries.settings.wrapped.entries;
  expect(keysOf(settings)).toEqual(keysOf(known));
  expect(keysOf(v.parse(v.looseObject({}), settings)['reminders'])).toEqual(keysOf(known.reminders.wrapped.entries));
});
