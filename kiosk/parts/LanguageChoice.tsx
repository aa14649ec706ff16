import type { ReactNode } from 'react';
import { Icon } from '../../src/ui/Icon.tsx';
import { Languages } from '../../src/ui/icons.ts';
import { languageNames, languageOf, useWords } from '../../src/words/index.ts';
import { useLanguages } from '../../src/browser/branding.ts';
import { chooseLanguage } from '../language.ts';
import { languageChoice, languageSelect } from './LanguageChoice.css.ts';

/** Chooses the language, each by its own name, and changes the page at once. */
export function LanguageChoice({ whose }: { whose: 'tablet' | 'visit' }): ReactNode {
  const { t, language } = useWords();
  const languages = useLanguages();
  if (languages.length < 2) return null;
  return (
    <label className={languageChoice}>
      <Icon of={Languages} />
      <select
        className={languageSelect}
        aria-label={t('core.language')}
        value={language}
        onChange={(event) => {
          const picked = languageOf([event.currentTarget.value]);
          if (picked) void chooseLanguage(picked, whose);
        }}
      >
        {languages.map((code) => (
          <option key={code} value={code} lang={code}>
            {languageNames[code]}
          </option>
        ))}
      </select>
    </label>
  );
}
