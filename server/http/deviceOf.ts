import { Browser, type Device } from '@portal/api';
import * as v from 'valibot';

/** Named by what only they write of themselves; most also claim to be Chrome and Safari, so the order counts. */
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
  // Android says Mobile on phones and leaves it out on tablets.
  if (/\bAndroid\b/.test(agent)) return /\bMobile\b/.test(agent) ? 'phone' : 'tablet';
  if (/\bMobile\b/.test(agent)) return 'phone';
  return /\b(Windows NT|Macintosh|X11|CrOS|Linux)\b/.test(agent) ? 'computer' : 'unknown';
}

/**
 * The kind of device and the family of browser by the header `User-Agent`. Versions, models and systems are not read: they would tell
 * one device from another, and nobody needs them to know their own phone.
 */
export function deviceOf(agent: string): Device {
  const read = agent.slice(0, 500);
  return { kind: kindOf(read), browser: browsers.find(([, sign]) => sign.test(read))?.[0] ?? null };
}

const Written = v.object({
  device: v.picklist(['phone', 'tablet', 'computer', 'kiosk', 'unknown']),
  browser: v.nullish(Browser),
});

/** The device as the detail of the audit's row has it. */
export function deviceIn(detail: unknown): Device {
  const parsed = v.safeParse(Written, detail);
  return parsed.success
    ? { kind: parsed.output.device, browser: parsed.output.browser ?? null }
    : { kind: 'unknown', browser: null };
}
