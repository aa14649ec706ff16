import type texts from './en.json';

declare module '../../words/keys.ts' {
  interface Catalogs {
    layout: typeof texts;
  }
}
