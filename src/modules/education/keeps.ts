import {
  countArchivedEducation,
  countUnreadEducation,
  getArticleContent,
  getPreferences,
  listEducation,
} from '@portal/api';
import type { KeepsAhead } from '../../data/keptRecords/keeps.ts';
import { hasCapability } from '../../data/profile.ts';
import { preferenceInput } from '../../records/usePreference.ts';
import { viewPreference } from './preferences.ts';
import { listInput } from './reading.ts';

/** Both lists, and the articles that are not in the archive. */
export const keepsAhead: KeepsAhead = {
  async *wanted({ patientId, userId }, ask) {
    if (!hasCapability('Education')) return;
    const ofPatient = { params: { patientId } };
    const articles = (await ask(listEducation, listInput(patientId, false))) ?? [];
    yield { call: listEducation, input: listInput(patientId, true), day: null };
    yield { call: countUnreadEducation, input: ofPatient, day: null };
    yield { call: countArchivedEducation, input: ofPatient, day: null };
    yield { call: getPreferences, input: preferenceInput(userId, viewPreference), day: null };
    for (const { wasReadByPatient: _, ...row } of articles)
      yield { call: getArticleContent, input: { params: { articleId: row.articleId } }, day: row.assignedDate, row };
  },
};
