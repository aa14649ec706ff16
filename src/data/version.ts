import { type CallShape, contractVersion } from '@portal/api';
import { config } from './config.ts';
import { createEvents } from '../words/smallStore.ts';

const newer = createEvents<[certain: boolean]>();

let hasAnswered = false;
/** Whether our own server answers here: it put the facility into this page, or sent its version. Another back end does neither. */
export const isOurServer = (): boolean => hasAnswered || (config().facility !== null && config().apiOrigin === '');

let hasOtherAnswered = false;
/** A server that is not ours has answered a call of the contract. */
export const noteOtherServer = (): void => {
  hasOtherAnswered = true;
};

/** Whether the server can have this call: a facility's own back end has none of the calls that only our server has. */
export const isOffered = (call: Pick<CallShape, 'isOurs'>): boolean =>
  call.isOurs !== true || !hasOtherAnswered || isOurServer();

/**
 * Notes what an answer says of the server's contract; `misread` when its shape was not what this build expects. Either may mean that the
 * server is newer, so those who can look for a new version are told.
 */
export function noteServer(said: string | null, misread = false): void {
  hasAnswered ||= said !== null;
  const certain = said !== null && Number(said) > contractVersion;
  if (misread || certain) newer.emit(certain);
}

/** Calls back each time the server seems newer than this page, with `certain` when it said so; returns the function that stops it. */
export const whenServerIsNewer = newer.on;
