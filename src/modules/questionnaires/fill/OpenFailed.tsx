import type { ReactNode } from 'react';
import { failureOf, statusOf } from '../../../data/errors.ts';
import { WrittenByNewerVersion } from '../../../data/vault/rows.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { CircleAlert, CloudOff } from '../../../ui/icons.ts';
import { useWords } from '../../../words/index.ts';

/** Why a questionnaire could not be opened, and what can be done about it. */
export function OpenFailed({
  error,
  onAgain,
  onLeave,
}: {
  error: unknown;
  onAgain: () => void;
  onLeave: () => void;
}): ReactNode {
  const { t } = useWords();
  const isGone = statusOf(error) === 404;
  const isOffline = failureOf(error)?.kind === 'offline';
  if (error instanceof WrittenByNewerVersion) {
    return (
      <EmptyState
        icon={CircleAlert}
        level={2}
        title={t('questionnaires.newerTitle')}
        action={<Button onClick={() => location.reload()}>{t('questionnaires.reload')}</Button>}
      >
        {t('questionnaires.newerText')}
      </EmptyState>
    );
  }
  const text = isGone ? 'questionnaires.openGone' : isOffline ? 'questionnaires.openOffline' : null;
  return (
    <EmptyState
      icon={isOffline ? CloudOff : CircleAlert}
      level={2}
      title={t(isOffline ? 'questionnaires.offlineTitle' : 'questionnaires.openFailed')}
      action={
        <Button onClick={isGone ? onLeave : onAgain}>
          {t(isGone ? 'questionnaires.backToQuestionnaires' : 'core.tryAgain')}
        </Button>
      }
    >
      {text === null ? null : t(text)}
    </EmptyState>
  );
}
