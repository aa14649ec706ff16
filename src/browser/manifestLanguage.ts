import type { LanguageCode } from '@portal/api';

/** Asks for the manifest in a language, so that the app is installed under the name that the person reads. */
export function setManifestLanguage(code: LanguageCode): void {
  const link = document.querySelector('link[rel="manifest"]');
  const href = `/manifest.webmanifest?language=${code}`;
  // Replacing the link makes the browser fetch the manifest again.
  if (link !== null && link.getAttribute('href') !== href) link.setAttribute('href', href);
}
