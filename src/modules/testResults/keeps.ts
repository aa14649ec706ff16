import {
  countNotReviewedLabResults,
  countResultChanges,
  getLabDocument,
  getLabResult,
  getPreferences,
  type LabResultId,
  listLabResults,
  listLabTests,
  listResultChanges,
  type PatientId,
} from '@portal/api';
import * as v from 'valibot';
import { dayOf, type KeepsAhead, type WantedRecord } from '../../data/keptRecords/keeps.ts';
import { hasCapability } from '../../data/profile.ts';
import { isOffered } from '../../data/version.ts';
import { preferenceInput } from '../../records/usePreference.ts';
import { words } from '../../words/index.ts';
import { dateFilterPreference } from './preferences.ts';
import { viewPreference } from './preferences.ts';

/** The laboratory's own reports of a result. */
function documentsOf(patientId: PatientId, labResultId: LabResultId, answer: unknown): readonly WantedRecord[] {
  const parsed = v.safeParse(getLabResult.answer, answer);
  if (!parsed.success) return [];
  const { documents = [], startDate } = parsed.output;
  return documents.map(({ documentId, bytes, ...document }) => ({
    call: getLabDocument,
    input: { params: { patientId, labResultId, documentId } },
    day: dayOf(startDate),
    row: document,
    bytes,
  }));
}

/** All results that the reader may open, with their values and reports. */
export const keepsAhead: KeepsAhead = {
  async *wanted({ patientId, userId }, ask) {
    if (!hasCapability('TestResults')) return;
    const ofPatient = { params: { patientId } };
    const results = (await ask(listLabResults, ofPatient)) ?? [];
    yield { call: countNotReviewedLabResults, input: ofPatient, day: null };
    if (isOffered(listResultChanges)) {
      yield { call: countResultChanges, input: ofPatient, day: null };
      yield { call: listResultChanges, input: ofPatient, day: null };
    }
    yield { call: getPreferences, input: preferenceInput(userId, dateFilterPreference), day: null };
    if (isOffered(listLabTests)) yield { call: listLabTests, input: ofPatient, day: null };
    yield { call: getPreferences, input: preferenceInput(userId, viewPreference), day: null };
    const { language } = words();
    for (const { isReviewedByPatient: _, ...row } of results) {
      const { labResultId, opening = 'open', startDate } = row;
      // A result that the reader has put off stays closed, and the server gives nothing of it.
      if (opening !== 'open') continue;
      yield {
        call: getLabResult,
        input: { params: { patientId, labResultId }, query: { language } },
        day: dayOf(startDate),
        row,
        names: { calls: [getLabDocument], of: (answer) => documentsOf(patientId, labResultId, answer) },
      };
    }
  },
};
