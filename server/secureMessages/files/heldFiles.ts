import { MessageAttachmentId, PatientId } from '@portal/api';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { startWorker } from '../../process/worker.ts';
import { audit } from '../../audit/audit.ts';
import { backlog } from '../../db/backlog.ts';
import { type Access, statement } from '../../db/pool.ts';
import { kindOf } from '../../files/fileKind.ts';
import { storedFileName } from '../../files/fileName.ts';
import { type ConvertedFile, type FileRefusal, convertFile } from '../../files/convertFile.ts';
import type { Scanner } from '../../files/scanner.ts';

const everyMs = 300_000;

backlog('held_file', {
  rows: "message_attachments where state = 'held'",
  order: 'scan_again_at',
  since: 'created_at',
  due: 'scan_again_at',
});

/**
 * Sets the next try before this one begins, so that no other process takes the file. The row is not locked during the scan, so that its
 * message can be sent.
 */
const take = statement(
  'attachments.takeHeld',
  `update message_attachments set scan_again_at = now() + interval '4 minutes' where id =
     (select id from message_attachments where state = 'held' and scan_again_at <= now() order by scan_again_at for update skip locked limit 1)
   returning id, patient_id as "patientId", file_name as "fileName", content`,
  v.object({ id: MessageAttachmentId, patientId: PatientId, fileName: v.string(), content: v.instance(Buffer) }),
);
const letPass = statement(
  'attachments.letPass',
  `update message_attachments set state = 'ready', file_name = $fileName, file_type = $fileType, byte_count = $bytes, page_count = $pages,
     content = $content, thumbnail = $thumbnail, location_removed = $locationRemoved
   where id = $id and state = 'held'`,
);
/** The row stays, because its message may refer to the file. The same file may be uploaded again. */
const takeOut = statement(
  'attachments.takeOut',
  `update message_attachments set state = 'removed', content = '', thumbnail = null, sent_hash = null where id = $id and state = 'held'`,
);

/** Scans the next held file that is due, and then releases or removes it. False: there is none. */
export async function lookAtHeldFile({ db, tx }: Access, scanner: Scanner): Promise<boolean> {
  const held = await db.maybe(take);
  if (held === null) return false;
  const { id, patientId, content } = held;
  const scanned = await scanner(content);
  if (scanned === 'unknown') return true;
  const kind = kindOf(content);
  const found: ConvertedFile | FileRefusal | 'file_infected' =
    scanned === 'infected' ? 'file_infected' : kind === null ? 'file_type' : await convertFile(kind, content);
  if (typeof found !== 'string') {
    await db.run(letPass, {
      ...found,
      id,
      fileName: storedFileName(encodeURIComponent(held.fileName), found.type),
      fileType: found.type,
      bytes: found.content.length,
    });
    return true;
  }
  await tx(async (within) => {
    if ((await within.run(takeOut, { id })) === 0) return;
    await audit(within, {
      type: 'message.fileRemoved',
      actor: null,
      patientId,
      detail: { attachmentId: id, why: found },
    });
  });
  return true;
}

/** Scans files again that the scanner gave no answer for, each every five minutes, in whichever process comes first. */
export function startHeldFiles(
  access: Access,
  log: Logger,
  scanner: Scanner,
): { stop(seconds: number): Promise<void> } {
  const worker = startWorker({
    job: 'held_file',
    everyMs,
    log,
    what: 'files that wait for the scanner are not looked after',
    work: () => lookAtHeldFile(access, scanner),
  });
  return {
    /** A scan may take longer than the stop; the next process then scans the file again. */
    async stop(seconds) {
      const tooLong = new Promise((resolve) => {
        AbortSignal.timeout(seconds * 1000).addEventListener('abort', resolve);
      });
      await Promise.race([worker.stop(), tooLong]);
    },
  };
}
