export { WrittenByNewerVersion } from '../vault/rows.ts';
export { portalDrafts } from './open.ts';
export { primeQuestionnaire } from './server.ts';
export { startOutbox } from './outbox.ts';
export { listUnsent, sendAllNow, unsentCount, useUnsentSheets } from './unsent.ts';
export { askDeviceKeyAhead } from '../vault/keeper.ts';
