import { getLanguagePack } from '@portal/api';
import { facility } from '../src/data/facility.ts';
import { send } from '../src/data/http.ts';
import { overrideWords, words } from '../src/words/index.ts';

/** Lays the facility's own wording over ours; without an answer ours stand. */
export async function loadFacilityWords(): Promise<void> {
  const { language } = words();
  try {
    const pack = await send(getLanguagePack, { query: { language, facilityId: facility()?.facilityId } });
    if (words().language === language) await overrideWords(pack);
  } catch {
    // A back end without language packs, or no connection.
  }
}
