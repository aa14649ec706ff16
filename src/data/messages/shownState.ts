import type { Failure } from '../errors.ts';
import type { MessageKeeping } from './messageKeeping.ts';
import type { SentMessage } from './messageParts.ts';
import type { PageFiles } from './pageFiles.ts';
import { filesOf, isBlank, isOnServer, type KeptFile, type MessageRecord } from './record.ts';
import type { DraftFile, FileState, MessageDraftState, MessagePhase } from './types.ts';

type Why = Extract<MessagePhase, { kind: 'waiting' }>['why'];

/** Why a message has to wait before it can be sent. */
export function waitsFor(failure: Failure | null, hasNetwork: boolean): Why {
  if (failure === null) return hasNetwork ? 'unavailable' : 'offline';
  if (failure.kind === 'offline') return 'offline';
  const needsSession = failure.kind === 'sessionEnded' || (failure.kind === 'refused' && failure.status === 401);
  return needsSession ? 'session' : 'unavailable';
}

export function phaseOf(
  { submission, refusal }: Pick<MessageRecord, 'submission' | 'refusal'>,
  { answer, isSending, why }: { readonly answer: SentMessage | null; readonly isSending: boolean; readonly why: Why },
): MessagePhase {
  if (answer) return { kind: 'sent', threadId: answer.threadId, messageId: answer.messageId };
  if (submission === 'waiting') return isSending ? { kind: 'sending' } : { kind: 'waiting', why };
  return refusal === null ? { kind: 'editing' } : { kind: 'failed', code: refusal };
}

function fileState(file: KeptFile, pageFiles: PageFiles): FileState {
  if (file.refusal !== null) return { kind: 'refused', code: file.refusal };
  if (file.attachment !== null) return { kind: 'stored', attachment: file.attachment };
  const progress = pageFiles.progressOf(file.key);
  if (progress !== null) return { kind: 'uploading', progress: Number.isNaN(progress) ? null : progress };
  return { kind: file.isKept ? 'onDevice' : 'inPage' };
}

function savedState(record: MessageRecord, kept: ReturnType<MessageKeeping['state']>): MessageDraftState['saved'] {
  if (isBlank(record)) return 'none';
  if (isOnServer(record)) return 'server';
  switch (kept) {
    case 'kept':
      return 'device';
    case 'refused':
      return 'refused';
    case 'writing':
    case 'none':
      return 'writing';
  }
}

/** A message as its page shows it. A file that another page is still adding is not shown. */
export function shownState(
  record: MessageRecord,
  kept: ReturnType<MessageKeeping['state']>,
  pageFiles: PageFiles,
  phase: MessagePhase,
): MessageDraftState {
  const { careProviderId, subject, content, others, endedElsewhere } = record;
  const files = filesOf(record)
    .filter((file) => file.isKept || file.attachment !== null || file.refusal !== null || pageFiles.has(file.key))
    .map((file): DraftFile => {
      const { key, fileName, bytes, fileType } = file;
      return { key, fileName, bytes, fileType, state: fileState(file, pageFiles) };
    });
  const saved = savedState(record, kept);
  return { careProviderId, subject, content, files, saved, phase, other: others[0] ?? null, endedElsewhere };
}
