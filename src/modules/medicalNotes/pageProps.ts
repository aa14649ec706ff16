import type { MedicalNote, NoteForm, UserId } from '@portal/api';
import type { OpenPage } from './useOpenPage.tsx';

/** The properties of every kind of page. */
export interface PageProps {
  readonly userId: UserId;
  readonly note: MedicalNote;
  readonly form: NoteForm;
  /** Its number among all pages of the note. */
  readonly number: number;
  /** Its number within the form. */
  readonly page: number;
  readonly open: OpenPage;
}
