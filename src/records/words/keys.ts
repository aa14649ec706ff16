import type { Section } from '@portal/api';
import type { SharedTexts } from '../../words/keys.ts';
import type texts from './en.json';

declare module '../../words/keys.ts' {
  interface Catalogs {
    /** The names of the sections are in the texts of their modules. */
    records: typeof texts & SharedTexts<'records'> & Readonly<Record<`records.section_${Section}`, unknown>>;
  }
}
