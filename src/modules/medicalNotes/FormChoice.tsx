import type { NoteForm } from '@portal/api';
import type { ReactNode } from 'react';
import { screenOnly } from '../../ui/text.css.ts';
import { SelectField } from '../../ui/Field.tsx';
import { joinFacts, useWords } from '../../words/index.ts';
import { formChoice } from './Reader.css.ts';

/** Chooses which form of a note is read, where its source sent several. */
export function FormChoice({
  forms,
  value,
  onChange,
}: {
  forms: readonly NoteForm[];
  value: number;
  onChange: (index: number) => void;
}): ReactNode {
  const { t, locale } = useWords();
  if (forms.length < 2) return null;
  return (
    <div className={`${formChoice} ${screenOnly}`}>
      <SelectField
        label={t('medicalNotes.form')}
        value={String(value)}
        onChange={(next) => onChange(Number(next))}
        options={forms.map(({ kind, title }, index) => ({
          value: String(index),
          label: joinFacts(locale, [title, t(`medicalNotes.kind_${kind}`)]),
        }))}
      />
    </div>
  );
}
