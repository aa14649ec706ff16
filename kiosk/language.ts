import type { LanguageCode } from '@portal/api';
import { keepLanguage } from '../src/browser/keptLanguage.ts';
import { setManifestLanguage } from '../src/browser/manifestLanguage.ts';
import { showLanguage } from '../src/browser/showLanguage.ts';
import { tabletLanguageKey } from '../src/browser/startLanguage.ts';

/** Staff's choice stays with the tablet; a patient's lasts as long as their visit. Texts that cannot be fetched leave the language that stands. */
export async function chooseLanguage(code: LanguageCode, whose: 'tablet' | 'visit'): Promise<void> {
  await showLanguage(code);
  import('../src/data/languagePack.ts').then(
    ({ loadFacilityWords }) => loadFacilityWords(),
    () => undefined,
  );
  // Without a connection what is shown stays in the language that it is in, and says so.
  if (whose === 'visit') {
    const { translateVisit } = await import('./patient/open.ts');
    await translateVisit().catch(() => undefined);
  }
  if (whose !== 'tablet') return;
  keepLanguage(tabletLanguageKey, code);
  setManifestLanguage(code);
}
