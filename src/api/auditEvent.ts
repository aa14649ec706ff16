import type * as v from 'valibot';
import type { Section } from './sections.ts';

/** The details that a page may send about what was opened. */
export type AuditEventDetails = Readonly<Record<string, v.GenericSchema<unknown, string | number | null | undefined>>>;

/** Says what a patient opened, for the activity log. The server also audits reads by itself. */
export interface AuditEventShape<Type extends string = string> {
  readonly auditEventType: Type;
  /**
   * The section of the record that it is about: a representative may send it only for a section that they may read. Null: no section,
   * so acting for the patient is enough.
   */
  readonly section: Section | null;
  /** Which one of several was opened; left out: the event itself says everything. */
  readonly details?: AuditEventDetails;
}

/** The details as a page sends them. */
export type DetailsOf<Details extends AuditEventDetails> = v.InferOutput<v.ObjectSchema<Details, undefined>>;

/** Declares the event that a page sends when it opens something. */
export function declareAuditEvent<const Event extends AuditEventShape>(event: Event) {
  return event;
}
