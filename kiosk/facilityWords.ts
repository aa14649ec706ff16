import { facility } from '../src/data/facility.ts';
import { askLanguagePack } from '../src/data/languagePack.ts';
import { overrideWords, words } from '../src/words/index.ts';

/** Lays the facility's own wording over ours; without an answer ours stand. */
export async function loadFacilityWords(): Promise<void> {
  const { language } = words();
  try {
    const pack = await askLanguagePack(language, facility()?.facilityId);
    if (words().language === language) await overrideWords(pack);
  } catch {
    // A back end without language packs, or no connection.
  }
}
