import type { LanguageCode } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { languageNames, useWords } from '../../words/index.ts';
import { cardBody } from './account.css.ts';

/** The language of the account, which holds on every device; one alone leaves no choice to show. */
export function LanguageCard({
  languages,
  onChoose,
}: {
  languages: readonly LanguageCode[];
  onChoose: (code: LanguageCode) => void;
}): ReactNode {
  const { t, language } = useWords();
  const id = useId();
  if (languages.length < 2) return null;
  return (
    <Card labelledBy={id}>
      <div className={cardBody} id="language">
        <h2 id={id}>{t('account.language')}</h2>
        <SelectField
          label={t('account.language')}
          value={language}
          onChange={(next) => {
            const chosen = languages.find((one) => one === next);
            if (chosen !== undefined) onChoose(chosen);
          }}
          options={languages.map((code) => ({ value: code, label: languageNames[code], lang: code }))}
        />
      </div>
    </Card>
  );
}
