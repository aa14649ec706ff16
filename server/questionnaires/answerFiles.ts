import {
  type Answer,
  AnswerAttachment,
  type AnswerAttachmentId,
  type AssignedQuestionnaireId,
  answerFileLimits,
  AttachmentType,
  type IdempotencyKey,
  type PatientId,
  type QuestionnaireItemId,
  contentTypeOf,
} from '@portal/api';
import * as v from 'valibot';
import { hashOf } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';
import { storedFileName } from '../files/fileName.ts';
import type { ConvertedFile } from '../files/convertFile.ts';
import { fileTable } from '../files/fileTables.ts';
import { fileColumns, fileEntries, withBytes } from '../files/storedFile.ts';

fileTable('answer_attachments');

const columns = 'f.id as "attachmentId", f.file_name as "fileName", f.file_type as "fileType", f.byte_count as size';
const Row = v.object({
  attachmentId: AnswerAttachment.entries.attachmentId,
  fileName: v.string(),
  fileType: AttachmentType,
  size: v.number(),
});
const attachmentOf = ({ fileType, ...file }: v.InferOutput<typeof Row>): AnswerAttachment => ({
  ...file,
  contentType: contentTypeOf(fileType),
});

export interface AnswerUpload {
  readonly assignedQuestionnaireId: AssignedQuestionnaireId;
  readonly questionnaireItemId: QuestionnaireItemId;
  readonly key: IdempotencyKey;
}
const uploadKeyOf = ({ questionnaireItemId, key }: AnswerUpload): string =>
  hashOf(`${questionnaireItemId} ${key}`).toString('hex');

const same = statement(
  'answerFiles.same',
  `select ${columns} from answer_attachments f where f.assigned_questionnaire_id = $assignedQuestionnaireId and f.upload_key = $uploadKey`,
  Row,
);
/** The file that an earlier try has stored. */
export async function answerFileThereAlready(db: Db, upload: AnswerUpload): Promise<AnswerAttachment | null> {
  const { assignedQuestionnaireId } = upload;
  const row = await db.maybe(same, { assignedQuestionnaireId, uploadKey: uploadKeyOf(upload) });
  return row === null ? null : attachmentOf(row);
}

const usage = statement(
  'answerFiles.usage',
  `select count(*)::int as files, coalesce(sum(f.byte_count), 0)::int as bytes from answer_attachments f
   where f.assigned_questionnaire_id = $assignedQuestionnaireId`,
  v.object({ files: v.number(), bytes: v.number() }),
);
const insert = statement(
  'answerFiles.insert',
  `insert into answer_attachments as f (assigned_questionnaire_id, questionnaire_item_id, upload_key, file_name, file_type, byte_count, content)
   values ($assignedQuestionnaireId, $questionnaireItemId, $uploadKey, $fileName, $fileType, $bytes, $content) returning ${columns}`,
  Row,
);
/** Adds a file to the draft of a questionnaire whose row the caller has locked. */
export async function addAnswerFile(
  tx: Db,
  upload: AnswerUpload,
  named: string,
  file: ConvertedFile,
): Promise<AnswerAttachment | 'attachments_too_large'> {
  const earlier = await answerFileThereAlready(tx, upload);
  if (earlier !== null) return earlier;
  const { assignedQuestionnaireId, questionnaireItemId } = upload;
  const { files, bytes } = await tx.one(usage, { assignedQuestionnaireId });
  if (files >= answerFileLimits.files || bytes + file.content.length > answerFileLimits.allBytes)
    return 'attachments_too_large';
  return attachmentOf(
    await tx.one(insert, {
      assignedQuestionnaireId,
      questionnaireItemId,
      uploadKey: uploadKeyOf(upload),
      fileName: storedFileName(named, file.type),
      fileType: file.type,
      bytes: file.content.length,
      content: file.content,
    }),
  );
}

const remove = statement(
  'answerFiles.remove',
  'delete from answer_attachments where id = $attachmentId and assigned_questionnaire_id = $assignedQuestionnaireId and sent_at is null',
);
/** Removes a file from a draft; false if there is none. */
export const removeAnswerFile = async (
  tx: Db,
  of: { readonly assignedQuestionnaireId: AssignedQuestionnaireId; readonly attachmentId: AnswerAttachmentId },
): Promise<boolean> => (await tx.run(remove, of)) === 1;

const removeUnsent = statement(
  'answerFiles.removeUnsent',
  'delete from answer_attachments where assigned_questionnaire_id = $assignedQuestionnaireId and sent_at is null',
);
export const removeUnsentFiles = (tx: Db, assignedQuestionnaireId: AssignedQuestionnaireId): Promise<number> =>
  tx.run(removeUnsent, { assignedQuestionnaireId });

const ofQuestionnaire = statement(
  'answerFiles.all',
  `select ${columns}, f.questionnaire_item_id::int as "questionnaireItemId" from answer_attachments f
   where f.assigned_questionnaire_id = $assignedQuestionnaireId`,
  v.object({ ...Row.entries, questionnaireItemId: v.number() }),
);
/** The answers that name a file which does not exist, belongs to another question, or differs from what they say about it. */
export async function answersWithoutFile(
  tx: Db,
  assignedQuestionnaireId: AssignedQuestionnaireId,
  answers: readonly Answer[],
): Promise<readonly Answer[]> {
  const naming = answers.filter(({ attachment }) => attachment !== undefined);
  if (naming.length === 0) return [];
  const files = new Map(
    (await tx.many(ofQuestionnaire, { assignedQuestionnaireId })).map((row) => [row.attachmentId, row]),
  );
  return naming.filter(({ attachment, questionnaireItemId }) => {
    const row = attachment && files.get(attachment.attachmentId);
    return (
      attachment === undefined ||
      row === undefined ||
      row.questionnaireItemId !== questionnaireItemId ||
      row.size !== attachment.size ||
      row.fileName !== attachment.fileName ||
      contentTypeOf(row.fileType) !== attachment.contentType
    );
  });
}

const markSent = statement(
  'answerFiles.sent',
  'update answer_attachments set sent_at = now() where assigned_questionnaire_id = $assignedQuestionnaireId and id = any($attachmentIds::bigint[])',
);
/** Marks the files that the sent answers name as sent, and deletes the others. */
export async function keepSentFiles(
  tx: Db,
  assignedQuestionnaireId: AssignedQuestionnaireId,
  answers: readonly Answer[],
): Promise<void> {
  const attachmentIds = answers.flatMap(({ attachment }) => attachment?.attachmentId ?? []);
  if (attachmentIds.length > 0) await tx.run(markSent, { assignedQuestionnaireId, attachmentIds });
  await removeUnsentFiles(tx, assignedQuestionnaireId);
}

const content = statement(
  'answerFiles.content',
  `select f.file_type as "fileType", ${fileColumns('f')} from answer_attachments f join assigned_questionnaires a on a.id = f.assigned_questionnaire_id
   where f.id = $attachmentId and a.id = $assignedQuestionnaireId and a.patient_id = $patientId`,
  v.object({ fileType: AttachmentType, ...fileEntries }),
);
/** A file of a patient's questionnaire; null if there is none. */
export async function readAnswerFile(
  db: Db,
  of: {
    readonly patientId: PatientId;
    readonly assignedQuestionnaireId: AssignedQuestionnaireId;
    readonly attachmentId: AnswerAttachmentId;
  },
) {
  const row = await db.maybe(content, of);
  return row && withBytes(db, row);
}
