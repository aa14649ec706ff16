import type { Section } from './sections.ts';

/** What a patient opened, for the activity log; the server audits reads on its own as well. */
export interface AuditEventShape {
  readonly auditEventType: string;
  /**
   * What of the record it is about: who acts for another tells of what they have the right to read, and of nothing else. Null: of no
   * section, so acting for the patient is enough.
   */
  readonly section: Section | null;
}

/** Declares the event that a page sends when it is opened. */
export function declareAuditEvent<const Type extends string, const Of extends Section | null>(event: {
  readonly auditEventType: Type;
  readonly section: Of;
}) {
  return event;
}
