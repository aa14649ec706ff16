import { type MedicalNote, type NoteForm, type RecordDate, recordDay } from '@portal/api';
import { type DateFilter, firstDayOf } from '../../records/dateFilter.ts';
import { isoDay, type Zone } from '../../records/zone.ts';
import type { MessageKey } from '../../words/index.ts';

/** The file that a device keeps for a page of a note: for a PDF the whole file, to be opened at `page`, otherwise the page itself. */
export function offlineFileOf(
  forms: readonly Pick<NoteForm, 'kind' | 'firstPage' | 'pages'>[],
  pageNumber: number,
): { readonly pageNumber: number; readonly isWhole: boolean; readonly page: number | null } {
  const form = forms.find(({ firstPage, pages }) => pageNumber >= firstPage && pageNumber < firstPage + pages);
  return form?.kind === 'pdf'
    ? { pageNumber: form.firstPage, isWhole: true, page: pageNumber - form.firstPage + 1 }
    : { pageNumber, isWhole: false, page: null };
}

export interface NoteRow {
  readonly id: MedicalNote['ptMedicalNoteId'];
  readonly note: MedicalNote;
}

/** The last day that a date can mean, at the facility. */
function lastDayOf(date: RecordDate, zone: Zone): string {
  if (date.length === 4) return `${date}-12-31`;
  return date.length === 7 ? `${date}-31` : recordDay(date, zone.id);
}

/** Whether a note is of the last months; a note without a date is not. Any other value filters nothing (specification 3, section 9). */
export function passesDate(
  { serviceDate }: Pick<MedicalNote, 'serviceDate'>,
  filter: DateFilter,
  today: number,
  zone: Zone,
): boolean {
  const first = firstDayOf(filter, isoDay(today));
  return first === null || (serviceDate !== null && lastDayOf(serviceDate, zone) >= first);
}

/** What to say about a version of a note, and whether with the day of the change; null: nothing. */
export function versionOf({
  state,
  replacesEarlier,
  changedAt,
}: Pick<MedicalNote, 'state' | 'replacesEarlier' | 'changedAt'>): {
  readonly text: MessageKey;
  readonly textOn: MessageKey;
} | null {
  if (state === 'preliminary') return { text: 'medicalNotes.preliminary', textOn: 'medicalNotes.preliminary' };
  if (state === 'appended') return { text: 'medicalNotes.appended', textOn: 'medicalNotes.appendedOn' };
  if (state === 'amended') return { text: 'medicalNotes.amended', textOn: 'medicalNotes.amendedOn' };
  if (state === 'corrected' || replacesEarlier)
    return { text: 'medicalNotes.corrected', textOn: 'medicalNotes.correctedOn' };
  return changedAt === null ? null : { text: 'medicalNotes.changed', textOn: 'medicalNotes.changedOn' };
}

/** The form that opens first: text, which can be enlarged and searched, otherwise the first form. */
export const firstForm = (forms: readonly NoteForm[]): number =>
  Math.max(
    0,
    forms.findIndex(({ kind }) => kind === 'text' || kind === 'html'),
  );

/** The list with one note marked reviewed; the same list if nothing changes. */
export function withReviewed(
  notes: readonly MedicalNote[],
  id: MedicalNote['ptMedicalNoteId'],
): readonly MedicalNote[] {
  const index = notes.findIndex(({ ptMedicalNoteId }) => ptMedicalNoteId === id);
  const found = notes[index];
  return found === undefined || found.isReviewedByPatient
    ? notes
    : notes.with(index, { ...found, isReviewedByPatient: true });
}

/** A typed page number: from 1 to the last one, or null (specification 3, section 5). */
export function pageTyped(typed: string, pages: number): number | null {
  const page = /^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : 0;
  return page >= 1 && page <= pages ? page : null;
}
