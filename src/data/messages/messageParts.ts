import type {
  IdempotencyKey,
  Instant,
  MessageAttachment,
  MessageAttachmentId,
  MessageDraft,
  MessageDraftId,
  SecureMessageId,
  SecureThreadId,
} from '@portal/api';
import type { DeviceClock } from '../unsent/clock.ts';
import type { VaultRow } from '../unsent/files/vaultRow.ts';
import type { Bytes } from '../vault/crypto.ts';
import type { MessageRecord, Text } from './record.ts';

export interface SentMessage {
  readonly threadId: SecureThreadId;
  readonly messageId?: SecureMessageId | undefined;
}

/** The server's calls for the messages of one place. Reject with `CallError`. */
export interface MessageServer {
  list(): Promise<readonly MessageDraft[]>;
  save(draftId: MessageDraftId, text: Text, savedAt: Instant): Promise<unknown>;
  discard(draftId: MessageDraftId): Promise<unknown>;
  addFile(
    draftId: MessageDraftId,
    file: { readonly key: IdempotencyKey; readonly fileName: string; readonly bytes: Bytes },
    onProgress: (part: number) => void,
  ): Promise<MessageAttachment>;
  removeFile(draftId: MessageDraftId, attachmentId: MessageAttachmentId): Promise<unknown>;
  send(draftId: MessageDraftId, text: Text, attachmentIds: MessageAttachmentId[]): Promise<SentMessage>;
}

export type MessageStore = VaultRow<MessageRecord>;

export interface MessageSessionParts {
  /** The stored message, or a blank one. */
  readonly first: MessageRecord;
  readonly isStored: boolean;
  readonly store: MessageStore;
  readonly server: MessageServer;
  readonly clock: DeviceClock;
  /** False when the device reports that it has no network; then no quick retry is made. */
  readonly hasNetwork: () => boolean;
  /** Runs while no other page of the person works on this message with the server. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs while no other page of the person sends anything. */
  readonly withSubmitLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Lists of messages on the server have changed. */
  readonly onServerChange: (what: 'sent' | 'draft') => void;
  /** Something that a list of unsent messages shows has changed. */
  readonly onChange: () => void;
  /** True for the outbox: what needs a person is left for the next opening. */
  readonly isUnattended: boolean;
}
