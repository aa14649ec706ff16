import { MedicalNote } from '@portal/api';
import * as v from 'valibot';
import type { NewsRules } from '../../../layout/module.ts';
import { zoneOf } from '../../../records/zone.ts';
import { serviceDay } from '../serviceDay.ts';

/** The notes that the patient has not seen. */
export const newItems: NewsRules['newItems'] = (answer, { t, locale, timeZone }) =>
  v
    .parse(v.array(MedicalNote), answer)
    .filter(({ isReviewedByPatient }) => !isReviewedByPatient)
    .map((note) => ({
      key: `note ${note.ptMedicalNoteId}`,
      title: note.documentType,
      kind: t('medicalNotes.newItem'),
      line: [note.authoredBy, note.serviceDate === null ? null : serviceDay(locale, note.serviceDate, zoneOf(timeZone))]
        .filter(Boolean)
        .join(' · '),
      when: note.serviceDate ?? '',
      search: { id: String(note.ptMedicalNoteId) },
    }));
