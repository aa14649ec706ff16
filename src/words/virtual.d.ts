declare module 'virtual:words' {
  const loaders: Readonly<
    Record<
      import('./catalogs/index.ts').CatalogName,
      Readonly<Record<import('@portal/api').LanguageCode, () => Promise<{ default: import('./store.ts').CompiledMessages }>>>
    >
  >;
  export default loaders;
}
declare module 'virtual:words/core/en' {
  const messages: import('./store.ts').CompiledMessages;
  export default messages;
}
declare module 'virtual:words/bar' {
  const codes: Readonly<
    Record<import('./catalogs/index.ts').MessageBarCodeName, Omit<import('./catalogs/messageBar.ts').MessageBarCode, 'text'>>
  >;
  export default codes;
}
declare module 'icu-parser' {
  export { parse } from '@formatjs/icu-messageformat-parser';
}
