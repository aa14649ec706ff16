import type {
  AttachmentType,
  IdempotencyKey,
  Instant,
  MessageAttachment,
  SecureMessageId,
  SecureThreadId,
} from '@portal/api';
import type { MessagePlace } from './place.ts';
import type { FileRefusal, MessageRefusal, Text } from './record.ts';

export type { MessagePlace } from './place.ts';
export type { FileRefusal, MessageRefusal } from './record.ts';

/** What is typed. A reply does not use recipient and subject. */
export type MessageText = Text;

/** Where a file's bytes are. */
export type FileState =
  /** `progress` is 0 to 1; null when it is not known. */
  | { readonly kind: 'uploading'; readonly progress: number | null }
  /** Stored on the device, and uploaded when there is a connection. */
  | { readonly kind: 'onDevice' }
  /** The device refused to store it. It is in this page only, until it is uploaded. */
  | { readonly kind: 'inPage' }
  | { readonly kind: 'stored'; readonly attachment: MessageAttachment }
  /** It stays in the list until the person removes it. A message with such a file is not sent. */
  | { readonly kind: 'refused'; readonly code: FileRefusal };

export interface DraftFile {
  readonly key: IdempotencyKey;
  readonly fileName: string;
  readonly bytes: number;
  /** By the file's name until the server has checked it; null for a type that may not be sent. */
  readonly fileType: AttachmentType | null;
  readonly state: FileState;
}

export type MessagePhase =
  | { readonly kind: 'editing' }
  /** Send was pressed; it is sent automatically. `unavailable`: the server answers, but cannot accept it now. */
  | { readonly kind: 'waiting'; readonly why: 'offline' | 'unavailable' | 'session' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent'; readonly threadId: SecureThreadId; readonly messageId: SecureMessageId | undefined }
  /** It was not sent. The text can be edited and sent again. */
  | { readonly kind: 'failed'; readonly code: MessageRefusal };

/** Text of the same message from another device or page that this one does not contain. */
interface OtherText extends MessageText {
  readonly savedAt: Instant;
}

export interface MessageDraftState extends MessageText {
  /** `none`: nothing was written. `writing`: not durable anywhere yet. `refused`: it is in this page only, not on device or server. */
  readonly saved: 'none' | 'writing' | 'device' | 'server' | 'refused';
  readonly files: readonly DraftFile[];
  readonly phase: MessagePhase;
  readonly other: OtherText | null;
  /** The draft was sent or deleted on another device. What differs from it is kept here as a new draft. */
  readonly endedElsewhere: boolean;
}

export type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** The result of taking a message back. `onItsWay`: it may have reached the server, so it can no longer be stopped. */
export type TakenBack = 'takenBack' | 'onItsWay';

/** What a page writes into an empty message. */
export type Beginning = Pick<MessageText, 'subject' | 'content'>;

/** One message being written, in one page. Methods that change something return at once unless they say otherwise. */
export interface MessageDraftHandle {
  /** The same object while nothing changes. */
  state(): MessageDraftState;
  /** Calls back after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** What the page writes into an empty message. It gives way to the text of another device as long as nobody has written on it here. */
  begin(text: Beginning): void;
  /** Called on every change of a field. While the message waits or is being sent, nothing changes: call `takeBack` first. */
  write(patch: Partial<MessageText>): void;
  addFile(file: ChosenFile): void;
  removeFile(key: IdempotencyKey): void;
  /** Resolves when the message was sent, waits or failed; the state says the same. Also used for "Send now" of a waiting message. */
  send(): Promise<MessagePhase>;
  /** Makes a waiting message editable again, unless it is on its way. */
  takeBack(): Promise<TakenBack>;
  /** Deletes the draft here and on the server; it never comes back. With `onItsWay` nothing was deleted. */
  discard(): Promise<TakenBack>;
  /** Swaps the other text with ours. */
  takeOther(): void;
  dismissOther(): void;
  /** The page is left: makes the text durable and deletes an empty draft. The outbox continues with a waiting message. */
  close(): Promise<void>;
}

/** A begun or waiting message, for lists. */
export interface UnsentMessage extends MessagePlace, MessageText {
  readonly savedAt: Instant;
  /** `refused`: it was not sent, and the person has to look at it. */
  readonly submission: 'none' | 'waiting' | 'sending' | 'refused';
  /** False while the server does not have what this device has. */
  readonly onServer: boolean;
}
