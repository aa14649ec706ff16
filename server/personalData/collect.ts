import type { PatientId, UserId } from '@portal/api';
import { readReminders } from '../account/reminders.ts';
import type { Db } from '../db/pool.ts';
import { type PatientFacts, readPatientFacts } from '../healthSummary/write/patientFacts.ts';
import { type RecordDocument, readDocuments } from '../record/readDocuments.ts';
import type { ExportedPart, Subject } from '../subject/subject.ts';
import * as rooms from '../subjects.ts';
import { readOpenings } from '../testResults/opening.ts';

export interface PersonalData extends PatientFacts {
  readonly patientId: PatientId;
  readonly madeAt: string;
  readonly notificationSettings: Awaited<ReturnType<typeof readReminders>>;
  /** Of reports of laboratories, by the id of their resource. */
  readonly reportDocuments: ReadonlyMap<number, readonly RecordDocument[]>;
  /** What the rooms export of their subjects. */
  readonly parts: readonly ExportedPart[];
}

/** The positions of the patient's facts among the parts that the rooms export. */
export const factOrder = {
  appointments: 20,
  testResults: 30,
  treatmentSummary: 50,
  followUpPlans: 60,
  healthLists: 100,
};

export const inOrder = <Part extends Pick<ExportedPart, 'order'>>(parts: readonly Part[]): Part[] =>
  parts.toSorted((a, b) => a.order - b.order);

/** Reads all that is held of a patient, for the patient alone, without the test results that are closed to them. */
export async function collectPersonalData(db: Db, patientId: PatientId, readerId: UserId): Promise<PersonalData> {
  const facts = await readPatientFacts(db, patientId, await readOpenings(db, readerId, patientId), 'en');
  const { closedIds } = facts;
  const reportIds = facts.results.flatMap(({ groups }) => groups.map(({ report }) => report.id));
  const parts: ExportedPart[] = [];
  for (const { exported } of Object.values<Subject>(rooms))
    if (exported !== undefined) {
      const { order, element, read } = exported;
      parts.push({ order, element, ...(await read({ db, patientId, readerId, closedIds })) });
    }
  return {
    ...facts,
    patientId,
    madeAt: new Date().toISOString(),
    notificationSettings: await readReminders(db, patientId),
    reportDocuments: await readDocuments(db, patientId, reportIds),
    parts,
  };
}
