import type { MessageRequest, PatientId, SecureThreadId } from '@portal/api';

/** Where a message is written: the reply in a thread, the one new message that a person can have begun, or one request about one thing. */
export interface MessagePlace {
  readonly patientId: PatientId;
  readonly threadId: SecureThreadId | null;
  /** What a new message asks for; left out: nothing. */
  readonly request?: MessageRequest | null;
}

export const messagePlaces = 'message/';
export const messagePlace = ({ patientId, threadId, request = null }: MessagePlace): string =>
  request === null
    ? `${messagePlaces}${patientId}/${threadId ?? 'new'}`
    : `${messagePlaces}${patientId}/request/${request.kind}/${request.about ?? ''}`;
