import { type MessageKey, subscribeToWords, words } from '../words/index.ts';
import { currentFace, subscribeToFace } from './face.ts';

let shown: MessageKey | null = null;
let failed = false;

function write(): void {
  if (shown === null) return;
  const { t } = words();
  const title = t(shown);
  const name = currentFace().portalName;
  const full = name === '' ? title : `${title} | ${name}`;
  document.title = failed ? t('core.errorTitlePrefix', { title: full }) : full;
}

/** The title of the page of the moment, with the portal's name; follows the language. */
export function setTitle(key: MessageKey): void {
  shown = key;
  failed = false;
  write();
}

/** Puts "Error:" in front after a failure, until the page changes or it goes well (visual language, section 9). */
export function markTitleFailed(next: boolean): void {
  if (failed === next) return;
  failed = next;
  write();
}

subscribeToWords(write);
subscribeToFace(write);
