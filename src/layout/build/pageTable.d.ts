/** What the start of the portal must know of each page before the modules are there; written by `pageTable.build.ts`. */
declare module 'virtual:page-table' {
  export const pageTable: readonly (Pick<import('../module.ts').DeclaredPage, 'path' | 'who' | 'layout'> & {
    readonly words: readonly import('../../words/index.ts').CatalogName[];
  })[];
}
