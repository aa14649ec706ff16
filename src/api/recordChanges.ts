import * as v from 'valibot';
import { declareCall } from './call.ts';
import { HealthEntry, HealthListKey } from './healthLists.ts';
import { CcdaId, IfSystemId, PatientId } from './ids.ts';
import { LabResultId } from './labResults.ts';
import { MedicalNoteId } from './medicalNotes.ts';
import { changing, ofPatient, own } from './presets.ts';
import { RecordDate } from './recordDate.ts';
import { TreatmentItem, TreatmentItemId } from './treatmentSummary.ts';
import { Instant } from './values.ts';

/*
 * What changed in the lists of a record since the caller last looked at them (beyond the specification). "Last looked" is kept for each
 * account, patient and list; before the first time nothing counts as new.
 */

/** The lists for which the server stores when somebody last looked. */
export const RecordListName = v.picklist(['results', 'notes', 'summary', 'treatment']);
export type RecordListName = v.InferOutput<typeof RecordListName>;

/** `corrected`: the source says so itself. `changed`: it sent something else than before. `gone`: it took it back. */
export const RecordChangeKind = v.picklist(['new', 'corrected', 'changed', 'gone']);
export type RecordChangeKind = v.InferOutput<typeof RecordChangeKind>;

/** The row that a change is about; of what is gone there is none. */
export const ChangedRow = v.variant('kind', [
  v.object({ kind: v.literal('result'), labResultId: LabResultId }),
  v.object({ kind: v.literal('note'), noteId: MedicalNoteId }),
  v.object({ kind: v.literal('document'), ifSystemId: IfSystemId, ccdaId: CcdaId }),
  /** `key` as in `ListedEntry`. */
  v.object({ kind: v.literal('entry'), key: v.string() }),
  /** The first of the item's `recordIds`. */
  v.object({ kind: v.literal('item'), itemId: TreatmentItemId }),
  v.object({ kind: v.literal('none') }),
]);
export type ChangedRow = v.InferOutput<typeof ChangedRow>;

export const RecordChange = v.object({
  /** Identifies the change among those of its list. */
  key: v.string(),
  kind: RecordChangeKind,
  /** The caller has looked at the list since. It is still marked there for the rest of the visit. */
  isSeen: v.boolean(),
  row: ChangedRow,
  /** In the words of its source; null where the source gives no name. */
  name: v.nullable(v.string()),
  /** Of an entry of the health summary: its list. */
  listKey: v.nullable(HealthListKey),
  /** Of what it tells: when a sample was taken or a note was written. */
  date: v.nullable(RecordDate),
  /** The clinic, laboratory or system that sent it; null where none is named. */
  source: v.nullable(v.string()),
  /** When it came in. */
  changedAt: Instant,
  /** What was said before, where that is stored: values that are another now, and of what is gone all values. */
  valuesBefore: v.array(v.object({ name: v.string(), value: v.string() })),
  /** The entry as it was before. */
  entryBefore: v.nullable(HealthEntry),
  /** The item of the treatment summary as it was before, with the name of its group. */
  itemBefore: v.optional(v.nullable(v.object({ group: v.string(), item: TreatmentItem })), null),
});
export type RecordChange = v.InferOutput<typeof RecordChange>;

/** The most changes of one list that are told apart; the newest are. */
export const mostRecordChanges = 500;

export const RecordChanges = v.object({
  changes: v.pipe(v.array(RecordChange), v.maxLength(mostRecordChanges)),
  /** Up to where they reach: what somebody who looked at the list has seen. */
  until: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});
export type RecordChanges = v.InferOutput<typeof RecordChanges>;

const ofResults = { capability: 'TestResults', section: 'TestResults', access: own, isOurs: true } as const;
const ofNotes = { capability: 'MedicalNotes', section: 'MedicalNotes', access: own, isOurs: true } as const;
const ofSummary = {
  capability: 'Dashboard.HealthSummary',
  section: 'HealthSummary',
  access: own,
  isOurs: true,
} as const;
const ofTreatment = {
  capability: 'TreatmentSummary',
  section: 'TreatmentSummary',
  access: own,
  isOurs: true,
} as const;
const listing = { ...ofPatient, staleTime: 0, answer: RecordChanges, audited: true } as const;
const counting = { ...ofPatient, isBackground: true, isBadge: true, answer: v.number(), audited: false } as const;
/** `until` as the list of changes gave it. */
const looking = {
  ...changing,
  method: 'POST',
  params: { patientId: PatientId },
  body: v.strictObject({ until: RecordChanges.entries.until }),
} as const;

export const listResultChanges = declareCall({
  ...listing,
  ...ofResults,
  name: 'listResultChanges',
  path: '/api/patients/{patientId}/labresults/changes',
});
export const countResultChanges = declareCall({
  ...counting,
  ...ofResults,
  name: 'countResultChanges',
  path: '/api/patients/{patientId}/labresults/changes/count',
});
/** The caller has looked at the list, with these changes marked in it. */
export const lookedAtResults = declareCall({
  ...looking,
  ...ofResults,
  name: 'lookedAtResults',
  path: '/api/patients/{patientId}/labresults/changes/looked',
  invalidates: ['countResultChanges'],
});

export const listNoteChanges = declareCall({
  ...listing,
  ...ofNotes,
  name: 'listNoteChanges',
  path: '/api/patients/{patientId}/medicalnotes/changes',
});
export const countNoteChanges = declareCall({
  ...counting,
  ...ofNotes,
  name: 'countNoteChanges',
  path: '/api/patients/{patientId}/medicalnotes/changes/count',
});
export const lookedAtNotes = declareCall({
  ...looking,
  ...ofNotes,
  name: 'lookedAtNotes',
  path: '/api/patients/{patientId}/medicalnotes/changes/looked',
  invalidates: ['countNoteChanges'],
});

export const listSummaryChanges = declareCall({
  ...listing,
  ...ofSummary,
  name: 'listSummaryChanges',
  path: '/api/patients/{patientId}/HealthSummary/changes',
});
export const countSummaryChanges = declareCall({
  ...counting,
  ...ofSummary,
  name: 'countSummaryChanges',
  path: '/api/patients/{patientId}/HealthSummary/changes/count',
});
export const lookedAtSummary = declareCall({
  ...looking,
  ...ofSummary,
  name: 'lookedAtSummary',
  path: '/api/patients/{patientId}/HealthSummary/changes/looked',
  invalidates: ['countSummaryChanges'],
});

export const listTreatmentChanges = declareCall({
  ...listing,
  ...ofTreatment,
  name: 'listTreatmentChanges',
  path: '/api/patients/{patientId}/treatmentSummary/changes',
});
export const countTreatmentChanges = declareCall({
  ...counting,
  ...ofTreatment,
  name: 'countTreatmentChanges',
  path: '/api/patients/{patientId}/treatmentSummary/changes/count',
});
export const lookedAtTreatment = declareCall({
  ...looking,
  ...ofTreatment,
  name: 'lookedAtTreatment',
  path: '/api/patients/{patientId}/treatmentSummary/changes/looked',
  invalidates: ['countTreatmentChanges'],
});
