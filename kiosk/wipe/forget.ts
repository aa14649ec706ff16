import { tabletLanguageKey } from '../../src/browser/startLanguage.ts';

/** The keys that may stay in local storage: settings of the tablet, and nothing of a patient. */
const staysOnTheTablet: readonly string[] = [tabletLanguageKey];

/** Deletes the storage of this origin except the tablet's settings, and any databases. */
export async function forgetStorage(): Promise<void> {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (!staysOnTheTablet.includes(key)) localStorage.removeItem(key);
  if (typeof indexedDB.databases !== 'function') return;
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name);
}

/** Empties every field, so that autofill and restored forms keep nothing. */
export function emptyFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox'))
      field.checked = false;
    else field.value = '';
  }
}
