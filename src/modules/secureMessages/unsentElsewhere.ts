import { listMessageDrafts, type MessageDraft, type PatientId } from '@portal/api';
import { useMemo } from 'react';
import type { UnsentMessage } from '../../data/messages/types.ts';
import { useCall } from '../../data/query/query.ts';
import { useUnsent } from './useMessageDraft.ts';

const hasContent = ({ subject, content, attachments }: MessageDraft): boolean =>
  subject.trim() !== '' || content.trim() !== '' || attachments.length > 0;

/** What this device has, and what the person has begun on another, where this one has nothing in the same place. */
export function withElsewhere(
  here: readonly UnsentMessage[],
  drafts: readonly MessageDraft[],
  patientId: PatientId,
): readonly UnsentMessage[] {
  const places = new Set(here.map(({ threadId }) => threadId));
  const newestFirst = drafts
    .filter(hasContent)
    .toSorted((one, other) => Date.parse(other.savedAt) - Date.parse(one.savedAt));
  const elsewhere = newestFirst.flatMap((draft): UnsentMessage[] => {
    const { threadId, careProviderId, subject, content, savedAt, attachments } = draft;
    if (places.has(threadId)) return [];
    places.add(threadId);
    return [
      {
        patientId,
        threadId,
        careProviderId,
        subject,
        content,
        savedAt,
        fileCount: attachments.length,
        submission: 'none',
        onServer: true,
      },
    ];
  });
  return elsewhere.length === 0 ? here : [...here, ...elsewhere];
}

const none: readonly MessageDraft[] = [];

/** All that the person has begun or sent off in this record, wherever they wrote it. */
export function useUnsentEverywhere(patientId: PatientId, mayWrite: boolean): readonly UnsentMessage[] {
  const here = useUnsent(patientId);
  const { data = none } = useCall(listMessageDrafts, { params: { patientId } }, { enabled: mayWrite });
  return useMemo(() => withElsewhere(here, data, patientId), [here, data, patientId]);
}
