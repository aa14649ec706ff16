import {
  type Answer,
  AnswerAttachment,
  type AnswerAttachmentId,
  type AssignedQuestionnaire,
  IdempotencyKey,
  QuestionnaireItemId,
} from '@portal/api';
import * as v from 'valibot';
import type { SmallStore } from '../../browser/smallStore.ts';
import type { Failure } from '../errors.ts';
import type { VaultRow } from '../unsent/files/vaultRow.ts';
import type { Bytes } from '../vault/crypto.ts';

/** Why a file was not taken. */
export const FileRefusal = v.picklist(['wrongType', 'tooLarge', 'damaged', 'harmful', 'failed']);
export type FileRefusal = v.InferOutput<typeof FileRefusal>;

/** What a device keeps of a chosen file beside its bytes. */
export const KeptAnswerFile = v.object({
  /** The key under which it goes up, so that it is there once. */
  key: IdempotencyKey,
  questionnaireItemId: QuestionnaireItemId,
  fileName: v.string(),
  /** Once the server has it: the draft may still name it by its key. */
  attachment: v.nullable(AnswerAttachment),
  refusal: v.nullable(FileRefusal),
});
export type KeptAnswerFile = v.InferOutput<typeof KeptAnswerFile>;

/** A draft, as far as its files go. */
export interface FilledIn {
  readonly questionnaire: AssignedQuestionnaire;
  readonly answers: readonly Answer[];
}

/** Where a chosen file is. `lost`: neither this page nor this device has it any more. */
export type AnswerFileState =
  | { readonly kind: 'uploading' | 'lost' }
  /** It is tried again. `unchecked`: the facility could not look through it yet. `isKept`: it outlasts this page. */
  | { readonly kind: 'waiting'; readonly why: 'later' | 'unchecked'; readonly isKept: boolean }
  | { readonly kind: 'refused'; readonly why: FileRefusal }
  | { readonly kind: 'there'; readonly attachment: AnswerAttachment };

/** What of a `File` is used. */
export type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** The device's part. */
export type AnswerFileStore = VaultRow<readonly KeptAnswerFile[]>;

/** The server's part. Rejects with `CallError`. */
export interface AnswerFileServer {
  add(
    questionnaireItemId: QuestionnaireItemId,
    file: { readonly key: IdempotencyKey; readonly fileName: string; readonly bytes: Bytes },
  ): Promise<AnswerAttachment>;
  remove(attachmentId: AnswerAttachmentId): Promise<unknown>;
}

/** How the sending of a draft's files ended. `broken`: answers whose file was refused or is nowhere. */
export type FilesSent =
  | { readonly kind: 'all' }
  | { readonly kind: 'passing'; readonly failure: Failure }
  | { readonly kind: 'broken'; readonly questionnaireItemIds: readonly QuestionnaireItemId[] };

/** What is to be said of all files of a draft. */
export interface FilesSummary {
  /** The device is still writing one. */
  readonly isKeeping: boolean;
  /** One is in this page alone. */
  readonly isInPage: boolean;
  /** The server has yet to get one. */
  readonly isUnsent: boolean;
  readonly isUnchecked: boolean;
}

/** The files that somebody chose as answers of one draft, on their way to the server. */
export interface AnswerFiles {
  /** Takes a file and begins to send it; gives the entry that stands for it in the draft. */
  choose(questionnaireItemId: QuestionnaireItemId, file: ChosenFile): Answer;
  stateOf(key: string): SmallStore<AnswerFileState>;
  /** Takes the file of an answer away, here and on the server. */
  remove(entry: Answer): void;
  /** The answers with what the server has by now in place of what waited; the same list where nothing is new. */
  resolved(answers: readonly Answer[]): readonly Answer[];
  /** True for an answer whose file goes up by itself. */
  isOnItsWay(entry: Answer): boolean;
  /** Sends every file that the draft's answers wait for. */
  send(draft: FilledIn): Promise<FilesSent>;
  summary(draft: FilledIn): FilesSummary;
  /** A connection may be back. */
  nudge(): void;
  /** The device has all that it takes. */
  settle(): Promise<void>;
  /** Reads again what stands on the device, because another page had the draft. */
  reread(): Promise<void>;
  /** Drops what no answer names any more. */
  prune(answers: readonly Answer[]): Promise<void>;
  /** The draft was sent or discarded: nothing of its files stays. */
  end(): Promise<void>;
  /** The page is left: what it holds in memory goes, and nothing more is sent from here. */
  close(): void;
}
