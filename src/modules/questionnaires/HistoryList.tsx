import type { AssignedQuestionnaireId, AssignedQuestionnaireSummary } from '@portal/api';
import type { ReactNode } from 'react';
import type { QueryAnswer } from '../../data/query/queryState.ts';
import { RecordCards } from '../../records/list/RecordCards.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ClipboardList } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { HistoryDate } from './HistoryDate.tsx';
import { listTexts } from './listTexts.ts';
import { cardActions, cardBody, cardLine } from './QuestionnaireList.css.ts';

/** What was completed, declined or missed. */
export function HistoryList({
  query,
  onReview,
}: {
  query: QueryAnswer<readonly AssignedQuestionnaireSummary[]>;
  onReview: (id: AssignedQuestionnaireId) => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <QueryBoundary
      query={query}
      keepsData
      notFound="failed"
      texts={listTexts}
      isEmpty={(list) => list.length === 0}
      empty={
        <EmptyState icon={ClipboardList} level={2} title={t('questionnaires.empty')}>
          {t('questionnaires.emptyHistory')}
        </EmptyState>
      }
    >
      {(list) => (
        <RecordCards
          items={list}
          keyOf={(one) => one.assignedQuestionnaireId}
          draw={(one) => <HistoryCard one={one} onReview={onReview} />}
        />
      )}
    </QueryBoundary>
  );
}

function HistoryCard({
  one,
  onReview,
}: {
  one: AssignedQuestionnaireSummary;
  onReview: (id: AssignedQuestionnaireId) => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <Card>
      <div className={cardBody}>
        <div>
          <h2 lang={one.language}>{one.templateTitle}</h2>
          {one.templateDescription ? (
            <p className={cardLine}>
              <RichText html={one.templateDescription} lang={one.language} inline />
            </p>
          ) : null}
          <p className={cardLine}>
            <HistoryDate one={one} />
          </p>
        </div>
        {one.statusDescription === 'Completed' ? (
          <div className={cardActions}>
            <Button variant="secondary" onClick={() => onReview(one.assignedQuestionnaireId)}>
              {t('questionnaires.review')}
              <VisuallyHidden>: {one.templateTitle}</VisuallyHidden>
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
