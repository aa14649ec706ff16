import type {
  AttachmentType,
  IdempotencyKey,
  Instant,
  MessageAttachment,
  PatientId,
  SecureMessageId,
  SecureThreadId,
} from '@portal/api';
import type { FileRefusal, MessageRefusal, Text } from './record.ts';

export type { FileRefusal, MessageRefusal } from './record.ts';

/** Where a message is written: the reply in a thread, or the one new message that a person can have begun. */
export interface MessagePlace {
  readonly patientId: PatientId;
  readonly threadId: SecureThreadId | null;
}

/** What is typed. Of a reply, recipient and subject are not used. */
export type MessageText = Text;

/** Where a file's bytes are. */
export type FileState =
  /** `progress` counts to 1; null where it is not known. */
  | { readonly kind: 'uploading'; readonly progress: number | null }
  /** Kept on the device, and uploaded when there is a connection. */
  | { readonly kind: 'onDevice' }
  /** The device would not keep it: it is in this page alone, until it is uploaded. */
  | { readonly kind: 'inPage' }
  | { readonly kind: 'stored'; readonly attachment: MessageAttachment }
  /** It stays in the list until the person takes it out; a message with such a file is not sent. */
  | { readonly kind: 'refused'; readonly code: FileRefusal };

export interface DraftFile {
  readonly key: IdempotencyKey;
  readonly fileName: string;
  readonly bytes: number;
  /** By the file's name until the server has looked at it; null for what does not look like one that may be sent. */
  readonly fileType: AttachmentType | null;
  readonly state: FileState;
}

export type MessagePhase =
  | { readonly kind: 'editing' }
  /** Send was pressed; it goes out by itself. `unavailable`: the server answers, but cannot take it now. */
  | { readonly kind: 'waiting'; readonly why: 'offline' | 'unavailable' | 'session' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent'; readonly threadId: SecureThreadId; readonly messageId: SecureMessageId | undefined }
  /** It was not sent; the text can be edited, and sent again. */
  | { readonly kind: 'failed'; readonly code: MessageRefusal };

/** Text of the same message from another device or page, which this one does not contain. */
export interface OtherText extends MessageText {
  readonly savedAt: Instant;
}

export interface MessageDraftState extends MessageText {
  /**
   * `none`: nothing was written. `writing`: not durable anywhere yet. `refused`: the device does not keep it and the server does not have it:
   * it is in this page alone.
   */
  readonly saved: 'none' | 'writing' | 'device' | 'server' | 'refused';
  readonly files: readonly DraftFile[];
  readonly phase: MessagePhase;
  readonly other: OtherText | null;
  /** The draft was sent or deleted on another device meanwhile; what differs from it is kept here, as a new draft. */
  readonly endedElsewhere: boolean;
}

/** What of a `File` is used. */
export type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** How a taking back ended. `onItsWay`: it may have reached the server, so it cannot be stopped any more. */
export type TakenBack = 'takenBack' | 'onItsWay';

/** One message being written, in one page. All that changes something returns at once unless it says otherwise. */
export interface MessageDraftHandle {
  /** The same object while nothing changes. */
  state(): MessageDraftState;
  /** Calls back after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** On every change of a field. While the message waits or goes, nothing is taken: `takeBack` first. */
  write(patch: Partial<MessageText>): void;
  addFile(file: ChosenFile): void;
  removeFile(key: IdempotencyKey): void;
  /** Resolves when it was sent, waits, or failed; the state says the same. Also "Send now" of what waits. */
  send(): Promise<MessagePhase>;
  /** A waiting message can be edited again, if it is not on its way. */
  takeBack(): Promise<TakenBack>;
  /** Deletes the draft, here and on the server; it never comes back. `onItsWay` leaves all as it was. */
  discard(): Promise<TakenBack>;
  /** Puts the other text in place of ours, and ours in its place. */
  takeOther(): void;
  /** The other text is not wanted. */
  dismissOther(): void;
  /** The page is left: what was typed becomes durable, an empty draft goes. The outbox goes on with what waits. */
  close(): Promise<void>;
}

/** A begun or waiting message, for lists. */
export interface UnsentMessage extends MessagePlace, MessageText {
  readonly savedAt: Instant;
  readonly fileCount: number;
  /** `refused`: it was not sent, and the person has to look at it. */
  readonly submission: 'none' | 'waiting' | 'sending' | 'refused';
  /** False while the server has not got what this device has. */
  readonly onServer: boolean;
}
