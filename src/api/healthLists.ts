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

/** A code as its source wrote it. `system` is a URI (`http://loinc.org`), or `urn:oid:…` when it has no URI. */
export const HealthCode = v.object({
  system: v.nullable(v.string()),
  code: v.string(),
  display: v.nullable(v.string()),
});
export type HealthCode = v.InferOutput<typeof HealthCode>;

/** Why a value is missing, by the reasons of FHIR and HL7 v3. The page has a text for each ("not asked", "asked, but not known"). */
export const MissingReason = v.picklist(['unknown', 'notAsked', 'askedUnknown', 'masked', 'notApplicable', 'other']);
export type MissingReason = v.InferOutput<typeof MissingReason>;

/** The facts of an entry besides its name. The page has a label for each; values are the source's own text, unchanged. */
export const factNames = [
  /** When it began, for a source that gives an age or a text and not a date. */
  'onset',
  /** A date that could not be parsed, or only in part, as the source wrote it. */
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

/** The status of what an entry is about. */
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
  /** Null for the entry's own value; else the name of the part: "Systolic". */
  name: v.nullable(v.string()),
  codes: v.array(HealthCode),
  comparator: v.nullable(v.picklist(['<', '<=', '>=', '>'])),
  /** A text, or digits as the source wrote them (`7.0`). */
  value: v.nullable(v.string()),
  unit: v.nullable(v.string()),
  isNumber: v.boolean(),
  missing: v.nullable(MissingReason),
});
export type EntryValue = v.InferOutput<typeof EntryValue>;

/**
 * One entry of a list as one source gives it. The readers of C-CDA and FHIR both make it, and it is stored unchanged; the page gets it with
 * its sources.
 */
export const HealthEntry = v.object({
  /** Its name in the source's words. Null: the name is missing for the reason `missing`. */
  name: v.nullable(v.string()),
  missing: v.nullable(MissingReason),
  codes: v.array(HealthCode),
  /**
   * `negated`: this did not happen or is not so (a vaccine that was not given, a denied problem). `none`: the source says that there is
   * nothing of the kind ("no known allergies"); `name` then says of which kind, unless it means all.
   */
  negation: v.nullable(v.picklist(['negated', 'none'])),
  status: v.nullable(EntryStatus),
  /** When it began or happened. */
  start: v.nullable(RecordDate),
  end: v.nullable(RecordDate),
  /** When it was recorded, if that is known. */
  recorded: v.nullable(RecordDate),
  values: v.array(EntryValue),
  facts: v.array(v.object({ name: FactName, value: v.string() })),
  language: v.nullable(LanguageTag),
});
export type HealthEntry = v.InferOutput<typeof HealthEntry>;
/** An entry without content, to start from. */
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

export const EntrySource = v.object({
  /** The clinic's name as the reader knows it. */
  name: v.string(),
  date: v.nullable(RecordDate),
  /** The document that contains it; null: it was sent separately. */
  document: v.nullable(v.object({ ifSystemId: IfSystemId, ccdaId: CcdaId, title: v.string() })),
});
export type EntrySource = v.InferOutput<typeof EntrySource>;

/** Entries of several sources are merged only if code and date are the same, never by their texts. */
export const ListedEntry = v.object({
  ...HealthEntry.entries,
  /** Identifies the entry on the page. */
  key: v.string(),
  sources: v.pipe(v.array(EntrySource), v.minLength(1)),
});
export type ListedEntry = v.InferOutput<typeof ListedEntry>;

export const HealthList = v.object({
  key: HealthListKey,
  entries: v.array(ListedEntry),
  /** The texts of sections without coded entries, as allow-listed HTML, each with its source. */
  narratives: v.array(
    v.object({ title: v.string(), html: v.string(), language: v.nullable(LanguageTag), source: EntrySource }),
  ),
  /** True when sources contradict each other: one says that there is nothing of the kind, another has an entry. */
  differ: v.boolean(),
  /** True when no source says anything of the kind, which does not mean that there is none. */
  isSilent: v.boolean(),
});
export type HealthList = v.InferOutput<typeof HealthList>;

export const HealthLists = v.object({
  /** The numbers of documents and clinics from which the lists are made. */
  documents: v.number(),
  clinics: v.number(),
  lists: v.array(HealthList),
});
export type HealthLists = v.InferOutput<typeof HealthLists>;

/** The same information as lists (beyond the specification), from all systems, newest first. */
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
