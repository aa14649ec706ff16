import {
  CalendarDate,
  CareTeamMember,
  HealthCode,
  HealthEntry,
  type HealthListKey,
  LanguageCode,
  PatientId,
  RecordDate,
  RegistrationDetails,
  emptyHealthEntry,
  treatmentGroupKeys,
} from '@portal/api';
import * as v from 'valibot';

export const SummaryScope = v.object({
  patientId: PatientId,
  startDate: CalendarDate,
  endDate: CalendarDate,
  language: LanguageCode,
  now: v.date(),
});
export type SummaryScope = v.InferOutput<typeof SummaryScope>;

const fact = v.nullable(v.string());
const listOf = <const Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.array(schema), v.readonly());

const SummaryEntry = v.object({
  /** It stays the same whenever a summary is made. */
  id: v.string(),
  entry: HealthEntry,
  /** How far a cancer has spread, of a problem. */
  stage: v.optional(v.string()),
  /** It is radiation therapy, of a procedure whose name may be "External beam". */
  isRadiation: v.optional(v.boolean()),
  /** Of a result, as its source wrote it: `amended`. */
  resultStatus: v.optional(fact),
});
export type SummaryEntry = v.InferOutput<typeof SummaryEntry>;

/** What was taken and reported together, or one finding that no laboratory reported. */
const ResultGroup = v.object({
  isReport: v.boolean(),
  id: v.string(),
  name: v.string(),
  codes: listOf(HealthCode),
  date: v.nullable(RecordDate),
  /** As its source wrote it: `final`, `corrected`. */
  status: fact,
  labName: fact,
  conclusion: fact,
  entries: listOf(SummaryEntry),
});
export type ResultGroup = v.InferOutput<typeof ResultGroup>;

const SummaryNote = v.object({
  id: v.string(),
  name: v.string(),
  codes: listOf(HealthCode),
  date: v.nullable(RecordDate),
  writtenBy: fact,
  institution: fact,
  /** Its words; null: it is a PDF or a picture. */
  text: fact,
});
export type SummaryNote = v.InferOutput<typeof SummaryNote>;

/** A relative, as far as codes can say it. */
const Relative = v.object({
  /** The same for all that is told of one relative. */
  id: v.string(),
  /** Of HL7's RoleCode; null: its words alone say who it is. */
  relation: fact,
  gender: v.nullable(v.picklist(['F', 'M'])),
  hasDied: v.nullable(v.boolean()),
  ageInYears: fact,
});
const TreatmentEntry = v.object({
  id: v.string(),
  name: v.string(),
  facts: listOf(v.object({ field: v.string(), label: v.string(), value: v.string() })),
  /** Of family history that tells something. */
  relative: v.nullable(Relative),
});
export type TreatmentEntry = v.InferOutput<typeof TreatmentEntry>;
/** A group of the treatment summary in the words in which its page shows it. */
const TreatmentPart = v.object({
  key: v.picklist(treatmentGroupKeys),
  title: v.string(),
  entries: listOf(TreatmentEntry),
});
export type TreatmentPart = v.InferOutput<typeof TreatmentPart>;

const place = { address1: fact, address2: fact, city: fact, state: fact, zipCode: fact, country: fact };
export type AddressFacts = Readonly<Record<keyof typeof place, string | null>>;

const SummaryFacility = v.object({
  ...place,
  /** OID or UUID under which its own numbers are unique in the world. */
  root: v.string(),
  name: v.string(),
  timeZone: v.string(),
  phone: fact,
  email: fact,
});
export type SummaryFacility = v.InferOutput<typeof SummaryFacility>;

const SummaryPatient = v.object({ ...RegistrationDetails.entries, firstName: v.string(), lastName: v.string() });

const kept = listOf(SummaryEntry);
/** All that a summary tells, before it is put into any form. It has a schema, as large ones go to a thread. */
export const SummaryContent = v.object({
  scope: SummaryScope,
  patient: SummaryPatient,
  facility: SummaryFacility,
  careTeam: listOf(CareTeamMember),
  entries: v.object({
    problems: kept,
    medications: kept,
    allergies: kept,
    immunizations: kept,
    vitals: kept,
    procedures: kept,
    encounters: kept,
    socialHistory: kept,
    goals: kept,
    carePlans: kept,
  } satisfies Record<Exclude<HealthListKey, 'results'>, typeof kept>),
  results: listOf(ResultGroup),
  notes: listOf(SummaryNote),
  treatment: listOf(TreatmentPart),
  /** What the follow-up plan says to the patient. */
  instructions: fact,
});
export type SummaryContent = v.InferOutput<typeof SummaryContent>;

export const entryWith = (said: Partial<HealthEntry>): HealthEntry => ({ ...emptyHealthEntry, ...said });

export const radiationTherapy: HealthCode = {
  system: 'http://snomed.info/sct',
  code: '108290001',
  display: 'Radiation oncology AND/OR radiotherapy',
};
