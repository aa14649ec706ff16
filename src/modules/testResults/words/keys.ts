import type { SharedTexts } from '../../../words/keys.ts';
import type texts from './en.json';
import type labels from './labels.en.json';

declare module '../../../words/keys.ts' {
  interface Catalogs {
    testResults: typeof labels & typeof texts & SharedTexts<'testResults'>;
  }
}
