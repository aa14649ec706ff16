import { type Handlers, notFound } from '../app/handler.ts';
import { audit } from '../audit/audit.ts';
import { kindOf } from '../messages/files/fileKind.ts';
import { inHand } from '../messages/files/inHand.ts';
import { keptFile, unreadFile } from '../messages/files/keptFile.ts';
import type { Scanner } from '../messages/files/scanner.ts';
import { addFile, fileThereAlready, readFileOf, readThumbnailOf, removeFile } from '../messages/files/store.ts';

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
    const earlier = await fileThereAlready(db, upload);
    if (earlier !== null) return earlier;
    if (bytes.length === 0) throw refuse('file_empty');
    const kind = kindOf(bytes);
    if (kind === null) throw refuse('file_type');
    // Nothing but its first bytes, and of a text the characters, is looked at before the scanner has seen it.
    const made = await inHand(bytes.length, async () => {
      const scanned = await scanner(bytes);
      if (scanned === 'infected') return 'file_infected';
      if (scanned === 'unknown') return { file: unreadFile(kind, bytes), state: 'held' } as const;
      const file = await keptFile(kind, bytes);
      return typeof file === 'string' ? file : ({ file, state: 'ready' } as const);
    });
    if (made === 'busy') throw refuse('unavailable');
    if (made === 'file_infected')
      await tx((within) =>
        audit(within, { type: 'message.fileRefused', actor, patientId, detail: { kind, bytes: bytes.length } }),
      );
    if (typeof made === 'string') throw refuse(made);
    const added = await tx((within) => addFile(within, upload, headers['file-name'], made.file, made.state));
    if (typeof added === 'string') throw refuse(added);
    return added;
  },

  async removeMessageAttachment({ tx, actor, params }) {
    const isGone = await tx((within) => removeFile(within, { ...params, userId: actor.userId }));
    if (!isGone) throw notFound();
    return null;
  },

  async getMessageAttachment({ db, actor, params }) {
    const file = await readFileOf(db, { ...params, userId: actor.userId });
    if (file === null) throw notFound();
    return {
      bytes: file.content,
      fileType: file.fileType,
      fileName: `attachment-${String(params.attachmentId)}`,
      goesTo: 'window',
    };
  },

  async getMessageThumbnail({ db, actor, params }) {
    const file = await readThumbnailOf(db, { ...params, userId: actor.userId });
    if (file === null) throw notFound();
    return {
      bytes: file.thumbnail,
      fileType: 'jpg',
      fileName: `thumbnail-${String(params.attachmentId)}`,
      goesTo: 'window',
    };
  },
});
