import { countNewMedicalNotes, listMedicalNotes, MedicalNote, PatientId } from '@portal/api';
import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { keyOf, queryClient } from '../../data/query/query.ts';
import { markReviewed } from './reading.ts';

const patientId = v.parse(PatientId, 11);
const note = (id: number, isReviewedByPatient: boolean) =>
  v.parse(MedicalNote, {
    ptMedicalNoteId: id,
    patientId,
    serviceDate: null,
    documentType: 'Progress note',
    authoredBy: null,
    noteToPatient: null,
    pages: 1,
    isReviewedByPatient,
    forms: [{ kind: 'text', title: null, language: null, firstPage: 1, pages: 1, isWhole: false }],
    state: null,
    replacesEarlier: false,
    changedAt: null,
  });
const list = keyOf(listMedicalNotes, { params: { patientId } });
const count = keyOf(countNewMedicalNotes, { params: { patientId } });

afterEach(() => queryClient.clear());

it('selecting a note drops the unread count at once, and asks again where the server could not be told', async () => {
  queryClient.setQueryData(list, [note(1, false), note(2, false)]);
  queryClient.setQueryData(count, 2);
  // Nobody is signed in here, so that the server cannot be told.
  markReviewed(patientId, note(2, false));
  expect(queryClient.getQueryData(list)).toEqual([note(1, false), note(2, true)]);
  expect(queryClient.getQueryData(count)).toBe(1);
  await vi.waitFor(
    () => expect([list, count].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]),
    { timeout: 20_000 },
  );
});

it('one that was reviewed before changes nothing', () => {
  queryClient.setQueryData(count, 2);
  markReviewed(patientId, note(1, true));
  expect(queryClient.getQueryData(count)).toBe(2);
});
