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
declare module 'icu-parser' {
  export { parse } from '@formatjs/icu-messageformat-parser';
}
