import { CalendarDate, PatientId } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { identityOf } from '../../tests/apps/data/plantedPerson.ts';
import { withoutEndedAccess } from './endedAccess.ts';

const patient = (id: number) => v.parse(PatientId, id);
const dayMs = 86_400_000;
/** Noon of a day on the device's own clock. */
const noon = (days: number) => new Date(2027, 2, 3 + days, 12);
const dateOf = (days: number) =>
  v.parse(CalendarDate, new Date(Date.UTC(2027, 2, 3) + days * dayMs).toISOString().slice(0, 10));

/** Acts for one patient for each last day, counted from the third of March. */
function actingUntil(lastDays: readonly (number | null)[], own: boolean) {
  const of = identityOf('amelia');
  const representations = lastDays.map((days, index) => ({
    patientId: patient(100 + index),
    firstName: 'Juniper',
    lastName: 'Applewhistle',
    rights: [],
    endsByAge: [],
    sectionEnds: [],
    hasDied: false,
    lastDay: days === null ? null : dateOf(days),
    reason: null,
  }));
  const others = representations.map(({ patientId: value }) => ({ idType: 'PatientContact' as const, value }));
  return {
    ...of,
    profile: { ...of.profile, ids: [...(own ? of.profile.ids : []), ...others] },
    patientId: representations[0]?.patientId ?? (own ? of.patientId : null),
    representations,
  };
}

test('on any day a kept identity has the sections that no birthday and no last day has ended by then, as rights and as pages', () => {
  const days = fc.integer({ min: -40, max: 40 });
  fc.assert(
    fc.property(fc.option(days), fc.boolean(), fc.option(days), days, (birthday, isOver, lastDay, today) => {
      const kept = actingUntil([null], false);
      const closes = (birthday !== null && !isOver && birthday <= today) || (lastDay !== null && lastDay < today);
      const left = withoutEndedAccess(
        {
          ...kept,
          capabilities: {
            modules: [
              { moduleName: 'Dashboard', details: [{ fieldName: 'Appointments' }, { fieldName: 'CareTeam' }] },
              { moduleName: 'appointments', details: [] },
              { moduleName: 'Education', details: [] },
            ],
          },
          representations: kept.representations.map((one) => ({
            ...one,
            rights: [
              { section: 'Appointments', right: 'read' },
              { section: 'Education', right: 'read' },
            ],
            endsByAge:
              birthday === null ? [] : [{ age: 14, birthday: dateOf(birthday), isOver, sections: ['Appointments'] }],
            sectionEnds: lastDay === null ? [] : [{ section: 'Appointments', lastDay: dateOf(lastDay), reason: null }],
          })),
        },
        noon(today),
      );
      expect(left.representations[0]?.rights?.map(({ section }) => section)).toEqual(
        closes ? ['Education'] : ['Appointments', 'Education'],
      );
      expect(left.capabilities.modules.map(({ moduleName }) => moduleName)).toEqual(
        closes ? ['Dashboard', 'Education'] : ['Dashboard', 'appointments', 'Education'],
      );
      expect(left.capabilities.modules[0]?.details.map(({ fieldName }) => fieldName)).toEqual(
        closes ? ['CareTeam'] : ['Appointments', 'CareTeam'],
      );
    }),
  );
});

test('on any day a kept identity has exactly the patients whose last day is not over, and opens one of them', () => {
  const days = fc.integer({ min: -40, max: 40 });
  fc.assert(
    fc.property(fc.array(fc.option(days), { maxLength: 4 }), fc.boolean(), days, (lastDays, own, today) => {
      const kept = actingUntil(lastDays, own);
      const left = withoutEndedAccess(kept, noon(today));
      const expected = lastDays.flatMap((last, index) => (last === null || today <= last ? [100 + index] : []));
      expect(left.representations.map(({ patientId }) => patientId)).toEqual(expected);
      const ids = left.profile.ids.map(({ value }) => value);
      expect(ids).toEqual(own ? [11, ...expected] : expected);
      expect(ids.length === 0 ? [null] : ids).toContain(left.patientId);
    }),
  );
});
