import type { AssignedQuestionnaire } from '@portal/api';
import type { ReactNode } from 'react';
import { muted } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';

/** The name of a language in another language, as within a sentence. */
function languageName(locale: string, tag: string): string {
  const base = tag.split('-')[0] ?? tag;
  return new Intl.DisplayNames([locale], { type: 'language' }).of(base) ?? tag;
}

/** Says that a questionnaire is not available in the reader's language, and which language it has. */
export function LanguageNote({
  questionnaire: { language, isFallbackLanguage },
}: {
  questionnaire: Pick<AssignedQuestionnaire, 'language' | 'isFallbackLanguage'>;
}): ReactNode {
  const { t, locale } = useWords();
  if (isFallbackLanguage !== true || language === undefined) return null;
  return <p className={muted}>{t('questionnaires.otherLanguage', { language: languageName(locale, language) })}</p>;
}
