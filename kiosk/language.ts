import type { LanguageCode } from '@portal/api';
import { storeLanguage } from '../src/browser/storedLanguage.ts';
import { setManifestLanguage } from '../src/browser/manifestLanguage.ts';
import { showLanguage } from '../src/browser/showLanguage.ts';
import { tabletLanguageKey } from '../src/browser/startLanguage.ts';

/** Changes the language: staff's stays with the tablet, a patient's for the visit. Without its texts the language stays. */
export async function chooseLanguage(code: LanguageCode, whose: 'tablet' | 'visit'): Promise<void> {
  await showLanguage(code);
  import('../src/data/languagePack.ts').then(
    ({ loadFacilityWords }) => loadFacilityWords(),
    () => undefined,
  );
  // Without a connection the questionnaires keep their language and say so.
  if (whose === 'visit') {
    const { translateVisit } = await import('./patient/open.ts');
    await translateVisit().catch(() => undefined);
  }
  if (whose !== 'tablet') return;
  storeLanguage(tabletLanguageKey, code);
  setManifestLanguage(code);
}
