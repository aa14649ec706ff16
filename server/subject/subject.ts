import { type ActivityLine, type AuditEventDetails, type DetailsOf, type PatientId, type UserId } from '@portal/api';
import * as v from 'valibot';
import type { AuditEntry } from '../audit/audit.ts';
import type { Db } from '../db/pool.ts';
import { orNotFound, refusal } from '../http/handler.ts';
import type { XmlValue } from './xmlElement.ts';

export interface ExportScope {
  readonly db: Db;
  readonly patientId: PatientId;
  readonly readerId: UserId;
  /** Ids of resources in the record that the reader may not see. */
  readonly closedIds: readonly number[];
}

/** A part of the export of a patient's own data: one element in the XML and resources in the FHIR bundle. */
export interface ExportedPart {
  /** Its position among all parts, in both files. */
  readonly order: number;
  readonly element: string;
  readonly xml: XmlValue;
  readonly fhir: readonly object[];
}

/** A kind of thing that the activity log names when somebody opened it. */
export interface OpenedKind {
  readonly kind: string;
  /** The keys under which audit rows store its id. */
  readonly ids: readonly string[];
  /** The record's names for those of these ids that the patient may see. */
  readonly read: (
    db: Db,
    patientId: PatientId,
    ids: readonly number[],
  ) => Promise<readonly ({ readonly id: number } & Pick<ActivityLine['opened'][number], 'name' | 'date'>)[]>;
}

/** Describes in an audit row, in the record's words, what a page has opened. */
export interface OpenedEvent {
  readonly auditEventType: string;
  readonly describe: (db: Db, body: { readonly patientId: PatientId }) => Promise<NonNullable<AuditEntry['detail']>>;
}

/** What a room declares of its subject, for everything that covers all subjects: the export, the activity log, the audit. */
export interface Subject {
  readonly exported?: Pick<ExportedPart, 'order' | 'element'> & {
    readonly read: (scope: ExportScope) => Promise<Pick<ExportedPart, 'xml' | 'fhir'>>;
  };
  readonly opened?: OpenedKind;
  readonly openedEvent?: OpenedEvent;
}

/** Declares how an opened event is described. If `describe` gives null, the patient has no such thing and the event is refused. */
export const openedEvent = <const Details extends AuditEventDetails>(
  event: { readonly auditEventType: string; readonly details: Details },
  describe: (
    db: Db,
    patientId: PatientId,
    details: DetailsOf<Details>,
  ) => Promise<NonNullable<AuditEntry['detail']> | null>,
): OpenedEvent => ({
  auditEventType: event.auditEventType,
  async describe(db, body) {
    const asked = v.safeParse(v.object(event.details), body);
    if (!asked.success) throw refusal('bad_request');
    return orNotFound(await describe(db, body.patientId, asked.output));
  },
});
