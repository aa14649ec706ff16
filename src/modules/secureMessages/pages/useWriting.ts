import { useMemo } from 'react';
import { useIdentity, useRepresented } from '../../../data/profile.ts';
import { mayDo } from '../../../data/identity.ts';
import { formatPersonName, useWords } from '../../../words/index.ts';
import type { Writing } from '../WritingNote.tsx';

/** Who writes in the open record, and whether they may. */
export function useWriting(): Writing {
  const { locale } = useWords();
  const mayWrite = mayDo(useIdentity(), { section: 'SecureMessages', right: 'write' });
  const patient = useRepresented();
  const patientName = patient === null ? null : formatPersonName(locale, patient);
  return useMemo(() => ({ patientName, mayWrite }), [patientName, mayWrite]);
}
