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
import type { DraftClock } from '../drafts/draftParts.ts';
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

export type Decide = (standing: MessageRecord | null, isOtherVault: boolean) => MessageRecord | null;

/** The device's part of one place. Rejects with `StorageRefused` when the device would not. */
export interface MessageStore {
  /** What stands there now; null where there is nothing. */
  read(): Promise<MessageRecord | null>;
  /**
   * Puts what `decide` makes of what stands there, whichever page put it; null takes it away. `decide` may be asked again with something
   * newer. `isOtherVault`: the browser has taken the former one away. Durable when it resolves, with what was put.
   */
  change(decide: Decide): Promise<MessageRecord | null>;
  keepBytes(key: IdempotencyKey, bytes: Bytes): Promise<unknown>;
  bytesOf(key: IdempotencyKey): Promise<Bytes | null>;
  dropBytes(key: IdempotencyKey): Promise<unknown>;
}

/** What a message session needs of its surroundings. */
export interface MessageSessionParts {
  /** What stands on the device, or a blank one. */
  readonly first: MessageRecord;
  readonly isStored: boolean;
  readonly store: MessageStore;
  readonly server: MessageServer;
  readonly clock: DraftClock;
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
