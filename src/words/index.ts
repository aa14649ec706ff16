export * from './clock.ts';
export * from './format.ts';
export { intlOf } from './intl.ts';
export type { CatalogName, MessageKey } from './keys.ts';
export * from './locale.ts';
export * from './messageBar.ts';
export type { MessageBarCodeName } from './messageBarCodes.ts';
export * from './store.ts';
