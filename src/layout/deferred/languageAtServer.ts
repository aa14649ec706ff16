import { type LanguageCode, setPatientLanguage, setUserLanguage } from '@portal/api';
import { choiceKey } from '../../browser/startLanguage.ts';
import { storeLanguage } from '../../browser/storedLanguage.ts';
import { send } from '../../data/http.ts';
import { actingFor, currentProfile } from '../../data/profile.ts';
import { currentSession } from '../../data/session.ts';

export { loadFacilityWords } from '../../data/languagePack.ts';

/** Saves the language with the account, for the next device; for a person who came by an emailed link, with the patient. */
export async function rememberWithAccount(code: LanguageCode): Promise<void> {
  const profile = currentProfile();
  if (!profile || currentSession()?.mode !== 'online') return;
  const patientId = actingFor();
  try {
    if (profile.loginType !== 'patientLinkUser')
      await send(setUserLanguage, { params: { userId: profile.userId }, query: { ietfCode: code } });
    else if (patientId !== null) await send(setPatientLanguage, { params: { patientId }, query: { language: code } });
  } catch {
    // The choice stays in this tab, and is saved at the next sign-in or reload.
    return;
  }
  storeLanguage(choiceKey, null, 'tab');
}
