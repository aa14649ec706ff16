import type { DateFilter } from '../../records/dateFilter.ts';
import type { ChoiceFilter, OptionFilter } from '../../records/table/filters.ts';
import type { Zone } from '../../records/zone.ts';
import type { Words } from '../../words/index.ts';
import { type NoteRow, passesDate } from './notes.ts';
import { dateFilterPreference } from './preferences.ts';

/** The filter by date, which is saved as a preference; `today` is the day at the facility. */
export const optionIn = (t: Words['t'], today: number, zone: Zone): OptionFilter<NoteRow, DateFilter> => ({
  label: t('records.date'),
  preference: dateFilterPreference,
  options: [
    { value: 'All', label: t('records.date_All') },
    { value: 'Last3Months', label: t('records.date_Last3Months') },
    { value: 'Last6Months', label: t('records.date_Last6Months') },
    { value: 'Last9Months', label: t('records.date_Last9Months') },
  ],
  passes: ({ note }, filter) => passesDate(note, filter, today, zone),
});

export const choicesIn = (t: Words['t']): readonly ChoiceFilter<NoteRow>[] => [
  {
    field: 'documentType',
    label: t('medicalNotes.documentType'),
    any: t('records.allTypes'),
    textOf: ({ note }) => note.documentType,
  },
  {
    field: 'authoredBy',
    label: t('medicalNotes.authoredBy'),
    any: t('medicalNotes.allAuthors'),
    textOf: ({ note }) => note.authoredBy ?? '',
  },
];
