import { filePolicy, shownFileOf } from '../src/api/filePolicy.ts';
import { dropKeptFiles, holdKeptFile, keptFileLife, keptFilePath } from '../src/api/keptFiles.ts';

interface Held {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly until: number;
}

/** What the worker needs of its global scope. */
export type KeptFilesScope = Pick<ServiceWorkerGlobalScope, 'addEventListener'> & {
  readonly location: { readonly origin: string };
};

/**
 * A file as the server would send it, under a neutral name. It is not sandboxed, because the app could not close a window that has an
 * origin of its own, and the file's policy runs no scripts anyway.
 */
function answerOf({ bytes, mediaType }: Held): Response {
  const shown = shownFileOf(mediaType);
  return new Response(bytes, {
    headers: {
      'content-type': mediaType,
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="record${shown === 'pdf' ? '.pdf' : ''}"`,
      'content-security-policy': filePolicy(shown, true),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

/**
 * Answers windows and frames with files of the offline copy that a page has opened. The files are only in memory, for a minute, and never
 * stored.
 */
export function showKeptFiles(scope: KeptFilesScope, now: () => number = Date.now): void {
  const files = new Map<string, Held>();
  const forgetOld = () => {
    for (const [name, { until }] of files) if (until < now()) files.delete(name);
  };
  scope.addEventListener('message', (event) => {
    const message: unknown = event.data;
    if (typeof message !== 'object' || message === null || !('type' in message)) return;
    if (message.type === dropKeptFiles) files.clear();
    if (message.type !== holdKeptFile || !('name' in message && 'mediaType' in message && 'bytes' in message)) return;
    const { name, mediaType, bytes } = message;
    if (typeof name !== 'string' || typeof mediaType !== 'string' || !(bytes instanceof Uint8Array)) return;
    forgetOld();
    files.set(name, { bytes: new Uint8Array(bytes), mediaType, until: now() + keptFileLife });
    event.ports[0]?.postMessage(true);
  });
  scope.addEventListener('fetch', (event) => {
    const { origin, pathname } = new URL(event.request.url);
    if (origin !== scope.location.origin || !pathname.startsWith(keptFilePath)) return;
    // The request must not reach the server or be answered with the app's page.
    event.stopImmediatePropagation();
    forgetOld();
    const held = files.get(pathname.slice(keptFilePath.length));
    event.respondWith(held === undefined ? new Response(null, { status: 404 }) : answerOf(held));
  });
}
