import * as v from 'valibot';
import { readAs } from './values.ts';

/**
 * A positive whole number that identifies one row of one kind on the server; the brand keeps the kinds apart. A number that is too large to
 * be exact is refused, because it would identify another row, or none that a database could look for.
 */
export const brandedId = <const Name extends string>(name: Name) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.brand(name));

/** The digits of an id in an address. */
export const IdText = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/** The id in a text of an address; null when the text is not an id. */
export const idFromText = <Id extends v.GenericSchema<number>>(
  id: Id,
  text: string | undefined,
): v.InferOutput<Id> | null => readAs(v.pipe(IdText, id), text);

export const PatientId = brandedId('PatientId');
export type PatientId = v.InferOutput<typeof PatientId>;
export const UserId = brandedId('UserId');
export type UserId = v.InferOutput<typeof UserId>;
export const FacilityId = brandedId('FacilityId');
export type FacilityId = v.InferOutput<typeof FacilityId>;
export const QuestionnaireItemId = brandedId('QuestionnaireItemId');
export type QuestionnaireItemId = v.InferOutput<typeof QuestionnaireItemId>;
export const ListAnswerId = brandedId('ListAnswerId');
export type ListAnswerId = v.InferOutput<typeof ListAnswerId>;

/** The number of an external system in the facility's interfaces. */
export const IfSystemId = brandedId('IfSystemId');
export type IfSystemId = v.InferOutput<typeof IfSystemId>;
export const AppointmentId = brandedId('AppointmentId');
export type AppointmentId = v.InferOutput<typeof AppointmentId>;
export const CareProviderId = brandedId('CareProviderId');
export type CareProviderId = v.InferOutput<typeof CareProviderId>;
export const SessionId = brandedId('SessionId');
export type SessionId = v.InferOutput<typeof SessionId>;
export const IdentityId = brandedId('IdentityId');
export type IdentityId = v.InferOutput<typeof IdentityId>;
export const PasskeyId = brandedId('PasskeyId');
export type PasskeyId = v.InferOutput<typeof PasskeyId>;

/** A health summary that was received as a document. */
export const CcdaId = brandedId('CcdaId');
export type CcdaId = v.InferOutput<typeof CcdaId>;

export const SecureMessageId = brandedId('SecureMessageId');
export type SecureMessageId = v.InferOutput<typeof SecureMessageId>;
export const AssignedQuestionnaireId = brandedId('AssignedQuestionnaireId');
export type AssignedQuestionnaireId = v.InferOutput<typeof AssignedQuestionnaireId>;
/** A photo or document that answers a question. */
export const AnswerAttachmentId = brandedId('AnswerAttachmentId');
export type AnswerAttachmentId = v.InferOutput<typeof AnswerAttachmentId>;

/** Random and opaque: made by the device, and identifies no person. */
export const DeviceId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/), v.brand('DeviceId'));
export type DeviceId = v.InferOutput<typeof DeviceId>;

/** Made once with a draft; every try to submit it sends this key. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/), v.brand('IdempotencyKey'));
export type IdempotencyKey = v.InferOutput<typeof IdempotencyKey>;
/** For a call of the specification, which has no key: a client that sends none makes a new message each time. */
export const IdempotencyKeyIfGiven = v.optional(IdempotencyKey, () => globalThis.crypto.randomUUID());

/** Made by the device with a message's draft, and also the key under which the message is sent. */
export const MessageDraftId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/), v.brand('MessageDraftId'));
export type MessageDraftId = v.InferOutput<typeof MessageDraftId>;
