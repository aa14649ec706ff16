import * as v from 'valibot';
import { declareCall } from './call.ts';
import { brandedId, IdempotencyKey, PatientId } from './ids.ts';
import { messagesPath, ofMessages } from './messagePresets.ts';
import { givingFile, ofPatient } from './presets.ts';

export const MessageAttachmentId = brandedId('MessageAttachmentId');
export type MessageAttachmentId = v.InferOutput<typeof MessageAttachmentId>;

/** Most files of one message, and the bytes of one file and of all together. */
export const attachmentLimits = { files: 4, fileBytes: 6_000_000, allBytes: 10_000_000 } as const;
/** Takes one file: the body is its bytes. With the same key a second try is the same file. */
export const takingFile = {
  headers: {
    'idempotency-key': IdempotencyKey,
    /** Percent-encoded UTF-8. */
    'file-name': v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  },
  bodyType: 'bytes',
  body: v.custom<Uint8Array>((value) => value instanceof Uint8Array),
  largestBody: attachmentLimits.fileBytes,
} as const;
/** The types of files. The bytes decide the type, never the name. */
export const AttachmentType = v.picklist(['jpg', 'png', 'pdf', 'txt']);
export type AttachmentType = v.InferOutput<typeof AttachmentType>;

const contentTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  txt: 'text/plain',
} as const satisfies Record<AttachmentType, string>;
/** The media type of a file type, for other systems. */
export const contentTypeOf = (type: AttachmentType): string => contentTypes[type];

/**
 * A file of a message. `held`: the facility's scanner has not passed it yet, so nobody can open it. `removed`: it failed a later scan, so
 * only its name is left.
 */
export const MessageAttachment = v.object({
  attachmentId: MessageAttachmentId,
  /** As its sender named it, without path and control characters. */
  fileName: v.string(),
  fileType: AttachmentType,
  bytes: v.number(),
  /** For a PDF, if its pages could be counted. */
  pages: v.nullable(v.number()),
  hasThumbnail: v.boolean(),
  /** True when the picture contained its location, which was removed. */
  locationRemoved: v.boolean(),
  state: v.picklist(['ready', 'held', 'removed']),
});
export type MessageAttachment = v.InferOutput<typeof MessageAttachment>;

const ofAttachment = {
  ...ofPatient,
  ...givingFile,
  ...ofMessages,
  params: { patientId: PatientId, attachmentId: MessageAttachmentId },
} as const;
/** A file of a message, or of the person's own draft, with a download ticket. */
export const getMessageAttachment = declareCall({
  ...ofAttachment,
  name: 'getMessageAttachment',
  isOurs: true,
  offline: 'keep',
  path: `${messagesPath}/attachments/{attachmentId}/content`,
  audited: true,
});
export const getMessageThumbnail = declareCall({
  ...ofAttachment,
  name: 'getMessageThumbnail',
  isOurs: true,
  path: `${messagesPath}/attachments/{attachmentId}/thumbnail`,
  audited: false,
});
