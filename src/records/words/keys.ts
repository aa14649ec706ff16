import type { SharedTexts } from '../../words/keys.ts';
import type texts from './en.json';

declare module '../../words/keys.ts' {
  interface Catalogs {
    records: typeof texts & SharedTexts<'records'>;
  }
}
