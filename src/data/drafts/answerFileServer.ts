import { addAnswerAttachment, type AssignedQuestionnaireId, type PatientId, removeAnswerAttachment } from '@portal/api';
import { send } from '../http.ts';
import { uploadTimeout } from '../unsent/files/upload.ts';
import type { AnswerFileServer } from './fileParts.ts';

export const answerFileServer = (
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
): AnswerFileServer => ({
  add: (questionnaireItemId, { key, fileName, bytes }) =>
    send(addAnswerAttachment, {
      params: { patientId, assignedQuestionnaireId, questionnaireItemId },
      headers: { 'idempotency-key': key, 'file-name': encodeURIComponent(fileName) },
      body: bytes,
      timeout: uploadTimeout(bytes.length),
    }),
  remove: (attachmentId) =>
    send(removeAnswerAttachment, { params: { patientId, assignedQuestionnaireId, attachmentId } }),
});
