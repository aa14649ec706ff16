export * from './clock.ts';
export * from './format.ts';
export { intlOf } from './intl.ts';
export type { CatalogName, MessageBarCodeName, MessageKey } from './keys.ts';
export * from './locale.ts';
export * from './messageBar.ts';
export type { MessageKind } from './messageBarCodes.ts';
export * from './store.ts';
