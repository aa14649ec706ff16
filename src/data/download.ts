import { type CallShape, callUrl, createDownloadToken } from '@portal/api';
import { config } from './config.ts';
import { connection } from './connection.ts';
import { CallError, failureOf, statusOf } from './errors.ts';
import { send, sendForFile } from './http.ts';
import { currentProfile } from './profile.ts';
import { isOurServer } from './version.ts';
import type { UrlValues } from './wire.ts';

/** An address that works once, and the seconds for which it works. */
interface FileAddress {
  readonly url: string;
  readonly seconds: number;
}
/** `isKept`: it shows the copy on this device. */
type ShownAddress = FileAddress & { readonly isKept: boolean };

/** The browser blocked the window. A link opens the file. */
export type BlockedDownload = FileAddress & { readonly kind: 'blocked' };
type DownloadOutcome = { readonly kind: 'opened' } | BlockedDownload;

/**
 * Opens the window while the press still counts: after the wait for a ticket, the browser would block it as a pop-up. The new window has a
 * copy of this tab's session storage, which is cleared because a file does not need it.
 */
function emptyWindow(waiting: string): Window | null {
  const opened = window.open('about:blank', '_blank');
  if (opened === null) return null;
  try {
    opened.sessionStorage.clear();
    opened.document.title = waiting;
    opened.document.body.textContent = waiting;
  } catch {
    // A browser that isolates its windows refuses this, and shows an empty window for a moment.
  }
  opened.opener = null;
  return opened;
}

/** Whether a file may be on this device and could be shown. No window is opened for one that certainly is not. */
const mayBeKept = (call: CallShape): boolean =>
  call.offline === 'keep' && (globalThis.navigator.serviceWorker?.controller ?? null) !== null;

/** The address of this device's copy of a file; null when there is no copy that can be shown. */
async function keptUrl(call: CallShape, params: UrlValues, query: UrlValues): Promise<ShownAddress | null> {
  if (!mayBeKept(call)) return null;
  const found = await import('./keptRecords/keptFileWindow.ts')
    .then(({ keptFileUrl }) => keptFileUrl(call, { params, query }))
    .catch(() => null);
  return found && { ...found, isKept: true };
}

/** The address of a file for a window or a frame: with a one-time ticket or, offline, of this device's copy. Rejects with `CallError`. */
export async function fileAddress(call: CallShape, params: UrlValues, query: UrlValues): Promise<ShownAddress> {
  const offline = connection() === 'offline' ? new CallError(call.name, { kind: 'offline' }) : null;
  try {
    if (offline !== null) throw offline;
    return { ...(await ticketUrl(call, params, query)), isKept: false };
  } catch (error) {
    const kept = failureOf(error)?.kind === 'offline' ? await keptUrl(call, params, query) : null;
    if (kept === null) throw error;
    return kept;
  }
}

/** Largest file, in bytes, that is fetched to be shown. */
const largestFetched = 50_000_000;
const seconds = 60;

/**
 * The address of a file that was fetched with the session itself, for a facility's own back end that has no tickets. A type that the
 * browser might run as a page of ours is given as bytes, so that the browser saves it.
 */
async function fetchedUrl(call: CallShape, params: UrlValues, query: UrlValues): Promise<FileAddress> {
  const file = await sendForFile(call, { params, query }, largestFetched);
  if (file === 'tooLarge') throw new CallError(call.name, { kind: 'malformed' });
  const type =
    /^(?:application\/pdf|image\/(?:png|jpeg)|text\/(?:plain|csv))\b/i.exec(file.type)?.[0] ??
    'application/octet-stream';
  const url = URL.createObjectURL(new Blob([file.bytes], { type }));
  setTimeout(() => URL.revokeObjectURL(url), seconds * 1000);
  return { url, seconds };
}

/** The address of a file, with a ticket that works once. */
async function ticketUrl(call: CallShape, params: UrlValues, query: UrlValues): Promise<FileAddress> {
  const userId = currentProfile()?.userId;
  if (userId === undefined) throw new CallError(call.name, { kind: 'sessionEnded' });
  const ticket = await send(createDownloadToken, {
    params: { userId },
    body: { path: callUrl(call, params, query) },
  }).catch((error: unknown) => {
    if (isOurServer() || statusOf(error) !== 404) throw error;
    return null;
  });
  if (ticket === null) return fetchedUrl(call, params, query);
  const { token, expiresIn } = ticket;
  return { url: config().apiOrigin + callUrl(call, params, { ...query, token }), seconds: expiresIn };
}

/**
 * Opens a file of a call with `answerType: 'file'` in a new window, with a ticket that works once or, without a connection, from this
 * device's copy; the window of a copy closes with the session. Call it in the handler of a press, before anything is awaited. The window
 * shows `waiting` until the file comes. Rejects with `CallError`.
 */
export async function openDownload(
  call: CallShape,
  params: UrlValues,
  query: UrlValues,
  waiting: string,
): Promise<DownloadOutcome> {
  if (currentProfile() === null) throw new CallError(call.name, { kind: 'sessionEnded' });
  if (connection() === 'offline' && !mayBeKept(call)) throw new CallError(call.name, { kind: 'offline' });
  const opened = emptyWindow(waiting);
  try {
    const { url, seconds, isKept } = await fileAddress(call, params, query);
    if (opened === null || opened.closed) return { kind: 'blocked', url, seconds };
    if (isKept) (await import('./keptRecords/keptFileWindow.ts')).closeWithSession(opened);
    opened.location.replace(url);
    return { kind: 'opened' };
  } catch (error) {
    opened?.close();
    throw error;
  }
}

/** The name under which the server wants a file to be saved. */
const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'download';

function saveAs(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves a file of a call with `answerType: 'file'` by a one-time ticket; the page stays, to report a failure. Rejects with `CallError`. */
export async function saveFile(call: CallShape, params: UrlValues, query: UrlValues): Promise<void> {
  const { url } = await ticketUrl(call, params, query);
  if (url.startsWith('blob:')) return saveAs(url, nameIn(null));
  const answer = await fetch(url, { cache: 'no-store', credentials: 'omit' }).catch(() => {
    throw new CallError(call.name, { kind: 'offline' });
  });
  if (!answer.ok) throw new CallError(call.name, { kind: 'malformed' });
  const file = await answer.blob().catch(() => {
    throw new CallError(call.name, { kind: 'offline' });
  });
  const address = URL.createObjectURL(file);
  saveAs(address, nameIn(answer.headers.get('content-disposition')));
  // The browser reads the blob after the press; a minute is more than it needs.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
