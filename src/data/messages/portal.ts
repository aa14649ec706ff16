export { WrittenByNewerVersion } from '../vault/rows.ts';
export { openMessageDraft } from './open.ts';
export type * from './types.ts';
