import * as v from 'valibot';
import { declareCall } from './call.ts';
import { attachmentLimits } from './messageFiles.ts';
import { IfSystemId, SecureMessageId } from './ids.ts';
import { changing } from './presets.ts';
import { Base64, Instant } from './values.ts';

/** Most characters of all parts of an answer together. */
export const longestAnswer = 20_000;
const ShortText = v.pipe(v.string(), v.maxLength(1000));
const Identifier = v.looseObject({ system: v.optional(ShortText), value: v.pipe(v.string(), v.maxLength(200)) });
const Coding = v.looseObject({ system: v.optional(ShortText), code: v.optional(ShortText) });
const Reference = v.looseObject({
  display: v.optional(v.pipe(v.string(), v.maxLength(200))),
  identifier: v.optional(Identifier),
});
const Concept = v.looseObject({ coding: v.optional(v.pipe(v.array(Coding), v.maxLength(10)), []) });
const References = v.optional(v.pipe(v.array(Reference), v.maxLength(10)), []);
const Payload = v.looseObject({
  contentString: v.optional(v.pipe(v.string(), v.maxLength(longestAnswer))),
  contentAttachment: v.optional(
    v.looseObject({
      contentType: v.optional(ShortText),
      title: v.optional(ShortText),
      data: v.pipe(v.string(), v.maxLength(Math.ceil(attachmentLimits.fileBytes / 3) * 4), Base64),
    }),
  ),
});

/**
 * What a provider's system sends: a FHIR R4 Communication. With `payload` it is an answer, identified by its own `identifier`; with
 * `received` and without `payload` it says since when somebody has had the patient's message open. `partOf` or `inResponseTo` names our
 * thread (`thread-5`) or message (`message-7`).
 */
export const SystemCommunication = v.looseObject({
  resourceType: v.literal('Communication'),
  language: v.optional(v.pipe(v.string(), v.maxLength(35))),
  identifier: v.optional(v.pipe(v.array(Identifier), v.maxLength(10)), []),
  partOf: References,
  inResponseTo: References,
  sent: v.optional(ShortText),
  received: v.optional(Instant),
  /** With the code `request-done` or `request-declined`, the answer says what became of the patient's request. */
  category: v.optional(v.pipe(v.array(Concept), v.maxLength(10)), []),
  sender: v.optional(Reference),
  payload: v.optional(v.pipe(v.array(Payload), v.maxLength(10)), []),
});
export type SystemCommunication = v.InferOutput<typeof SystemCommunication>;

/** Adds an answer to a patient's thread; the same identifier again adds nothing. `system-key`: what the facility gave the system. */
export const receiveCommunication = declareCall({
  ...changing,
  name: 'receiveCommunication',
  isOurs: true,
  method: 'POST',
  path: '/api/messageSystems/{ifSystemId}/communications',
  params: { ifSystemId: IfSystemId },
  headers: { 'system-key': v.pipe(v.string(), v.minLength(20), v.maxLength(100)) },
  access: 'everyone',
  systemKey: true,
  body: SystemCommunication,
  /** Room for files of 10 MB as base64, and the rest. */
  largestBody: 14_000_000,
  answer: v.object({ messageId: v.nullable(SecureMessageId) }),
  errors: [
    'communication_incomplete',
    'file_type',
    'file_broken',
    'file_infected',
    'file_empty',
    'attachments_too_large',
  ],
});
