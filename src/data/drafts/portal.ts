export { WrittenByNewerVersion } from '../vault/rows.ts';
export { portalDrafts } from './open.ts';
export { prefetchQuestionnaire } from './server.ts';
export { startOutbox } from './outbox.ts';
export { listUnsent, sendAllNow, type UnsentCounts, unsentCounts, useUnsentDrafts } from './unsent.ts';
export { prefetchDeviceKey } from '../vault/keeper.ts';
