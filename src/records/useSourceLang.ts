import { useFacility } from '../data/facility.ts';
import { langOf, useWords } from '../words/index.ts';

/**
 * What texts of a facility's own systems are written in, as a tag, where that is another language than the page's; such systems do not say it, and write
 * in the language of their facility.
 */
export function useSourceLang(): string | undefined {
  const { language } = useWords();
  const own = useFacility()?.defaultLanguageCode;
  return own === language ? undefined : langOf(own);
}
