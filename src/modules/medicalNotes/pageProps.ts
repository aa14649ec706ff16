import type { MedicalNote, NoteForm, UserId } from '@portal/api';
import type { OpenPage } from './useOpenPage.tsx';

/** What every kind of page is drawn from. */
export interface PageProps {
  readonly userId: UserId;
  readonly note: MedicalNote;
  readonly form: NoteForm;
  /** Among all pages of the note. */
  readonly number: number;
  /** Among those of the form. */
  readonly page: number;
  readonly open: OpenPage;
}
