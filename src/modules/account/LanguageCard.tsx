import type { LanguageCode } from '@portal/api';
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/Field.tsx';
import { languageNames, useWords } from '../../words/index.ts';
import { SettingRow } from './SettingRow.tsx';

/** The account's language, which applies on every device; with only one there is nothing to choose. */
export function LanguageCard({
  languages,
  onChoose,
}: {
  languages: readonly LanguageCode[];
  onChoose: (code: LanguageCode) => void;
}): ReactNode {
  const { t, language } = useWords();
  if (languages.length < 2) return null;
  return (
    <SettingRow id="language" title={t('core.language')} value={languageNames[language]}>
      <SelectField
        label={t('core.language')}
        value={language}
        onChange={(next) => {
          const chosen = languages.find((one) => one === next);
          if (chosen !== undefined) onChoose(chosen);
        }}
        options={languages.map((code) => ({ value: code, label: languageNames[code], lang: code }))}
      />
    </SettingRow>
  );
}
