import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { audit } from '../audit/audit.ts';
import { kindOf } from '../files/fileKind.ts';
import { inHand } from '../files/inHand.ts';
import { convertFile, unreadFile } from '../files/convertFile.ts';
import type { Scanner } from '../files/scanner.ts';
import { addFile, fileThereAlready, readFileOf, readThumbnailOf, removeFile } from './files/store.ts';

type MessageCalls = 'addMessageAttachment' | 'removeMessageAttachment' | 'getMessageAttachment' | 'getMessageThumbnail';

/** Files of secure messages (rulings, section 9). */
export const messageAttachmentHandlers = ({
  scanner,
}: {
  readonly scanner: Scanner;
}): Pick<Handlers, MessageCalls> => ({
  async addMessageAttachment({ db, tx, actor, params, headers, body, refuse }) {
    const { patientId } = params;
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const upload = {
      userId: actor.userId,
      patientId,
      draftId: params.draftId,
      key: headers['idempotency-key'],
      bytes,
    };
    const made = await inHand(`${actor.userId} ${params.draftId}`, bytes.length, async () => {
      const earlier = await fileThereAlready(db, upload);
      if (earlier !== null) return earlier;
      if (bytes.length === 0) return 'file_empty';
      // Only the first bytes (or, for text, the characters) are inspected before the virus scanner has cleared the file.
      const kind = kindOf(bytes);
      if (kind === null) return 'file_type';
      const scanned = await scanner(bytes);
      if (scanned === 'infected') {
        const detail = { kind, bytes: bytes.length };
        await tx((within) => audit(within, { type: 'message.fileRefused', actor, patientId, detail }));
        return 'file_infected';
      }
      const file = scanned === 'unknown' ? unreadFile(kind, bytes) : await convertFile(kind, bytes);
      if (typeof file === 'string') return file;
      const state = scanned === 'unknown' ? 'held' : 'ready';
      return tx((within) => addFile(within, upload, headers['file-name'], file, state));
    });
    if (made === 'busy') throw refuse('unavailable');
    if (typeof made === 'string') throw refuse(made);
    return made;
  },

  async removeMessageAttachment({ tx, actor, params }) {
    const isGone = await tx((within) => removeFile(within, { ...params, userId: actor.userId }));
    if (!isGone) throw notFound();
    return null;
  },

  async getMessageAttachment({ db, actor, params }) {
    const file = orNotFound(await readFileOf(db, { ...params, userId: actor.userId }));
    return {
      bytes: file.content,
      fileType: file.fileType,
      fileName: `attachment-${String(params.attachmentId)}`,
      goesTo: 'window',
    };
  },

  async getMessageThumbnail({ db, actor, params }) {
    const file = orNotFound(await readThumbnailOf(db, { ...params, userId: actor.userId }));
    return {
      bytes: file.thumbnail,
      fileType: 'jpg',
      fileName: `thumbnail-${String(params.attachmentId)}`,
      goesTo: 'window',
    };
  },
});
