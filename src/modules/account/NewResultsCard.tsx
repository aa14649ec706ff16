import { type UserId, resultOpening } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { usePreference } from '../../records/usePreference.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGroup } from '../../ui/Choices.tsx';
import { useWords } from '../../words/index.ts';
import { cardBody } from './account.css.ts';

/** Whether a new test result opens at once or with a question first. */
export function NewResultsCard({ userId }: { userId: UserId }): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [chosen, choose] = usePreference(userId, resultOpening.name, resultOpening.values, { saysFailures: true });
  return (
    <Card labelledBy={id}>
      <div className={cardBody} id="new-results">
        <h2 id={id}>{t('account.newResults')}</h2>
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
      </div>
    </Card>
  );
}
