import { MedicalNote } from '@portal/api';
import * as v from 'valibot';
import type { NewsRules } from '../../../layout/module.ts';
import { dayAt, zoneOf } from '../../../records/zone.ts';
import { listDay } from '../serviceDay.ts';

/** The notes that the patient has not seen. */
export const newItems: NewsRules['newItems'] = (answer, { t, locale, now, timeZone }) => {
  const zone = zoneOf(timeZone);
  return v
    .parse(v.array(MedicalNote), answer)
    .filter(({ isReviewedByPatient }) => !isReviewedByPatient)
    .map((note) => ({
      key: `note ${note.ptMedicalNoteId}`,
      title: note.documentType,
      kind: t('medicalNotes.newItem'),
      line: [
        note.authoredBy,
        note.serviceDate === null ? null : listDay(locale, note.serviceDate, zone, dayAt(zone, now)),
      ]
        .filter(Boolean)
        .join(' · '),
      when: note.serviceDate ?? '',
      search: { id: String(note.ptMedicalNoteId) },
    }));
};
