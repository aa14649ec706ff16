import type { Device } from '@portal/api';
import type { Words } from '../words/index.ts';

/** A kind of device with its browser, where that is known: "Phone, Safari". */
export function deviceText({ kind, browser }: Device, { t }: Pick<Words, 't'>): string {
  const device = t(`records.device_${kind}`);
  return browser === null ? device : t('records.deviceWith', { device, browser });
}
