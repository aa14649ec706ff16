import { getLanguagePack, LanguageCode, setUserLanguage } from '@portal/api';
import * as v from 'valibot';
import { facility } from '../data/facility.ts';
import { send } from '../data/http.ts';
import { currentProfile } from '../data/profile.ts';
import { currentSession } from '../data/session.ts';
import { changeLanguage, languageOf, localeOf, overrideWords, showMessage, words } from '../words/index.ts';

const key = 'vestibule.language';

function chosen(): LanguageCode | null {
  try {
    const parsed = v.safeParse(LanguageCode, localStorage.getItem(key));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function remember(code: LanguageCode): void {
  try {
    localStorage.setItem(key, code);
  } catch {
    // A device that stores nothing asks again next time.
  }
}

/** The language to start in: what was chosen on this device, else the device's own, else the facility's. */
export const startLanguage = (): LanguageCode => chosen() ?? languageOf(navigator.languages) ?? facility()?.defaultLanguageCode ?? 'en';

/** Shows the page in a language; where its texts cannot be fetched everything stays as it is. True when it worked. */
export async function showLanguage(code: LanguageCode): Promise<boolean> {
  try {
    await changeLanguage(code);
  } catch {
    return false;
  }
  document.documentElement.lang = localeOf(code);
  return true;
}

let packFor: string | null = null;

/** Lays the facility's own wording over ours; without an answer ours stand. */
export async function loadFacilityWords(): Promise<void> {
  const { language } = words();
  const facilityId = facility()?.facilityId;
  const wanted = `${language} ${facilityId ?? ''}`;
  if (packFor === wanted) return;
  try {
    const pack = await send(getLanguagePack, { query: { language, facilityId } });
    if (words().language !== language) return;
    packFor = wanted;
    await overrideWords(pack);
  } catch {
    // A back end without language packs, or no connection.
  }
}

/** A person picks a language: shown at once, remembered on this device and, when signed in, with the account. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  if (!(await showLanguage(code))) {
    showMessage('languageNotLoaded');
    return;
  }
  remember(code);
  void loadFacilityWords();
  const profile = currentProfile();
  if (profile && currentSession()?.mode === 'online') await send(setUserLanguage, { params: { userId: profile.userId }, query: { ietfCode: code } }).catch(() => undefined);
}

/** After sign-in: the account's language, unless one was chosen on this device. */
export async function followAccountLanguage(code: LanguageCode | null): Promise<void> {
  if (code === null || chosen() !== null || code === words().language) return;
  if (await showLanguage(code)) void loadFacilityWords();
}
