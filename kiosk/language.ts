import type { LanguageCode } from '@portal/api';
import { currentBranding } from '../src/browser/branding.ts';
import { storedLanguage, storeLanguage } from '../src/browser/storedLanguage.ts';
import { setManifestLanguage } from '../src/browser/manifestLanguage.ts';
import { showLanguage } from '../src/browser/showLanguage.ts';
import { tabletLanguageKey } from '../src/browser/startLanguage.ts';

const visitLanguageKey = 'kiosk.visitLanguage';

/** The language that the patient chose in this visit, so that a reload in the middle keeps it; null where they chose none. The wipe deletes it. */
export const chosenInVisit = (): LanguageCode | null =>
  storedLanguage(visitLanguageKey, currentBranding().languages, 'tab');

/** Forgets what another patient chose, where the tablet was restarted in the middle of their visit. */
export const forgetChosenInVisit = (): void => storeLanguage(visitLanguageKey, null, 'tab');

/** Changes the language: staff's stays with the tablet, a patient's for the visit. Without its texts the language stays. */
export async function chooseLanguage(code: LanguageCode, whose: 'tablet' | 'visit'): Promise<void> {
  const isShown = await showLanguage(code);
  if (isShown && whose === 'visit') storeLanguage(visitLanguageKey, code, 'tab');
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
  forgetChosenInVisit();
  storeLanguage(tabletLanguageKey, code);
  setManifestLanguage(code);
}
