import { contractVersion } from '@portal/api';
import { createEvents } from '../words/smallStore.ts';

const newer = createEvents<[certain: boolean]>();

/**
 * What an answer says of the server's contract; `misread` where its shape was not what this build expects. Either way the
 * server may have moved on, and whoever can look for a new version is told.
 */
export function noteServer(said: string | null, misread = false): void {
  const certain = said !== null && Number(said) > contractVersion;
  if (misread || certain) newer.emit(certain);
}

/** Calls back each time the server seems newer than this page, `certain` where it said so; returns the way to stop. */
export const whenServerIsNewer = newer.on;
