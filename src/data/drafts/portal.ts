export { portalDrafts } from './open.ts';
export { prefetchQuestionnaire } from './server.ts';
export { prefetchDeviceKey } from '../vault/keeper.ts';
