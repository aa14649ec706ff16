import { type AttachmentType, attachmentLimits, type IdempotencyKey } from '@portal/api';
import { newIdempotencyKey } from '../idempotencyKey.ts';
import { fileExtension, nameToSend } from '../unsent/files/fileName.ts';
import { instantAfter } from '../unsent/instantAfter.ts';
import type { Bytes } from '../vault/crypto.ts';
import { type FileRefusal, filesOf, type KeptFile, type MessageRecord } from './record.ts';

/** Milliseconds after which a file without bytes is given up, because a page that has just added it may still be reading it. */
const abandonedAfter = 60 * 60_000;

/** The files whose bytes this page has in memory. */
export interface PageFiles {
  has(key: IdempotencyKey): boolean;
  /** Null when this page has no such file, or the file can no longer be read. */
  bytes(key: IdempotencyKey): Promise<Bytes | null>;
  hold(key: IdempotencyKey, file: Pick<Blob, 'arrayBuffer'>): void;
  forget(key: IdempotencyKey): void;
  /** The part that is uploaded, 0 to 1; null when it is not being uploaded. */
  progress(key: IdempotencyKey, part: number | null): void;
  progressOf(key: IdempotencyKey): number | null;
  /** True when a page was closed before the device had stored the file. */
  isAbandoned(file: KeptFile): boolean;
}

export function createPageFiles(wall: () => number): PageFiles {
  const held = new Map<IdempotencyKey, Pick<Blob, 'arrayBuffer'>>();
  const under = new Map<IdempotencyKey, number>();
  return {
    has: (key) => held.has(key),
    async bytes(key) {
      const buffer = await held
        .get(key)
        ?.arrayBuffer()
        .catch(() => null);
      return buffer ? new Uint8Array(buffer) : null;
    },
    hold: (key, file) => void held.set(key, file),
    forget: (key) => void held.delete(key),
    progress(key, part) {
      if (part === null) under.delete(key);
      else under.set(key, part);
    },
    progressOf: (key) => under.get(key) ?? null,
    isAbandoned: ({ key, isKept, attachment, refusal, addedAt }) =>
      !isKept &&
      attachment === null &&
      refusal === null &&
      !held.has(key) &&
      Math.abs(wall() - Date.parse(addedAt)) > abandonedAfter,
  };
}

const types: Readonly<Record<string, AttachmentType>> = { jpg: 'jpg', jpeg: 'jpg', png: 'png', pdf: 'pdf', txt: 'txt' };

/** Why a file cannot go with this message, as far as the page knows; null when the server has to check it. */
function refusalOf(record: MessageRecord, size: number): FileRefusal | null {
  const others = filesOf(record).filter(({ refusal }) => refusal === null);
  if (size === 0) return 'file_empty';
  if (size > attachmentLimits.fileBytes) return 'file_too_large';
  if (others.length >= attachmentLimits.files) return 'too_many';
  const all = others.reduce((sum, { bytes }) => sum + bytes, size);
  return all > attachmentLimits.allBytes ? 'attachments_too_large' : null;
}

export function chosenFile(record: MessageRecord, { name, size }: Pick<File, 'name' | 'size'>, now: number): KeptFile {
  const fileName = nameToSend(name);
  return {
    key: newIdempotencyKey(),
    uploadKey: newIdempotencyKey(),
    fileName,
    bytes: size,
    fileType: types[fileExtension(fileName).toLowerCase()] ?? null,
    addedAt: instantAfter(now),
    isKept: false,
    attachment: null,
    refusal: refusalOf(record, size),
    isRemoved: false,
  };
}
