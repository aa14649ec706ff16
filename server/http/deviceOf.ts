import { Browser, type Device } from '@portal/api';
import * as v from 'valibot';

/** Each browser is recognized by a word that only it sends. Most also claim to be Chrome and Safari, so the order matters. */
const browsers: readonly (readonly [Browser, RegExp])[] = [
  ['Samsung Internet', /SamsungBrowser\//],
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPT\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
];

function kindOf(agent: string): Device['kind'] {
  if (/\biPad\b|\bTablet\b|\bSilk\//.test(agent)) return 'tablet';
  if (/\biPhone\b|\biPod\b/.test(agent)) return 'phone';
  // Android browsers send "Mobile" on phones but not on tablets.
  if (/\bAndroid\b/.test(agent)) return /\bMobile\b/.test(agent) ? 'phone' : 'tablet';
  if (/\bMobile\b/.test(agent)) return 'phone';
  return /\b(Windows NT|Macintosh|X11|CrOS|Linux)\b/.test(agent) ? 'computer' : 'unknown';
}

/** Kind of device and browser family from `User-Agent`. Versions and models would identify a device, and nobody needs them. */
export function deviceOf(agent: string): Device {
  const read = agent.slice(0, 500);
  return { kind: kindOf(read), browser: browsers.find(([, sign]) => sign.test(read))?.[0] ?? null };
}

const Written = v.object({
  device: v.picklist(['phone', 'tablet', 'computer', 'kiosk', 'unknown']),
  browser: v.nullish(Browser),
});

/** Reads the device from the detail of an audit row. */
export function deviceIn(detail: unknown): Device {
  const parsed = v.safeParse(Written, detail);
  return parsed.success
    ? { kind: parsed.output.device, browser: parsed.output.browser ?? null }
    : { kind: 'unknown', browser: null };
}
