import type { AssignedQuestionnaireId } from '@portal/api';
import type { ReactNode } from 'react';
import { useUnsentDrafts } from '../../../data/drafts/unsentDrafts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Check, ClipboardList, Hourglass } from '../../../ui/icons.ts';
import { PageHead } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useWords } from '../../../words/index.ts';
import { unsentRow, unsentRows } from './UnsentList.css.ts';

/** What an unlocked device offers without a connection: the questionnaires with answers on it. */
export function UnsentList({ onOpen }: { onOpen: (id: AssignedQuestionnaireId) => void }): ReactNode {
  const { t } = useWords();
  const drafts = useUnsentDrafts();
  return (
    <>
      <PageHead
        title={t('questionnaires.unsentTitle')}
        lead={drafts === null || drafts.length === 0 ? undefined : t('questionnaires.unsentText')}
      />
      {drafts === null ? (
        <Skeleton />
      ) : drafts.length === 0 ? (
        <EmptyState icon={ClipboardList} title={t('questionnaires.unsentNone')} level={2} />
      ) : (
        <Card flush>
          <ul className={unsentRows}>
            {drafts.map(({ assignedQuestionnaireId, templateTitle, submission }) => (
              <li key={assignedQuestionnaireId} className={unsentRow}>
                <h2>{templateTitle}</h2>
                {submission === 'none' ? (
                  <Chip kind="saved" icon={Check}>
                    {t('questionnaires.unsentDraft')}
                  </Chip>
                ) : (
                  <Chip icon={Hourglass}>{t('questionnaires.unsentWaiting')}</Chip>
                )}
                <Button variant="secondary" size="small" onClick={() => onOpen(assignedQuestionnaireId)}>
                  {t('questionnaires.unsentContinue')}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
