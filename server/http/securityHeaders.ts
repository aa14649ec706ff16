import { createHash } from 'node:crypto';
import { type FileAnswer, filePolicy, fileSandbox } from '@portal/api';
import type { Surface } from './handler.ts';

/** What a document may not ask the device for. */
const permissions = (camera: string): string =>
  `accelerometer=(), ${camera}, display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()`;

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions('camera=()'),
} as const;

const strictTransport = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } as const;

/** Headers of every answer other than a page: nothing in it may run, load or be framed. */
export function dataHeaders(secure: boolean): Record<string, string> {
  return {
    ...everywhere,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(secure ? strictTransport : {}),
  };
}

/** Headers of a file. The browser may display it; if it is saved, it gets a neutral name. */
export function fileHeaders(
  secure: boolean,
  { fileType, fileName, goesTo, inFrame }: FileAnswer,
): Record<string, string> {
  const shown = fileType === 'html' || fileType === 'pdf' ? fileType : 'other';
  return {
    ...dataHeaders(secure),
    'content-security-policy': filePolicy(shown, inFrame === true) + fileSandbox(shown),
    'content-disposition': `${goesTo === 'window' ? 'inline' : 'attachment'}; filename="${fileName}.${fileType}"`,
  };
}

/** The name of an inline script in the page's content security policy. */
export const scriptSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Headers of a page. `nonce` is for its style elements and for those that its components inject; `scripts` names its inline scripts. */
export function pageHeaders(
  secure: boolean,
  nonce: string,
  apiOrigin: string,
  surface: Surface,
  scripts: readonly string[],
): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${apiOrigin === '' ? '' : ` ${apiOrigin}`}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vestibule-rich-text vestibule-summary-frame vestibule-worker',
  ];
  return {
    ...everywhere,
    // For the photo of a card in a questionnaire; the browser still asks the person.
    'permissions-policy': permissions('camera=(self)'),
    'content-security-policy': policy.join('; '),
    // After its cookie is rotated, the kiosk's page must not come back from the back-forward cache. Only no-store prevents that.
    'cache-control': surface === 'kiosk' ? 'no-store' : 'no-cache',
    ...(secure ? strictTransport : {}),
  };
}
