import { tabletLanguageKey } from '../../src/browser/startLanguage.ts';

/** What may stay in local storage: nothing of a patient, only how the tablet is set up. */
export const staysOnTheTablet: readonly string[] = [tabletLanguageKey];

/** Empties the storage of this origin but for the tablet's own settings, and deletes databases that should not be there. */
export async function forgetStorage(): Promise<void> {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (!staysOnTheTablet.includes(key)) localStorage.removeItem(key);
  if (typeof indexedDB.databases !== 'function') return;
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name);
}

/** Empties every field, so that autofill and a form that is restored keep nothing. */
export function emptyFields(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox'))
      field.checked = false;
    else field.value = '';
  }
}
