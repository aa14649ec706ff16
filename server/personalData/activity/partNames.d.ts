/** What the activity log calls the parts of a record; modules write it among their texts (`src/words/vite-plugin.ts`). */
declare module 'virtual:part-names' {
  const names: Readonly<
    Record<import('@portal/api').LanguageCode, Readonly<Record<import('@portal/api').ActivityPart, string>>>
  >;
  export default names;
}
