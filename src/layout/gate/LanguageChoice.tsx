import type { ReactNode } from 'react';
import { Languages } from '../../ui/icons.ts';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import { languageNames, useWords } from '../../words/index.ts';
import { useLanguages } from '../../browser/branding.ts';
import { chooseLanguage } from './language.ts';

/** Chooses the language, each by its own name, and changes the page at once. Nothing where the facility offers only one. */
export function LanguageChoice(): ReactNode {
  const { t, language } = useWords();
  const languages = useLanguages();
  if (languages.length < 2) return null;
  return (
    <MenuButton icon={Languages} label={languageNames[language]} hiddenLabel={t('core.language')}>
      {languages.map((code) => (
        <MenuItem key={code} lang={code} current={code === language} onSelect={() => void chooseLanguage(code)}>
          {languageNames[code]}
        </MenuItem>
      ))}
    </MenuButton>
  );
}
