import type texts from './en.json';

declare module '../../src/words/keys.ts' {
  interface Catalogs {
    kiosk: typeof texts;
  }
}
