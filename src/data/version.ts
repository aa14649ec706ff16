import { contractVersion } from '@portal/api';

const listeners = new Set<() => void>();

/**
 * What an answer says of the server's contract; `misread` where its shape was not what this build expects. Either way the
 * server may have moved on, and whoever can look for a new version is told.
 */
export function noteServer(said: string | null, misread = false): void {
  if (misread || (said !== null && Number(said) > contractVersion)) for (const listener of listeners) listener();
}

/** Calls back each time the server seems newer than this page; returns the way to stop. */
export function whenServerIsNewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
