import { listMessageDrafts, type MessageDraft, type PatientId } from '@portal/api';
import { useMemo } from 'react';
import type { UnsentMessage } from '../../data/messages/types.ts';
import { messagePlace } from '../../data/messages/place.ts';
import { useCall } from '../../data/query/query.ts';
import { useUnsent } from './useUnsent.ts';

const hasContent = ({ subject, content, attachments }: MessageDraft): boolean =>
  subject.trim() !== '' || content.trim() !== '' || attachments.length > 0;

/** This device's drafts, and those of other devices where this one has none in the same thread. */
export function withElsewhere(
  here: readonly UnsentMessage[],
  drafts: readonly MessageDraft[],
  patientId: PatientId,
): readonly UnsentMessage[] {
  const places = new Set(here.map(messagePlace));
  const newestFirst = drafts
    .filter(hasContent)
    .toSorted((one, other) => Date.parse(other.savedAt) - Date.parse(one.savedAt));
  const elsewhere = newestFirst.flatMap((draft): UnsentMessage[] => {
    const { threadId, request = null, careProviderId, subject, content, savedAt } = draft;
    const place = messagePlace({ patientId, threadId, request });
    if (places.has(place)) return [];
    places.add(place);
    return [
      { patientId, threadId, request, careProviderId, subject, content, savedAt, submission: 'none', onServer: true },
    ];
  });
  return elsewhere.length === 0 ? here : [...here, ...elsewhere];
}

const none: readonly MessageDraft[] = [];

/** All drafts and waiting messages of the person in this record, on any device. */
export function useUnsentEverywhere(patientId: PatientId, mayWrite: boolean): readonly UnsentMessage[] {
  const here = useUnsent(patientId);
  const { data = none } = useCall(listMessageDrafts, { params: { patientId } }, { enabled: mayWrite });
  return useMemo(() => withElsewhere(here, data, patientId), [here, data, patientId]);
}
