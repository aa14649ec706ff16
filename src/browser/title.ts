import { type MessageKey, type Values, subscribeToWords, words } from '../words/index.ts';
import { currentBranding, subscribeToBranding } from './branding.ts';

let shown: { readonly key: MessageKey; readonly values: Values | undefined } | null = null;
let page: MessageKey | null = null;
let failed = false;

function write(): void {
  if (shown === null) return;
  const { t } = words();
  const title = t(shown.key, shown.values);
  const name = currentBranding().portalName;
  const full = name === '' ? title : `${title} | ${name}`;
  document.title = failed ? t('core.errorTitlePrefix', { title: full }) : full;
}

/** The title of the current page, with the portal's name; follows the language. */
export function setTitle(key: MessageKey): void {
  // The router names a page after it is drawn; by then the page may have set its own title.
  if (page !== key) shown = { key, values: undefined };
  page = key;
  failed = false;
  write();
}

/** Changes the title within a page; "Error:" stays. Never with words about a patient: titles are in histories and on taskbars. */
export function retitle(key: MessageKey, values?: Values): void {
  shown = { key, values };
  write();
}

/** Puts "Error:" in front after a failure, until the page changes or it succeeds (visual language, section 9). */
export function markTitleFailed(next: boolean): void {
  if (failed === next) return;
  failed = next;
  write();
}

subscribeToWords(write);
subscribeToBranding(write);
