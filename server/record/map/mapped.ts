import type { HealthEntry, HealthListKey, TreatmentGroup } from '@portal/api';
import type { NewProvider } from '../../care/careTeam.ts';
import type { Moment } from '../fhir/dates.ts';
import type { KeptCoding } from '../fhir/elements.ts';

/** The rows that a resource becomes. Property names are those of the columns in camel case. */

export interface Timed {
  readonly effective: string | null;
  readonly effectiveAt: string | null;
  readonly effectivePrecision: Moment['precision'] | null;
  readonly effectiveEnd: string | null;
  readonly issuedAt: string | null;
}
export const observationCategories = [
  'laboratory',
  'vital-signs',
  'survey',
  'social-history',
  'imaging',
  'exam',
  'procedure',
  'therapy',
  'activity',
  'other',
] as const;
export interface ObservationRow extends Timed {
  readonly category: (typeof observationCategories)[number];
  readonly resultKey: string | null;
  /** Codes of the kind of laboratory. */
  readonly serviceCodes: readonly string[];
  readonly name: string;
  readonly codings: readonly KeptCoding[];
  readonly requester: string | null;
  readonly labName: string | null;
  readonly comment: string | null;
}
export interface ValueRow {
  readonly position: number;
  readonly name: string;
  readonly codings: readonly KeptCoding[];
  readonly kind: 'quantity' | 'text' | 'code' | 'yes-no' | 'range' | 'ratio' | 'time' | 'none';
  readonly comparator: string | null;
  readonly value: string | null;
  readonly unit: string | null;
  readonly absentReason: string | null;
  readonly referenceRange: string | null;
  readonly abnormalFlag: string | null;
  readonly isAbnormal: boolean;
}
export interface ReportRow extends Timed {
  readonly resultKey: string;
  /** Codes of the kind of laboratory. */
  readonly categories: readonly string[];
  readonly name: string;
  readonly codings: readonly KeptCoding[];
  readonly requester: string | null;
  readonly labName: string | null;
  readonly conclusion: string | null;
}
export interface NoteRow {
  readonly documentType: string;
  readonly codings: readonly KeptCoding[];
  readonly serviceDate: string | null;
  readonly serviceAt: string | null;
  readonly servicePrecision: Moment['precision'] | null;
  readonly authoredBy: string | null;
  readonly institution: string | null;
  readonly noteToPatient: string | null;
}
export interface DocumentRow {
  readonly position: number;
  readonly title: string | null;
  readonly language: string | null;
  readonly contentType: 'application/pdf' | 'text/plain' | 'text/html' | 'image/jpeg' | 'image/png';
  readonly content: Buffer;
}
/** A clinical document; `content` is what was received, `tree` the gzip of its `DocumentTree`. */
export interface HealthDocumentRow {
  /** The document's own id, if the resource that brought it has another. */
  readonly documentKey?: string;
  readonly title: string;
  readonly typeCode: string | null;
  readonly typeName: string | null;
  readonly language: string | null;
  readonly documentDate: string | null;
  readonly documentAt: string | null;
  readonly documentPrecision: Moment['precision'] | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly custodian: string | null;
  readonly visit: { readonly date: string; readonly visitType: string | null; readonly provider: string | null } | null;
  readonly setKey: string | null;
  readonly versionNumber: number | null;
  readonly content: Buffer;
  readonly tree: Buffer;
  readonly treeVersion: number;
}
export type Fields = Readonly<Record<string, string | number | readonly string[] | null>>;
/** Registration details. */
export type Facts = Readonly<Record<string, string | boolean | null>>;
export interface ItemRow {
  readonly groupKey: TreatmentGroup;
  /** `own` is an item; `adds` adds fields to the item of the resource it is about; `latest` is one fact for the only item of a group. */
  readonly kind: 'own' | 'adds' | 'latest';
  readonly fields: Fields;
  readonly nullMessage: string | null;
  readonly itemAt: string | null;
}
export interface LinkRow {
  readonly relation: 'member' | 'replaces' | 'about';
  readonly position: number;
  readonly targetType: string;
  readonly targetId: string;
}

/** What a resource gives to the lists of the health summary: an entry, or a section of a document whose words are the list. */
export type HealthEntryRow = { readonly listKey: HealthListKey; readonly entryAt: string | null } & (
  | { readonly kind: 'entry'; readonly entry: HealthEntry }
  /** `section`: the indexes of the section and of those around it, from the body inward: `[2, 0]`. */
  | { readonly kind: 'narrative'; readonly entry: { readonly title: string; readonly section: readonly number[] } }
);

/** A member of a care team, and the instant from which they are in it no more. */
export interface CareTeamRow extends Omit<NewProvider, 'phoneExtension' | 'photo' | 'thumbnail'> {
  /** Identifies them in their source. */
  readonly providerKey: string;
  readonly endsAt: string | null;
}

/** All rows of a resource. Kinds without rows are left out. */
export interface Content {
  readonly observation?: ObservationRow;
  readonly values?: readonly ValueRow[];
  readonly report?: ReportRow;
  readonly note?: NoteRow;
  readonly documents?: readonly DocumentRow[];
  readonly items?: readonly ItemRow[];
  readonly links?: readonly LinkRow[];
  readonly entries?: readonly HealthEntryRow[];
  readonly healthDocument?: HealthDocumentRow;
  readonly careTeam?: readonly CareTeamRow[];
  readonly details?: Facts | undefined;
}

export interface Version {
  readonly versionId: string | null;
  readonly lastUpdated: string | null;
}
/** Whom a resource is about: the key of the source's Patient, or an identifier instead of it. */
export type Subject =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'identifier'; readonly system: string | null; readonly value: string };

export type Mapping =
  | {
      readonly kind: 'row';
      readonly type: string;
      /** The name in the counts, if that is more specific than the type. */
      readonly countedAs?: string;
      readonly id: string;
      readonly subject: Subject;
      readonly version: Version;
      readonly status: string | null;
      /** Not for patients: cancelled, not begun, or a draft. */
      readonly isHidden: boolean;
      readonly content: Content;
    }
  /** Entered in error, or deleted at its source. */
  | {
      readonly kind: 'retracted';
      readonly type: string;
      readonly id: string;
      readonly subject: Subject | null;
      readonly version: Version;
    }
  /** `invalid`: the element for which its sender has to correct it. */
  | { readonly kind: 'leftOut'; readonly type: string; readonly reason: string; readonly invalid?: string };

/** The result of a type's mapper: content, or why there is none. */
export type Made =
  | { readonly content: Content; readonly status: string | null; readonly isHidden: boolean }
  | { readonly leftOut: string; readonly invalid?: string };
