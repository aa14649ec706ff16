export type { CatalogName, MessageBarCodeName, MessageKey } from './catalogs/index.ts';
export type { MessageKind } from './catalogs/messageBar.ts';
export * from './format.ts';
export * from './locale.ts';
export * from './messageBar.ts';
export * from './store.ts';
