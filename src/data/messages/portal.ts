export { WrittenByNewerVersion } from '../vault/rows.ts';
export { openMessageDraft } from './open.ts';
export { listWaiting, useUnsentMessages } from './unsentMessages.ts';
export type * from './types.ts';
