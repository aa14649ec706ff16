import type texts from './en.json';

declare module '../../../words/keys.ts' {
  interface Catalogs {
    signUp: typeof texts;
  }
}
