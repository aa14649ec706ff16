import { contractVersion } from '@portal/api';

const listeners = new Set<(certain: boolean) => void>();

/**
 * What an answer says of the server's contract; `misread` where its shape was not what this build expects. Either way the
 * server may have moved on, and whoever can look for a new version is told.
 */
export function noteServer(said: string | null, misread = false): void {
  const certain = said !== null && Number(said) > contractVersion;
  if (misread || certain) for (const listener of listeners) listener(certain);
}

/** Calls back each time the server seems newer than this page, `certain` where it said so; returns the way to stop. */
export function whenServerIsNewer(listener: (certain: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
