import { countNewLetters, getLetterFile, listLetters } from '@portal/api';
import type { KeepsAhead } from '../../data/keptRecords/ahead.ts';
import { hasCapability } from '../../data/profile.ts';

/** The list and every letter. */
export const keepsAhead: KeepsAhead = {
  async *wanted({ patientId }, ask) {
    if (!hasCapability('Letters')) return;
    const ofPatient = { params: { patientId } };
    const letters = (await ask(listLetters, ofPatient)) ?? [];
    yield { call: countNewLetters, input: ofPatient, day: null };
    for (const { letterId, writtenOn } of letters)
      yield { call: getLetterFile, input: { params: { patientId, letterId } }, day: writtenOn, row: letterId };
  },
};
