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

/** What a device stores about a chosen file, besides its bytes. */
export const KeptAnswerFile = v.object({
  /** The idempotency key of the upload, so that the server stores the file once. */
  key: IdempotencyKey,
  questionnaireItemId: QuestionnaireItemId,
  fileName: v.string(),
  /** Set once the server has the file. The draft may still name it by its key. */
  attachment: v.nullable(AnswerAttachment),
  refusal: v.nullable(FileRefusal),
});
export type KeptAnswerFile = v.InferOutput<typeof KeptAnswerFile>;

/** The parts of a draft that its files need. */
interface FilledIn {
  readonly questionnaire: AssignedQuestionnaire;
  readonly answers: readonly Answer[];
}

/** Where a chosen file is. `lost`: neither this page nor this device has it any more. */
export type AnswerFileState =
  | { readonly kind: 'uploading' | 'lost' }
  /** The upload is retried. `unchecked`: the facility could not scan it yet. `isKept`: the device has it, so it survives this page. */
  | { readonly kind: 'waiting'; readonly why: 'later' | 'unchecked'; readonly isKept: boolean }
  | { readonly kind: 'refused'; readonly why: FileRefusal }
  | { readonly kind: 'there'; readonly attachment: AnswerAttachment };

export type ChosenFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

export type AnswerFileStore = VaultRow<readonly KeptAnswerFile[]>;

/** The server's calls for the files. Reject with `CallError`. */
export interface AnswerFileServer {
  add(
    questionnaireItemId: QuestionnaireItemId,
    file: { readonly key: IdempotencyKey; readonly fileName: string; readonly bytes: Bytes },
  ): Promise<AnswerAttachment>;
  remove(attachmentId: AnswerAttachmentId): Promise<unknown>;
}

/** The result of sending a draft's files. `broken`: the questions whose file was refused or is lost. */
export type FilesSent =
  | { readonly kind: 'all' }
  | { readonly kind: 'passing'; readonly failure: Failure }
  | { readonly kind: 'broken'; readonly questionnaireItemIds: readonly QuestionnaireItemId[] };

interface FilesSummary {
  /** The device is still writing a file. */
  readonly isKeeping: boolean;
  /** A file is in this page only. */
  readonly isInPage: boolean;
  /** The server does not have a file yet. */
  readonly isUnsent: boolean;
  readonly isUnchecked: boolean;
}

/** The files that were chosen as answers of one draft and are on their way to the server. */
export interface AnswerFiles {
  /** Takes a file and begins to send it. Returns the answer that stands for it in the draft. */
  choose(questionnaireItemId: QuestionnaireItemId, file: ChosenFile): Answer;
  stateOf(key: string): SmallStore<AnswerFileState>;
  /** Removes the file of an answer, here and on the server. */
  remove(entry: Answer): void;
  /** The answers with attachments in place of the files that the server has by now. The same list when nothing changed. */
  resolved(answers: readonly Answer[]): readonly Answer[];
  /** True for an answer whose file is uploaded without the person. */
  isOnItsWay(entry: Answer): boolean;
  /** Sends every file that the draft's answers need. */
  send(draft: FilledIn): Promise<FilesSent>;
  summary(draft: FilledIn): FilesSummary;
  /** A connection may be back, so uploads are tried now. */
  nudge(): void;
  /** Resolves when the device has stored everything that it accepts. */
  settle(): Promise<void>;
  /** Reads the stored entries again, because another page had the draft. */
  reread(): Promise<void>;
  /** Drops files that no answer names any more. */
  prune(answers: readonly Answer[]): Promise<void>;
  /** Deletes everything of the files, because the draft was sent or discarded. */
  end(): Promise<void>;
  /** The page is closed: drops what is in memory and sends nothing more. */
  close(): void;
}
