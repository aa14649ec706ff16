import {
  countNewMedicalNotes,
  getMedicalNotePage,
  getMedicalNoteText,
  getPreferences,
  listMedicalNotes,
} from '@portal/api';
import { dayOf, type KeepsAhead } from '../../data/keptRecords/ahead.ts';
import { hasCapability } from '../../data/profile.ts';
import { preferenceInput } from '../../records/usePreference.ts';
import { dateFilterPreference } from './notes.ts';

/** All notes: their words page by page, PDFs as the whole file, pictures. */
export const keepsAhead: KeepsAhead = {
  async *wanted({ patientId, userId }, ask) {
    if (!hasCapability('MedicalNotes')) return;
    const ofPatient = { params: { patientId } };
    const notes = (await ask(listMedicalNotes, ofPatient)) ?? [];
    yield { call: countNewMedicalNotes, input: ofPatient, day: null };
    yield { call: getPreferences, input: preferenceInput(userId, dateFilterPreference), day: null };
    for (const { isReviewedByPatient: _, ...row } of notes)
      for (const { kind, firstPage, pages } of row.forms) {
        const common = { day: dayOf(row.serviceDate), row } as const;
        const page = { patientId, noteId: row.ptMedicalNoteId };
        switch (kind) {
          case 'text':
          case 'html':
            for (let at = 0; at < pages; at += 1)
              yield { ...common, call: getMedicalNoteText, input: { params: { ...page, pageNumber: firstPage + at } } };
            break;
          case 'pdf':
            // Once as a whole, and not each of its pages, which the server would have to take apart.
            yield {
              ...common,
              call: getMedicalNotePage,
              input: { params: { ...page, pageNumber: firstPage }, query: { whole: 'true' } },
            };
            break;
          case 'picture':
            for (let at = 0; at < pages; at += 1)
              yield { ...common, call: getMedicalNotePage, input: { params: { ...page, pageNumber: firstPage + at } } };
        }
      }
  },
};
