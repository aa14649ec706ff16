import { CalendarDate, type Contact } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { lastDays } from './subject.ts';

const day = (text: string): CalendarDate => v.parse(CalendarDate, text);

test('a section ends on the first of its days, and never after the access itself', () => {
  const given = (lastDay: CalendarDate | null): Pick<Contact, 'lastDay' | 'sectionEnds' | 'endsByAge'> => ({
    lastDay,
    sectionEnds: [
      { section: 'Appointments', lastDay: day('2026-05-01'), reason: null },
      { section: 'MedicalNotes', lastDay: null, reason: null },
    ],
    endsByAge: [
      {
        age: 18,
        isOver: false,
        birthday: day('2027-03-01'),
        sections: ['Appointments', 'MedicalNotes', 'SecureMessages'],
      },
    ],
  });
  expect([...lastDays(given(day('2026-12-31')))]).toEqual([
    ['Appointments', '2026-05-01'],
    ['MedicalNotes', '2026-12-31'],
    ['SecureMessages', '2026-12-31'],
  ]);
  expect([...lastDays(given(null))]).toEqual([
    ['Appointments', '2026-05-01'],
    ['MedicalNotes', '2027-02-28'],
    ['SecureMessages', '2027-02-28'],
  ]);
});
