import { contentTypeOf, takesFileType } from '@portal/api';
import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { audit } from '../audit/audit.ts';
import { kindOf } from '../files/fileKind.ts';
import { inHand } from '../files/inHand.ts';
import { convertFile } from '../files/convertFile.ts';
import type { Scanner } from '../files/scanner.ts';
import {
  addAnswerFile,
  type AnswerUpload,
  answerFileThereAlready,
  readAnswerFile,
  removeAnswerFile,
} from './answerFiles.ts';
import { isOpen } from './assigned.ts';
import { revisionOf } from './revisions.ts';
import { assignedForWrite } from './assignedAccess.ts';

type AnswerFileCalls = 'addAnswerAttachment' | 'removeAnswerAttachment' | 'getAnswerAttachment';

/** Files that answer questions. The same kinds are accepted as in messages. */
export const answerFileHandlers = ({ scanner }: { readonly scanner: Scanner }): Pick<Handlers, AnswerFileCalls> => ({
  async addAnswerAttachment({ db, tx, actor, params, headers, body, refuse }) {
    const { patientId, assignedQuestionnaireId, questionnaireItemId } = params;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const upload: AnswerUpload = { assignedQuestionnaireId, questionnaireItemId, key: headers['idempotency-key'] };
    const openItem = async (within: typeof db) => {
      const assigned = await assignedForWrite(within, actor, patientId, assignedQuestionnaireId);
      if (!isOpen(assigned)) throw refuse('no_longer_open');
      const { items } = await revisionOf(within, assigned.revisionKey);
      const item = items.find((one) => one.questionnaireItemId === questionnaireItemId);
      if (item?.questionnaireItemType !== 'AttachmentQuestion') throw notFound();
      return item;
    };
    const made = await inHand(`answers ${assignedQuestionnaireId}`, bytes.length, async () => {
      const item = await tx(openItem);
      const earlier = await answerFileThereAlready(db, upload);
      if (earlier !== null) return earlier;
      if (bytes.length === 0) return 'file_empty';
      // Only the first bytes (or, for text, the characters) are inspected before the virus scanner has cleared the file.
      const kind = kindOf(bytes);
      if (kind === null) return 'file_type';
      const scanned = await scanner(bytes);
      if (scanned === 'infected') {
        const detail = { assignedQuestionnaireId, kind, bytes: bytes.length };
        await tx((within) => audit(within, { type: 'questionnaire.fileRefused', actor, patientId, detail }));
        return 'file_infected';
      }
      // An answer cannot wait for a later scan: the device keeps the file and tries again.
      if (scanned === 'unknown') return 'file_unchecked';
      const file = await convertFile(kind, bytes);
      if (typeof file === 'string') return file;
      if (!takesFileType(item, contentTypeOf(file.type))) return 'file_type';
      if (file.content.length > item.maxSize) return 'attachments_too_large';
      return tx(async (within) => {
        await openItem(within);
        return addAnswerFile(within, upload, headers['file-name'], file);
      });
    });
    if (made === 'busy') throw refuse('unavailable');
    if (typeof made === 'string') throw refuse(made);
    return made;
  },

  async removeAnswerAttachment({ tx, actor, params }) {
    const isGone = await tx(async (within) => {
      await assignedForWrite(within, actor, params.patientId, params.assignedQuestionnaireId);
      return removeAnswerFile(within, params);
    });
    if (!isGone) throw notFound();
    return null;
  },

  async getAnswerAttachment({ db, params }) {
    const file = orNotFound(await readAnswerFile(db, params));
    return {
      bytes: file.content,
      fileType: file.fileType,
      fileName: `answer-${String(params.attachmentId)}`,
      goesTo: 'window',
    };
  },
});
