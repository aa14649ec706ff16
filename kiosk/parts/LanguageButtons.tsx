import type { ReactNode } from 'react';
import { useLanguages } from '../../src/browser/branding.ts';
import { Icon } from '../../src/ui/Icon.tsx';
import { Check } from '../../src/ui/icons.ts';
import { languageNames, useWords } from '../../src/words/index.ts';
import { chooseLanguage } from '../language.ts';
import { languageButton, languageButtons } from './LanguageButtons.css.ts';

/** A button for each language in its own name, for somebody who cannot read the current one. The choice lasts as long as the visit. */
export function LanguageButtons(): ReactNode {
  const { t, language } = useWords();
  const languages = useLanguages();
  if (languages.length < 2) return null;
  return (
    <ul className={languageButtons} aria-label={t('core.language')}>
      {languages.map((code) => (
        <li key={code}>
          <button
            type="button"
            className={languageButton}
            lang={code}
            aria-pressed={code === language}
            onClick={() => void chooseLanguage(code, 'visit')}
          >
            {code === language ? <Icon of={Check} /> : null}
            {languageNames[code]}
          </button>
        </li>
      ))}
    </ul>
  );
}
