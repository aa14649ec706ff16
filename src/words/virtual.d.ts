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
  /** What a code has other than `kind: 'error'`, `keepDisplay: false`, `priority: 0` and `in: 'bar'`. */
  const codes: Readonly<
    Partial<
      Record<
        import('./catalogs/index.ts').MessageBarCodeName,
        Partial<Pick<import('./catalogs/messageBar.ts').MessageBarCode, 'kind' | 'keepDisplay' | 'priority' | 'in'>>
      >
    >
  >;
  export default codes;
}
declare module 'icu-parser' {
  export { parse } from '@formatjs/icu-messageformat-parser';
}
