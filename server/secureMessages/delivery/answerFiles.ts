import { attachmentLimits } from '@portal/api';
import type { AnswerFile } from '../addAnswer.ts';
import { kindOf } from '../../files/fileKind.ts';
import { storedFileName } from '../../files/fileName.ts';
import { type FileRefusal, convertFile } from '../../files/convertFile.ts';
import type { Scanner } from '../../files/scanner.ts';

export interface SentFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

/**
 * What is kept of the files of an answer, by the rules of a patient's own; or why one is not. `unavailable`: the scanner does not say, and whoever sent it
 * has to come again.
 */
export async function answerFiles(
  files: readonly SentFile[],
  scanner: Scanner,
): Promise<AnswerFile[] | FileRefusal | 'file_infected' | 'unavailable'> {
  const kept: AnswerFile[] = [];
  let all = 0;
  for (const { fileName, bytes } of files) {
    if (bytes.length === 0) return 'file_empty';
    if (bytes.length > attachmentLimits.fileBytes) return 'attachments_too_large';
    const scanned = await scanner(bytes);
    if (scanned !== 'clean') return scanned === 'infected' ? 'file_infected' : 'unavailable';
    const kind = kindOf(bytes);
    if (kind === null) return 'file_type';
    const file = await convertFile(kind, bytes);
    if (typeof file === 'string') return file;
    all += file.content.length;
    const { type: fileType, content, pages: pageCount, thumbnail } = file;
    kept.push({ fileName: storedFileName(fileName, fileType), fileType, content, pageCount, thumbnail });
  }
  return all > attachmentLimits.allBytes ? 'attachments_too_large' : kept;
}
