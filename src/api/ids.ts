import * as v from 'valibot';

/**
 * A positive whole number that names one row of one kind on the server; the brand keeps the kinds apart. Beyond what a number holds
 * exactly it would name another row, or none that a database could look for.
 */
const id = <const Name extends string>(name: Name) => v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.brand(name));

export const PatientId = id('PatientId');
export type PatientId = v.InferOutput<typeof PatientId>;
export const UserId = id('UserId');
export type UserId = v.InferOutput<typeof UserId>;
export const FacilityId = id('FacilityId');
export type FacilityId = v.InferOutput<typeof FacilityId>;
export const ThemeId = id('ThemeId');
export type ThemeId = v.InferOutput<typeof ThemeId>;
export const AssignedQuestionnaireId = id('AssignedQuestionnaireId');
export type AssignedQuestionnaireId = v.InferOutput<typeof AssignedQuestionnaireId>;
export const QuestionnaireItemId = id('QuestionnaireItemId');
export type QuestionnaireItemId = v.InferOutput<typeof QuestionnaireItemId>;
export const ListAnswerId = id('ListAnswerId');
export type ListAnswerId = v.InferOutput<typeof ListAnswerId>;

export const DownloadableItemId = id('DownloadableItemId');
export type DownloadableItemId = v.InferOutput<typeof DownloadableItemId>;
/** An external system as the facility's interfaces number it. */
export const IfSystemId = id('IfSystemId');
export type IfSystemId = v.InferOutput<typeof IfSystemId>;
export const AppointmentId = id('AppointmentId');
export type AppointmentId = v.InferOutput<typeof AppointmentId>;
export const FollowUpAppointmentId = id('FollowUpAppointmentId');
export type FollowUpAppointmentId = v.InferOutput<typeof FollowUpAppointmentId>;
export const ArticleId = id('ArticleId');
export type ArticleId = v.InferOutput<typeof ArticleId>;
/** A row of what an item of the treatment summary is made of. */
export const TreatmentItemId = id('TreatmentItemId');
export type TreatmentItemId = v.InferOutput<typeof TreatmentItemId>;
export const CareTeamId = id('CareTeamId');
export type CareTeamId = v.InferOutput<typeof CareTeamId>;
export const CareProviderId = id('CareProviderId');
export type CareProviderId = v.InferOutput<typeof CareProviderId>;
export const ContactId = id('ContactId');
export type ContactId = v.InferOutput<typeof ContactId>;
export const MedicalNoteId = id('MedicalNoteId');
export type MedicalNoteId = v.InferOutput<typeof MedicalNoteId>;
export const InvitationId = id('InvitationId');
export type InvitationId = v.InferOutput<typeof InvitationId>;
/** One row of the audit, for going on after it. */
export const AuditRowId = id('AuditRowId');
export type AuditRowId = v.InferOutput<typeof AuditRowId>;
export const SessionId = id('SessionId');
export type SessionId = v.InferOutput<typeof SessionId>;

export const LabResultId = id('LabResultId');
export type LabResultId = v.InferOutput<typeof LabResultId>;
/** A form in which a laboratory sent a report. */
export const LabDocumentId = id('LabDocumentId');
export type LabDocumentId = v.InferOutput<typeof LabDocumentId>;

/** A health summary that was received as a document. */
export const CcdaId = id('CcdaId');
export type CcdaId = v.InferOutput<typeof CcdaId>;

export const SecureThreadId = id('SecureThreadId');
export type SecureThreadId = v.InferOutput<typeof SecureThreadId>;
export const ThreadMemberId = id('ThreadMemberId');
export type ThreadMemberId = v.InferOutput<typeof ThreadMemberId>;
export const SecureMessageId = id('SecureMessageId');
export type SecureMessageId = v.InferOutput<typeof SecureMessageId>;
/** A photo or document that answers a question. */
export const AnswerAttachmentId = id('AnswerAttachmentId');
export type AnswerAttachmentId = v.InferOutput<typeof AnswerAttachmentId>;
export const MessageAttachmentId = id('MessageAttachmentId');
export type MessageAttachmentId = v.InferOutput<typeof MessageAttachmentId>;

/** Random and opaque: made by the device, names no person. */
export const DeviceId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/), v.brand('DeviceId'));
export type DeviceId = v.InferOutput<typeof DeviceId>;

/** Made once with a draft and sent with every try to submit it. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/), v.brand('IdempotencyKey'));
export type IdempotencyKey = v.InferOutput<typeof IdempotencyKey>;
/** In a call of the specification, which knows no key: a client that sends none makes a new message each time. */
export const IdempotencyKeyIfGiven = v.optional(IdempotencyKey, () => globalThis.crypto.randomUUID());

/** Made by the device with a message's draft; the key under which the message is sent. */
export const MessageDraftId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/), v.brand('MessageDraftId'));
export type MessageDraftId = v.InferOutput<typeof MessageDraftId>;
