import { type AttachmentType, attachmentLimits } from '@portal/api';
import { countedPages } from './pdfPages.ts';
import type { FileKind } from './fileKind.ts';
import { convertPicture } from './picture.ts';
import { plainText } from './plainText.ts';

export interface ConvertedFile {
  readonly type: AttachmentType;
  readonly content: Buffer;
  readonly thumbnail: Buffer | null;
  readonly pages: number | null;
  readonly locationRemoved: boolean;
}
/** Why a file is not stored; the sender gets this code. */
export type FileRefusal = 'file_type' | 'file_broken' | 'file_empty' | 'attachments_too_large';

async function picture(bytes: Buffer): Promise<ConvertedFile | FileRefusal> {
  const kept = await convertPicture(bytes);
  if (kept === 'broken') return 'file_broken';
  return kept === 'too large' ? 'attachments_too_large' : { ...kept, pages: null };
}

const plain = { thumbnail: null, pages: null, locationRemoved: false };

async function pdf(bytes: Buffer): Promise<ConvertedFile | FileRefusal> {
  const pages = await countedPages(bytes);
  return pages === 'broken' ? 'file_broken' : { ...plain, type: 'pdf', content: bytes, pages };
}

function text(bytes: Buffer): ConvertedFile | FileRefusal {
  const content = plainText(bytes);
  if (content === null) return 'file_type';
  if (content === '') return 'file_empty';
  const kept = Buffer.from(content);
  // UTF-16 text may grow when it is stored as UTF-8.
  return kept.length > attachmentLimits.fileBytes ? 'attachments_too_large' : { ...plain, type: 'txt', content: kept };
}

/** Converts a file to what is stored of it, or gives the reason why it is refused. */
export async function convertFile(kind: FileKind, bytes: Buffer): Promise<ConvertedFile | FileRefusal> {
  switch (kind) {
    case 'jpeg':
    case 'png':
    case 'webp':
    case 'gif':
      return picture(bytes);
    case 'pdf':
      return pdf(bytes);
    case 'text':
      return text(bytes);
  }
}

function likelyType(kind: FileKind): AttachmentType {
  switch (kind) {
    case 'jpeg':
    case 'webp':
    case 'gif':
      return 'jpg';
    case 'png':
      return 'png';
    case 'pdf':
      return 'pdf';
    case 'text':
      return 'txt';
  }
}

/** A file that must not be read yet, because the scanner has given no result: stored as it came. */
export const unreadFile = (kind: FileKind, bytes: Buffer): ConvertedFile => ({
  ...plain,
  type: likelyType(kind),
  content: bytes,
});
