import {
  countNewMedicalNotes,
  countNoteChanges,
  getMedicalNotePage,
  getMedicalNoteText,
  getPreferences,
  listMedicalNotes,
  listNoteChanges,
  type MedicalNote,
} from '@portal/api';
import { dayOf, type KeepsAhead, type WantedRecord } from '../../data/keptRecords/keeps.ts';
import { hasCapability } from '../../data/profile.ts';
import { isOffered } from '../../data/version.ts';
import { preferenceInput } from '../../records/usePreference.ts';
import { dateFilterPreference } from './preferences.ts';

/** Every answer and file that a device needs for a note: its text page by page, a PDF as the whole file, pictures. */
export function pagesToKeep(note: MedicalNote): readonly WantedRecord[] {
  const { isReviewedByPatient: _, ...row } = note;
  const common = { day: dayOf(row.serviceDate), row } as const;
  const page = { patientId: row.patientId, noteId: row.ptMedicalNoteId };
  return row.forms.flatMap(({ kind, firstPage, pages }): WantedRecord[] => {
    // The whole file once, because the server would have to split it into pages.
    if (kind === 'pdf') {
      const input = { params: { ...page, pageNumber: firstPage }, query: { whole: 'true' } };
      return [{ ...common, call: getMedicalNotePage, input }];
    }
    const call = kind === 'picture' ? getMedicalNotePage : getMedicalNoteText;
    return Array.from({ length: pages }, (_, at) => ({
      ...common,
      call,
      input: { params: { ...page, pageNumber: firstPage + at } },
    }));
  });
}

export const keepsAhead: KeepsAhead = {
  async *wanted({ patientId, userId }, ask) {
    if (!hasCapability('MedicalNotes')) return;
    const ofPatient = { params: { patientId } };
    const notes = (await ask(listMedicalNotes, ofPatient)) ?? [];
    yield { call: countNewMedicalNotes, input: ofPatient, day: null };
    if (isOffered(listNoteChanges)) {
      yield { call: countNoteChanges, input: ofPatient, day: null };
      yield { call: listNoteChanges, input: ofPatient, day: null };
    }
    yield { call: getPreferences, input: preferenceInput(userId, dateFilterPreference), day: null };
    for (const note of notes) yield* pagesToKeep(note);
  },
};
