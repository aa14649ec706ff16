import { countNewMedicalNotes, getPreferences, listMedicalNotes, MedicalNoteId, idFromText } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { useActingFor, useProfile, useRepresented } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { preferenceInput } from '../../../records/usePreference.ts';
import { MedicalNotes } from '../MedicalNotes.tsx';
import { dateFilterPreference } from '../preferences.ts';

export const load = (): void =>
  prefetch((patientId, userId) => [
    queryFor(listMedicalNotes, { params: { patientId } }),
    queryFor(countNewMedicalNotes, { params: { patientId } }),
    queryFor(getPreferences, preferenceInput(userId, dateFilterPreference)),
  ]);

export function Page(): ReactNode {
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  const isOwn = useRepresented() === null;
  const link = useLink();
  const linkTo = useLinkTo();
  const { id } = useSearchTexts();
  const linkToNote = useCallback((to: MedicalNoteId) => link('/medical-notes', { id: String(to) }).props, [link]);
  if (patientId === null || userId === undefined) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <MedicalNotes
        key={patientId}
        patientId={patientId}
        userId={userId}
        isOwn={isOwn}
        opened={id === undefined ? null : { id: idFromText(MedicalNoteId, id) }}
        linkTo={linkToNote}
        list={link('/medical-notes').props}
        ask={linkTo('/secure-message')}
      />
    </>
  );
}
