import { type LanguageCode, setPatientLanguage, setUserLanguage } from '@portal/api';
import { facility } from '../data/facility.ts';
import { send } from '../data/http.ts';
import { askLanguagePack } from '../data/languagePack.ts';
import { actingFor, currentProfile } from '../data/profile.ts';
import { currentSession } from '../data/session.ts';
import { overrideWords, words } from '../words/index.ts';

let packFor: string | null = null;

/** Lays the facility's own wording over ours; without an answer ours stand. */
export async function loadFacilityWords(): Promise<void> {
  const { language } = words();
  const facilityId = facility()?.facilityId;
  const wanted = `${language} ${facilityId ?? ''}`;
  if (packFor === wanted) return;
  try {
    const pack = await askLanguagePack(language, facilityId);
    if (words().language !== language) return;
    packFor = wanted;
    await overrideWords(pack);
  } catch {
    // A back end without language packs, or no connection.
  }
}

/** Keeps the language with the account, for the next device; for who came by an emailed link, with the patient. */
export async function rememberWithAccount(code: LanguageCode): Promise<void> {
  const profile = currentProfile();
  if (!profile || currentSession()?.mode !== 'online') return;
  const patientId = actingFor();
  if (profile.loginType === 'patientLinkUser') {
    if (patientId !== null) await send(setPatientLanguage, { params: { patientId }, query: { language: code } }).catch(() => undefined);
  } else await send(setUserLanguage, { params: { userId: profile.userId }, query: { ietfCode: code } }).catch(() => undefined);
}
