import { PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { Subject } from './map/mapped.ts';
import { type Patient, recordNumbers } from './map/person.ts';

export type Matching =
  | { readonly kind: 'named'; readonly patientId: PatientId }
  /** Each resource says whom it is about, by a key that somebody has matched. */
  | { readonly kind: 'subjects' }
  | { readonly kind: 'identifiers'; readonly facilityName: string | null; readonly system: string | null };

const linked = statement(
  'record.linked',
  `select patient_key as "patientKey", patient_id as "patientId" from record_patients where source = $source and patient_key = any($patientKeys::text[])`,
  v.object({ patientKey: v.string(), patientId: PatientId }),
);
const link = statement(
  'record.link',
  `insert into record_patients (source, patient_key, patient_id) values ($source, $patientKey, $patientId)
   on conflict (source, patient_key) do nothing`,
);
const numbered = statement(
  'record.numbered',
  `select p.id as "patientId", n.mrn, p.date_of_birth as "dateOfBirth"
   from (select id as patient_id, mrn from patients where mrn = any($recordNumbers::text[])
       union select patient_id, mrn from former_record_numbers where mrn = any($recordNumbers::text[])) n
     join patients p on p.id = n.patient_id join facilities f on f.id = p.home_facility_id
   where ($facilityName::text is null or lower(f.short_name) = lower($facilityName) or lower(f.name) = lower($facilityName))`,
  v.object({ patientId: PatientId, mrn: v.string(), dateOfBirth: v.string() }),
);
const bornOn = statement(
  'record.bornOn',
  'select date_of_birth as "dateOfBirth" from patients where id = $patientId',
  v.object({ dateOfBirth: v.string() }),
);
const noteUnmatched = statement(
  'record.noteUnmatched',
  `insert into record_unmatched (source, patient_key, reason, resources) values ($source, $patientKey, $reason, $resources)
   on conflict (source, patient_key) do update set reason = excluded.reason, resources = excluded.resources, seen_at = now()`,
);
const forgetMatched = statement(
  'record.forgetMatched',
  'delete from record_unmatched u using record_patients p where u.source = $source and p.source = u.source and p.patient_key = u.patient_key',
);
const unmatched = statement(
  'record.unmatched',
  'select source, patient_key as "patientKey", reason, resources, seen_at as "seenAt" from record_unmatched order by source, patient_key',
  v.object({
    source: v.string(),
    patientKey: v.string(),
    reason: v.string(),
    resources: v.number(),
    seenAt: v.string(),
  }),
);
/** Patients of sources who could not be matched with certainty. */
export const listUnmatched = (db: Db) => db.many(unmatched);

export interface SourcePatient {
  readonly key: string;
  /** The record numbers of a system; if it is null, those that the source marks as record numbers. */
  readonly numbersOf: (system: string | null) => readonly string[];
  /** The birth date if it is known. */
  readonly born: string | null;
  /** Whether the numbers alone are not enough and the birth date must match. */
  readonly mustBeBorn: (system: string | null) => boolean;
}
export const sourcePatient = (key: string, patient: Patient): SourcePatient => ({
  key,
  numbersOf: (system) => recordNumbers(patient, system),
  born: patient.birthDate?.precision === 'day' ? patient.birthDate.text : null,
  mustBeBorn: () => false,
});

/** The key under which a subject is stored. An identifier instead of a reference is a key too. */
export const subjectKey = (subject: Subject): string =>
  subject.kind === 'key' ? subject.key : `identifier ${subject.system ?? ''}|${subject.value}`;

const isBornOtherwise = ({ born }: SourcePatient, dateOfBirth: string): boolean =>
  born !== null && born !== dateOfBirth;

type Candidate = v.InferOutput<typeof numbered.row>;
/** A patient may have a number and one of before. */
const ofDifferentPatients = (found: readonly Candidate[]): readonly Candidate[] => [
  ...new Map(found.map((one) => [one.patientId, one])).values(),
];
const nobodyHasIt = 'nobody has its record number';
/** Why a patient is not matched; null if exactly one patient fits and nothing speaks against it. */
function unmatchedReason(
  patient: SourcePatient,
  system: string | null,
  fitting: readonly Candidate[],
  before: PatientId | undefined,
): string | null {
  const [one, ...others] = fitting;
  if (patient.numbersOf(system).length === 0) return 'it has no record number';
  if (!one) return nobodyHasIt;
  if (others.length > 0) return 'its record numbers are of several patients';
  if (isBornOtherwise(patient, one.dateOfBirth)) return 'the date of birth is another one';
  if (patient.born === null && patient.mustBeBorn(system)) return 'it has no date of birth to be sure by';
  return before !== undefined && before !== one.patientId ? 'it was another patient before' : null;
}

/** A patient of a source who was not found for certain. */
export interface Unmatched {
  readonly key: string;
  readonly reason: string;
  /** The record numbers that nobody here has, where that is the reason. */
  readonly numbers: readonly string[];
  readonly resources: number;
}
/** The matches between the patients of one source and ours. Only identifiers or the operator can make a match, and a match is stored. */
export class Patients {
  readonly #db: Db;
  readonly #source: string;
  readonly #matching: Matching;
  readonly #unmatched = new Map<string, Omit<Unmatched, 'key'>>();
  readonly #inTransaction = new Map<string, PatientId>();

  constructor(db: Db, source: string, matching: Matching) {
    this.#db = db;
    this.#source = source;
    this.#matching = matching;
  }

  /** Matches the operator's patient with this key. `refused`: the key belongs to another patient. `note`: a remark, not an obstacle. */
  async name(
    key: string,
    patient: SourcePatient | null,
    patientId: PatientId,
  ): Promise<{ refused: boolean; note: string | null }> {
    const [known] = await this.#db.many(linked, { source: this.#source, patientKeys: [key] });
    if (known && known.patientId !== patientId) return { refused: true, note: null };
    await this.#db.run(link, { source: this.#source, patientKey: key, patientId });
    const { dateOfBirth } = await this.#db.one(bornOn, { patientId });
    const isOther = patient !== null && isBornOtherwise(patient, dateOfBirth);
    return { refused: false, note: isOther ? 'the date of birth in the files is another one than here' : null };
  }

  /**
   * Matches patients whom the caller has found, and holds, with their keys for the rest of a transaction. Gives the keys that belong to other
   * patients.
   */
  async nameInTransaction(named: ReadonlyMap<string, PatientId>): Promise<readonly string[]> {
    const known = await this.#linked([...named.keys()]);
    const others: string[] = [];
    for (const [key, patientId] of named) {
      let linkedTo = known.get(key);
      if (linkedTo === undefined) {
        const isOurs = (await this.#db.run(link, { source: this.#source, patientKey: key, patientId })) > 0;
        // Somebody else may have linked the key at the same moment.
        linkedTo = isOurs ? patientId : (await this.#linked([key])).get(key);
      }
      if (linkedTo === patientId) this.#inTransaction.set(key, patientId);
      else others.push(key);
    }
    return others;
  }

  /** Matches patients by their record numbers with one of ours, or with none. */
  async match(found: readonly SourcePatient[]): Promise<void> {
    if (this.#matching.kind !== 'identifiers' || found.length === 0) return;
    const { facilityName, system } = this.#matching;
    const all = found.map((one) => ({ key: one.key, one, numbers: one.numbersOf(system) }));
    const candidates = await this.#db.many(numbered, {
      recordNumbers: all.flatMap(({ numbers }) => numbers).filter((number) => !number.includes('\u0000')),
      facilityName,
    });
    const known = await this.#linked(all.map(({ key }) => key));
    for (const { key, one: patient, numbers } of all) {
      const fitting = ofDifferentPatients(candidates.filter(({ mrn }) => numbers.includes(mrn)));
      const [one] = fitting;
      const before = known.get(key);
      // An earlier match stays unless the record numbers now say otherwise.
      if (!one && before !== undefined) continue;
      const reason = unmatchedReason(patient, system, fitting, before);
      if (reason === null && one) {
        await this.#db.run(link, { source: this.#source, patientKey: key, patientId: one.patientId });
        this.#unmatched.delete(key);
      } else
        this.#unmatched.set(key, {
          reason: reason ?? '',
          numbers: reason === nobodyHasIt ? numbers : [],
          resources: 0,
        });
    }
  }

  async #linked(keys: readonly string[]): Promise<Map<string, PatientId>> {
    const patientKeys = [...new Set(keys)].filter((key) => !this.#inTransaction.has(key));
    const rows = patientKeys.length === 0 ? [] : await this.#db.many(linked, { source: this.#source, patientKeys });
    return new Map([
      ...this.#inTransaction,
      ...rows.map(({ patientKey, patientId }) => [patientKey, patientId] as const),
    ]);
  }

  /** Finds the patients of these subjects. Somebody on the unmatched list has none, whatever was known before. */
  async of(subjects: readonly Subject[]): Promise<(subject: Subject) => PatientId | null> {
    const known = await this.#linked(subjects.map(subjectKey));
    if (this.#matching.kind === 'identifiers' && this.#matching.system !== null) {
      const { facilityName, system } = this.#matching;
      const identified = subjects.flatMap((one) => (one.kind === 'identifier' && one.system === system ? [one] : []));
      const rows =
        identified.length === 0
          ? []
          : await this.#db.many(numbered, { recordNumbers: identified.map(({ value }) => value), facilityName });
      for (const one of identified) {
        const [only, ...others] = ofDifferentPatients(rows.filter(({ mrn }) => mrn === one.value));
        if (only && others.length === 0) known.set(subjectKey(one), only.patientId);
      }
    }
    return (subject) => {
      const key = subjectKey(subject);
      return this.#unmatched.has(key) ? null : (known.get(key) ?? null);
    };
  }

  /** Counts a resource whose patient is not matched. */
  leaveOut(subject: Subject): void {
    const key = subjectKey(subject);
    const before = this.#unmatched.get(key) ?? {
      reason: subject.kind === 'key' ? 'its Patient was not in the files' : nobodyHasIt,
      numbers: subject.kind === 'key' ? [] : [subject.value],
      resources: 0,
    };
    this.#unmatched.set(key, { ...before, resources: before.resources + 1 });
  }

  /** Stores the list of unmatched patients and gives those that this import found. */
  async keepUnmatched(): Promise<readonly Unmatched[]> {
    for (const [patientKey, { reason, resources }] of this.#unmatched)
      if (!patientKey.includes('\u0000'))
        await this.#db.run(noteUnmatched, { source: this.#source, patientKey, reason, resources });
    await this.#db.run(forgetMatched, { source: this.#source });
    return [...this.#unmatched].map(([key, one]) => ({ key, ...one }));
  }
}
