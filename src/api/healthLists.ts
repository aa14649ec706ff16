import * as v from 'valibot';
import { declareCall } from './call.ts';
import { CcdaId, IfSystemId, PatientId } from './ids.ts';
import { ofPatient } from './presets.ts';
import { RecordDate } from './recordDate.ts';
import { LanguageTag } from './values.ts';

/** The lists of a health summary, in the order in which they are shown. */
export const healthListKeys = [
  'problems',
  'medications',
  'allergies',
  'immunizations',
  'vitals',
  'results',
  'procedures',
  'encounters',
  'socialHistory',
  'goals',
  'carePlans',
] as const;
export const HealthListKey = v.picklist(healthListKeys);
export type HealthListKey = v.InferOutput<typeof HealthListKey>;

/** A code as its source wrote it. `system` is a URI (`http://loinc.org`) or `urn:oid:…` where it has no URI. */
export const HealthCode = v.object({
  system: v.nullable(v.string()),
  code: v.string(),
  display: v.nullable(v.string()),
});
export type HealthCode = v.InferOutput<typeof HealthCode>;

/**
 * Why a value is missing, of the reasons that FHIR and HL7 v3 know. The page says each in words ("not asked", "asked, but not known").
 */
export const MissingReason = v.picklist(['unknown', 'notAsked', 'askedUnknown', 'masked', 'notApplicable', 'other']);
export type MissingReason = v.InferOutput<typeof MissingReason>;

/** What an entry says beside its name. Each is a name for which the page has a label; values are the source's words, unchanged. */
export const factNames = [
  /** When it was or began, where that is told by an age or in words and not by a date. */
  'onset',
  /** A date that could not be read, or not all of it, as the source wrote it. */
  'unreadDate',
  'reaction',
  'severity',
  'criticality',
  'side',
  'bodySite',
  'instructions',
  'dose',
  'route',
  'frequency',
  'reason',
  'prescriber',
  'performer',
  'place',
  'manufacturer',
  'lot',
  'doseNumber',
  'interpretation',
  'referenceRange',
  'diagnosis',
  'outcome',
  'method',
  'comment',
] as const;
export const FactName = v.picklist(factNames);
export type FactName = v.InferOutput<typeof FactName>;

/** How things stand with what an entry is about. */
export const EntryStatus = v.picklist([
  'active',
  'inactive',
  'resolved',
  'completed',
  'planned',
  'stopped',
  'onHold',
  'notDone',
  'declined',
  'refuted',
  'unconfirmed',
]);
export type EntryStatus = v.InferOutput<typeof EntryStatus>;

/** A measured or stated value, with all digits of its source. */
export const EntryValue = v.object({
  /** Null where it is the entry's own; else which part: "Systolic". */
  name: v.nullable(v.string()),
  codes: v.array(HealthCode),
  comparator: v.nullable(v.picklist(['<', '<=', '>=', '>'])),
  /** Words, or digits as the source wrote them (`7.0`). */
  value: v.nullable(v.string()),
  unit: v.nullable(v.string()),
  isNumber: v.boolean(),
  missing: v.nullable(MissingReason),
});
export type EntryValue = v.InferOutput<typeof EntryValue>;

/**
 * One entry of a list as one source tells it. Made by the readers of C-CDA and FHIR alike and stored as it is; the page gets it with its
 * sources.
 */
export const HealthEntry = v.object({
  /** What it is, in the source's words. Null: its name is missing for `missing`. */
  name: v.nullable(v.string()),
  missing: v.nullable(MissingReason),
  codes: v.array(HealthCode),
  /**
   * `negated`: this did not happen or is not so (a vaccine that was not given, a denied problem). `none`: the source says that there is
   * nothing of the kind ("no known allergies"); `name` then says of what, if not of all.
   */
  negation: v.nullable(v.picklist(['negated', 'none'])),
  status: v.nullable(EntryStatus),
  /** When it began or happened. */
  start: v.nullable(RecordDate),
  end: v.nullable(RecordDate),
  /** When it was written down, where that is known. */
  recorded: v.nullable(RecordDate),
  values: v.array(EntryValue),
  facts: v.array(v.object({ name: FactName, value: v.string() })),
  language: v.nullable(LanguageTag),
});
export type HealthEntry = v.InferOutput<typeof HealthEntry>;
/** An entry that says nothing, for one to begin with. */
export const emptyHealthEntry: HealthEntry = {
  name: null,
  missing: null,
  codes: [],
  negation: null,
  status: null,
  start: null,
  end: null,
  recorded: null,
  values: [],
  facts: [],
  language: null,
};

/** Who tells it, and when they wrote it. */
export const EntrySource = v.object({
  /** The clinic, as the reader knows it. */
  name: v.string(),
  date: v.nullable(RecordDate),
  /** The document that it stands in; null: it came by itself. */
  document: v.nullable(v.object({ ifSystemId: IfSystemId, ccdaId: CcdaId, title: v.string() })),
});
export type EntrySource = v.InferOutput<typeof EntrySource>;

/** Entries of several sources are one only if code and date are the same; never by their words. */
export const ListedEntry = v.object({
  ...HealthEntry.entries,
  /** Names the entry on the page. */
  key: v.string(),
  sources: v.pipe(v.array(EntrySource), v.minLength(1)),
});
export type ListedEntry = v.InferOutput<typeof ListedEntry>;

export const HealthList = v.object({
  key: HealthListKey,
  entries: v.array(ListedEntry),
  /** The words of sections that have no coded entries, as allow-listed HTML, each with where it stands. */
  narratives: v.array(
    v.object({ title: v.string(), html: v.string(), language: v.nullable(LanguageTag), source: EntrySource }),
  ),
  /** Sources contradict each other: one says that there is nothing of the kind, another tells something. */
  differ: v.boolean(),
  /** True where no source says anything of the kind, which is not the same as none. */
  isSilent: v.boolean(),
});
export type HealthList = v.InferOutput<typeof HealthList>;

export const HealthLists = v.object({
  /** Documents and clinics that the lists are put together from. */
  documents: v.number(),
  clinics: v.number(),
  lists: v.array(HealthList),
});
export type HealthLists = v.InferOutput<typeof HealthLists>;

/** The same information as lists (beyond the document), of all systems, newest first. */
export const getHealthLists = declareCall({
  ...ofPatient,
  name: 'getHealthLists',
  isOurs: true,
  capability: 'Dashboard.HealthSummary',
  section: 'HealthSummary',
  access: ['patient', 'representative'],
  path: '/api/patients/{patientId}/HealthSummary/lists',
  params: { patientId: PatientId },
  answer: HealthLists,
  audited: true,
});
