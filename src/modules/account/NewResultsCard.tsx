import { type UserId, resultOpening } from '@portal/api';
import type { ReactNode } from 'react';
import { usePreference } from '../../records/usePreference.ts';
import { ChoiceGroup } from '../../ui/Choices.tsx';
import { useWords } from '../../words/index.ts';
import { SettingRow } from './SettingRow.tsx';

/** Whether a new test result opens at once or with a question first. */
export function NewResultsCard({ userId }: { userId: UserId }): ReactNode {
  const { t } = useWords();
  const [chosen, choose] = usePreference(userId, resultOpening.name, resultOpening.values, { saysFailures: true });
  return (
    <SettingRow
      id="new-results"
      title={t('account.newResults')}
      value={chosen === null ? null : t(`account.${chosen}`)}
    >
      <ChoiceGroup
        legend={t('account.whenOpening')}
        name="result-opening"
        value={chosen === null ? [] : [chosen]}
        onChange={([next]) => choose(next === 'askFirst' ? 'askFirst' : 'atOnce')}
        options={[
          { value: 'atOnce', label: t('account.atOnce') },
          { value: 'askFirst', label: t('account.askFirst'), description: t('account.askFirstWhy') },
        ]}
      />
    </SettingRow>
  );
}
