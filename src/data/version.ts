import { type CallShape, contractVersion } from '@portal/api';
import { config } from './config.ts';
import { createEvents } from '../words/smallStore.ts';

const newer = createEvents<[certain: boolean]>();

let hasAnswered = false;
/** Whether our own server answers here: it put the facility into this page, or has said its version. A facility's own back end does neither. */
export const isOurServer = (): boolean => hasAnswered || (config().facility !== null && config().apiOrigin === '');

let hasOtherAnswered = false;
/** A call of the contract was answered, by a server that is not ours. */
export const noteOtherServer = (): void => {
  hasOtherAnswered = true;
};

/** Whether there is anybody to make a call to: a facility's own back end has nothing of ours. */
export const isOffered = (call: Pick<CallShape, 'isOurs'>): boolean =>
  call.isOurs !== true || !hasOtherAnswered || isOurServer();

/**
 * What an answer says of the server's contract; `misread` where its shape was not what this build expects. Either way the
 * server may have moved on, and whoever can look for a new version is told.
 */
export function noteServer(said: string | null, misread = false): void {
  hasAnswered ||= said !== null;
  const certain = said !== null && Number(said) > contractVersion;
  if (misread || certain) newer.emit(certain);
}

/** Calls back each time the server seems newer than this page, `certain` where it said so; returns the way to stop. */
export const whenServerIsNewer = newer.on;
