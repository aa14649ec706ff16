import type { AssignedQuestionnaireId } from '@portal/api';
import type { ReactNode } from 'react';
import type { UnsentDraft } from '../../data/drafts/types.ts';
import { RecordCards } from '../../records/list/RecordCards.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { DraftChip } from './CurrentRow.tsx';
import { cardActions, cardBody, cardDate } from './QuestionnaireList.css.ts';

/** Questionnaires with answers on this device that no list shows. */
export function UnsentCards({
  drafts,
  onOpen,
}: {
  drafts: readonly UnsentDraft[];
  /** null: the reader may not answer any more. */
  onOpen: ((id: AssignedQuestionnaireId, replace: boolean) => void) | null;
}): ReactNode {
  const { t } = useWords();
  return (
    <section aria-labelledby="begun-here">
      <h2 id="begun-here">{t('questionnaires.unsentHere')}</h2>
      <RecordCards
        items={drafts}
        keyOf={({ assignedQuestionnaireId }) => assignedQuestionnaireId}
        draw={(draft) => (
          <Card>
            <div className={cardBody}>
              <div>
                <h3>{draft.templateTitle}</h3>
                <div className={cardDate}>
                  <DraftChip draft={draft} />
                </div>
              </div>
              {onOpen === null ? null : (
                <div className={cardActions}>
                  <Button onClick={() => onOpen(draft.assignedQuestionnaireId, false)}>
                    {t(
                      draft.submission === 'waiting' || draft.submission === 'sending'
                        ? 'questionnaires.show'
                        : 'questionnaires.toDoContinue',
                    )}
                    <VisuallyHidden> {draft.templateTitle}</VisuallyHidden>
                  </Button>
                </div>
              )}
            </div>
          </Card>
        )}
      />
    </section>
  );
}
