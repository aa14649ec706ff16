import { Section } from '@portal/api';
import { formatList, type Words } from '../words/index.ts';

/** Names of sections of the record in one text, in the order in which they are shown everywhere. */
export const sectionNames = (sections: readonly Section[], { t, locale }: Pick<Words, 't' | 'locale'>): string =>
  formatList(
    locale,
    Section.options.filter((one) => sections.includes(one)).map((one) => t(`records.section_${one}`)),
  );
