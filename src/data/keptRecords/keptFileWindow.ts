import { type CallShape, dropKeptFiles, holdKeptFile, keptFileLife, keptFilePath } from '@portal/api';
import { randomId } from '../randomId.ts';
import { onSessionEnd } from '../session.ts';
import { onVaultChange } from '../vault/keeper.ts';
import type { AnyInput } from '../wire.ts';
import { readOfflineFile } from './keeping.ts';

/** Milliseconds within which the service worker must have taken a file. */
const handOverBound = 5_000;
const windows = new Set<Window>();

/** Closes the windows with stored files, because a separate window would outlive the session. */
function closeAll(): void {
  for (const one of windows) one.close();
  windows.clear();
  navigator.serviceWorker?.controller?.postMessage({ type: dropKeptFiles });
}
onSessionEnd(closeAll);
onVaultChange(closeAll);
// After this page is gone, nothing could close them.
window.addEventListener('pagehide', closeAll);

/** Remembers a window with a stored file, to close it with the session. */
export function closeWithSession(opened: Window): void {
  windows.add(opened);
}

/**
 * An address at which a window or a frame finds the stored file of a call, once and for a short time. Null when the file is not stored, or
 * when there is no service worker to show it. Never rejects.
 */
export async function keptFileUrl(
  call: CallShape,
  input: AnyInput,
): Promise<{ readonly url: string; readonly seconds: number } | null> {
  const worker = globalThis.navigator.serviceWorker?.controller ?? null;
  if (worker === null) return null;
  const file = await readOfflineFile(call, input);
  if (file === null) return null;
  const name = randomId();
  const { port1, port2 } = new MessageChannel();
  const isHeld = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), handOverBound);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    worker.postMessage({ type: holdKeptFile, name, mediaType: file.type, bytes: file.bytes }, [port2]);
  });
  port1.close();
  return isHeld ? { url: keptFilePath + name, seconds: keptFileLife / 1000 } : null;
}
