import type * as v from 'valibot';
import type { Section } from './sections.ts';

/** What a page may say of what was opened. */
export type AuditEventDetails = Readonly<Record<string, v.GenericSchema<unknown, string | number | null | undefined>>>;

/** What a patient opened, for the activity log; the server audits reads on its own as well. */
export interface AuditEventShape<Type extends string = string> {
  readonly auditEventType: Type;
  /**
   * What of the record it is about: who acts for another tells of what they have the right to read, and of nothing else. Null: of no
   * section, so acting for the patient is enough.
   */
  readonly section: Section | null;
  /** Which of several was opened, as the page says it; left out: the event says all. */
  readonly details?: AuditEventDetails;
}

/** The same as a page says it. */
export type DetailsOf<Details extends AuditEventDetails> = v.InferOutput<v.ObjectSchema<Details, undefined>>;

/** Declares the event that a page sends when it is opened. */
export function declareAuditEvent<const Event extends AuditEventShape>(event: Event) {
  return event;
}
