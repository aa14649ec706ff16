import {
  countSummaryChanges,
  getHealthLists,
  getHealthSummaryFile,
  getHealthSummaryHtml,
  getMostRecentHealthSummary,
  getPreferences,
  type IfSystemId,
  listExternalSystems,
  listOfficeVisits,
  listSummaryChanges,
  type PatientId,
  summaryTrigger,
} from '@portal/api';
import * as v from 'valibot';
import { dayOf, type KeepsAhead, type WantedRecord } from '../../data/keptRecords/keeps.ts';
import { hasCapability } from '../../data/profile.ts';
import { isOffered } from '../../data/version.ts';
import { preferenceInput } from '../../records/usePreference.ts';
import { words } from '../../words/index.ts';
import { arrangementPreference } from './preferences.ts';

/** The file of a document that is a PDF. */
function fileOf(patientId: PatientId, ifSystemId: IfSystemId, answer: unknown): readonly WantedRecord[] {
  const parsed = v.safeParse(getHealthSummaryHtml.answer, answer);
  if (!parsed.success || parsed.output.html !== null || parsed.output.head === null) return [];
  const { identifier, displayDate } = parsed.output.head;
  return 'ccdaId' in identifier
    ? [
        {
          call: getHealthSummaryFile,
          input: { params: { patientId, ifSystemId }, query: { ccdaId: identifier.ccdaId } },
          day: dayOf(displayDate),
          row: identifier,
        },
      ]
    : [];
}

/** The lists, the visits, and the newest summary of each source. */
export const keepsAhead: KeepsAhead = {
  async *wanted({ patientId, userId }, ask) {
    if (!hasCapability('Dashboard.HealthSummary')) return;
    const ofPatient = { params: { patientId } };
    const systems = (await ask(listExternalSystems, ofPatient)) ?? [];
    yield { call: listOfficeVisits, input: ofPatient, day: null };
    yield { call: getHealthLists, input: ofPatient, day: null };
    if (isOffered(listSummaryChanges)) {
      yield { call: countSummaryChanges, input: ofPatient, day: null };
      yield { call: listSummaryChanges, input: ofPatient, day: null };
    }
    yield { call: getPreferences, input: preferenceInput(userId, arrangementPreference), day: null };
    const { language } = words();
    for (const { ifSystemId, activeTriggerEventTypes } of systems) {
      if (!activeTriggerEventTypes.includes(summaryTrigger)) continue;
      const params = { patientId, ifSystemId };
      const head = await ask(getMostRecentHealthSummary, { params });
      if (head === null) continue;
      yield {
        call: getHealthSummaryHtml,
        input: { params, query: { ...head.identifier, language } },
        day: dayOf(head.displayDate),
        row: head,
        names: { calls: [getHealthSummaryFile], of: (answer) => fileOf(patientId, ifSystemId, answer) },
      };
    }
  },
};
