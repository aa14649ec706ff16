import { facilityModules } from '@portal/api';
import { expect, it } from 'vitest';
import { readFacilityFolder } from '../facilities/folder.ts';
import { dataPath, demoFacilities } from './data.ts';

it.each(demoFacilities)('the folder of %s is taken as it is, without a note', async (name) => {
  expect(await readFacilityFolder(dataPath(`facilities/${name}`))).toMatchObject({ kind: 'read', notes: [] });
});

it('everything that a facility can switch on is to be seen at the main one', async () => {
  const reading = await readFacilityFolder(dataPath(`facilities/${demoFacilities[0]}`));
  expect(reading).toMatchObject({ kind: 'read', folder: { settings: { capabilities: facilityModules } } });
});
