import type texts from './en.json';
import type labels from './labels.en.json';

declare module '../../../words/keys.ts' {
  interface Catalogs {
    secondFactor: typeof labels & typeof texts;
  }
}
