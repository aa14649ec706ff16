declare module 'virtual:words' {
  const loaders: Readonly<
    Record<
      string,
      | Readonly<
          Record<import('@portal/api').LanguageCode, () => Promise<{ default: import('./store.ts').CompiledMessages }>>
        >
      | undefined
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
        import('./keys.ts').MessageBarCodeName,
        Partial<Pick<import('./messageBarCodes.ts').MessageBarCode, 'kind' | 'keepDisplay' | 'priority' | 'in'>>
      >
    >
  >;
  export default codes;
}
declare module 'icu-parser' {
  export { parse } from '@formatjs/icu-messageformat-parser';
}
