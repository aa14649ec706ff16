import { getLanguagePack, LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { facility } from '../src/data/facility.ts';
import { send } from '../src/data/http.ts';
import { changeLanguage, languageOf, localeOf, overrideWords, words } from '../src/words/index.ts';

const key = 'kiosk.language';

function chosen(): LanguageCode | null {
  try {
    const parsed = v.safeParse(LanguageCode, localStorage.getItem(key));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** The tablet's own language: what staff chose here last, else the facility's, else the device's. */
export const tabletLanguage = (): LanguageCode => chosen() ?? facility()?.defaultLanguageCode ?? languageOf(navigator.languages) ?? 'en';

/** Lays the facility's own wording over ours; without an answer ours stand. */
async function loadFacilityWords(language: LanguageCode): Promise<void> {
  try {
    const pack = await send(getLanguagePack, { query: { language, facilityId: facility()?.facilityId } });
    if (words().language === language) await overrideWords(pack);
  } catch {
    // A back end without language packs, or no connection.
  }
}

/** Shows the interface in a language. Texts that cannot be fetched leave the language that stands. */
export async function showLanguage(code: LanguageCode): Promise<void> {
  try {
    await changeLanguage(code);
  } catch {
    return;
  }
  document.documentElement.lang = localeOf(code);
  void loadFacilityWords(code);
}

/** Staff's choice stays with the tablet; a patient's lasts as long as their visit. */
export async function chooseLanguage(code: LanguageCode, whose: 'tablet' | 'visit'): Promise<void> {
  await showLanguage(code);
  if (whose === 'visit') return;
  try {
    localStorage.setItem(key, code);
  } catch {
    // A tablet that stores nothing starts in the facility's language.
  }
}
