import { useFacility } from '../data/facility.ts';
import { langOf, useWords } from '../words/index.ts';

/**
 * The language tag for texts of a facility's own systems, if it differs from the page's. Such systems do not state their language, so their
 * texts count as written in the facility's language.
 */
export function useSourceLang(): string | undefined {
  const { language } = useWords();
  const own = useFacility()?.defaultLanguageCode;
  return own === language ? undefined : langOf(own);
}
