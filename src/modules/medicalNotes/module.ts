import { countNewMedicalNotes, listMedicalNotes } from '@portal/api';
import { declareModule, declarePage, firstPreference } from '../../layout/module.ts';
import { NotebookText } from '../../ui/icons.ts';
import { dateFilterPreference } from './preferences.ts';

/** What doctors and others wrote about the patient. */
export default declareModule({
  name: 'medicalNotes',
  pages: [
    declarePage({
      path: '/medical-notes',
      title: 'medicalNotes.title',
      who: 'signedIn',
      words: ['records'],
      capability: 'MedicalNotes',
      layout: 'home',
      tab: {
        order: 7,
        shortLabel: 'medicalNotes.tab',
        icon: NotebookText,
        badge: {
          call: countNewMedicalNotes,
          news: {
            title: 'medicalNotes.news',
            named: { list: listMedicalNotes, load: () => import('./pages/newItems.ts') },
          },
        },
      },
      auditEvent: 'medicalnotesviewauditevent',
      firstCalls: [{ call: 'listMedicalNotes' }, firstPreference(dateFilterPreference)],
      load: () => import('./pages/MedicalNotesPage.tsx'),
    }),
  ],
  keeps: {
    title: 'medicalNotes.title',
    counts: [
      { name: 'getMedicalNoteText', record: 'noteId' },
      { name: 'getMedicalNotePage', record: 'noteId', isPartlyNamed: true },
    ],
    load: async () => (await import('./keeps.ts')).keepsAhead,
  },
});
