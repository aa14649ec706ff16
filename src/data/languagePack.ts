import { type AnswerOf, type FacilityId, getLanguagePack, getTranslations, type LanguageCode } from '@portal/api';
import { failureOf } from './errors.ts';
import { send } from './http.ts';

/**
 * A facility's own wording. A back end of its own may have either form of the call (rulings, section 2). Rejects with `CallError`
 * where it has neither.
 */
export async function askLanguagePack(language: LanguageCode, facilityId: FacilityId | undefined): Promise<AnswerOf<typeof getLanguagePack>> {
  try {
    return await send(getLanguagePack, { query: { language, facilityId } });
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'refused' || failure.status !== 404) throw error;
    return send(getTranslations, { query: { language } });
  }
}
