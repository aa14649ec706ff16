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

/** The server's part of the messages of one place. Rejects with `CallError`. */
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

/** The device's part of one place. */
export type MessageStore = VaultRow<MessageRecord>;

/** What a message session needs of its surroundings. */
export interface MessageSessionParts {
  /** What stands on the device, or a blank one. */
  readonly first: MessageRecord;
  readonly isStored: boolean;
  readonly store: MessageStore;
  readonly server: MessageServer;
  readonly clock: DeviceClock;
  /** False when the device itself says that it has no network: then nothing is tried twice in a row. */
  readonly hasNetwork: () => boolean;
  /** Runs while no other page of the person works on this message with the server. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs while no other page of the person sends anything. */
  readonly withSubmitLock: <T>(work: () => Promise<T>) => Promise<T>;
  /** Lists of messages on the server are not what they were. */
  readonly onServerChange: (what: 'sent' | 'draft') => void;
  /** Something that a list of unsent messages shows has changed. */
  readonly onChange: () => void;
  /** No person is looking: what needs one is left for the next opening. */
  readonly isUnattended: boolean;
}
