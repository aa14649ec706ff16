import { type AnswerOf, type FacilityId, getLanguagePack, getTranslations, type LanguageCode } from '@portal/api';
import { overrideWords, words } from '../words/index.ts';
import { statusOf } from './errors.ts';
import { facility } from './facility.ts';
import { fetchCall } from './fetchCall.ts';

/** A facility's own wording; its own back end may have either call (rulings, section 2). Rejects with `CallError` if it has neither. */
export async function askLanguagePack(
  language: LanguageCode,
  facilityId: FacilityId | undefined,
): Promise<AnswerOf<typeof getLanguagePack>> {
  try {
    return await fetchCall(getLanguagePack, { query: { language, facilityId } });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    return fetchCall(getTranslations, { query: { language } });
  }
}

let shownFor: string | null = null;

/** Overrides our texts with the facility's own wording. Without an answer our texts stay. */
export async function loadFacilityWords(): Promise<void> {
  const { language } = words();
  const facilityId = facility()?.facilityId;
  const wanted = `${language} ${facilityId ?? ''}`;
  if (shownFor === wanted) return;
  try {
    const pack = await askLanguagePack(language, facilityId);
    if (words().language !== language) return;
    shownFor = wanted;
    await overrideWords(pack);
  } catch {
    // The back end has no language packs, or there is no connection.
  }
}
