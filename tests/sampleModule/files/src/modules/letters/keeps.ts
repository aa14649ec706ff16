import { countNewLetters, getLetterFile, listLetters } from '@portal/api';
import type { KeepsAhead } from '../../data/keptRecords/keeps.ts';
import { hasCapability } from '../../data/profile.ts';

/** Fetches the list and every letter ahead of time. */
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
