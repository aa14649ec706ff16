import {
  type AssignedQuestionnaireId,
  type AssignedQuestionnaireSummary,
  type PatientId,
  declineQuestionnaire,
} from '@portal/api';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UnsentDraft } from '../../data/drafts/types.ts';
import { failureOf, messageFor } from '../../data/errors.ts';
import { useSend } from '../../data/query/query.ts';
import type { QueryAnswer } from '../../data/query/queryState.ts';
import { RecordRows } from '../../records/list/RecordRows.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx';
import { ClipboardList } from '../../ui/icons.ts';
import { clearMessage, showMessage, useWords } from '../../words/index.ts';
import { CurrentRow, DraftChip } from './CurrentRow.tsx';
import { listTexts } from './listTexts.ts';
import { RecordCards } from '../../records/list/RecordCards.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { cardActions, cardBody, cardDate } from './QuestionnaireList.css.ts';

/** Questionnaires with answers on this device that no list shows. */
function UnsentCards({
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
                        : 'core.continue',
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

interface CurrentListProps {
  patientId: PatientId;
  query: QueryAnswer<readonly AssignedQuestionnaireSummary[]>;
  unsent: readonly UnsentDraft[];
  isOnline: boolean;
  /** null: the reader may not answer. */
  onOpen: ((id: AssignedQuestionnaireId, replace: boolean) => void) | null;
}

/** What is to be filled in, and questionnaires with answers that are only on this device. */
export function CurrentList({ patientId, query, unsent, isOnline, onOpen }: CurrentListProps): ReactNode {
  const { t } = useWords();
  const [declining, setDeclining] = useState<AssignedQuestionnaireSummary | null>(null);
  const [declined, setDeclined] = useState<string | null>(null);
  const decline = useSend(declineQuestionnaire);
  const list = query.data;
  const region = useRef<HTMLDivElement>(null);
  const draftOf = (id: AssignedQuestionnaireId) => unsent.find((draft) => draft.assignedQuestionnaireId === id);

  useEffect(() => {
    if (declined === null) return;
    // Runs after the dialog has tried to return the focus to a button that no longer exists.
    const timer = setTimeout(() => region.current?.focus());
    return () => clearTimeout(timer);
  }, [declined]);

  const ask = (one: AssignedQuestionnaireSummary) => {
    clearMessage();
    setDeclined(null);
    setDeclining(one);
  };
  const confirm = async (one: AssignedQuestionnaireSummary) => {
    const { assignedQuestionnaireId } = one;
    try {
      await decline.mutateAsync({ params: { patientId }, body: { assignedQuestionnaireId } });
    } catch (error) {
      const failure = failureOf(error);
      const message = failure ? messageFor(failure, 'questionnairedeclinefailed') : null;
      showMessage(message?.code ?? 'questionnairedeclinefailed', message?.values);
      setDeclining(null);
      query.refetch();
      return;
    }
    setDeclining(null);
    setDeclined(one.templateTitle);
    if (draftOf(assignedQuestionnaireId)) await discardDraft(patientId, assignedQuestionnaireId);
  };

  // Answers on this device whose questionnaire is not listed, or whose list could not be loaded: they must stay reachable.
  const orphans =
    list === undefined
      ? unsent
      : unsent.filter(
          (draft) =>
            draft.submission !== 'none' &&
            !list.some((one) => one.assignedQuestionnaireId === draft.assignedQuestionnaireId),
        );
  const next = list?.find((one) => one.canStartByPatient);
  return (
    <>
      <div ref={region} tabIndex={-1} role="status">
        {declined === null ? null : (
          <Banner kind="success">{t('questionnaires.declined.done', { title: declined })}</Banner>
        )}
      </div>
      <QueryBoundary
        query={query}
        keepsData
        notFound="failed"
        texts={listTexts}
        isEmpty={(all) => all.length === 0}
        empty={
          orphans.length > 0 ? null : (
            <EmptyState icon={ClipboardList} level={2} title={t('records.empty')}>
              {t('questionnaires.emptyCurrent')}
            </EmptyState>
          )
        }
      >
        {(all) => (
          <RecordRows
            items={all}
            draw={(one) => (
              <CurrentRow
                key={one.assignedQuestionnaireId}
                one={one}
                all={all}
                isNext={one === next}
                draft={draftOf(one.assignedQuestionnaireId)}
                isOnline={isOnline}
                onOpen={onOpen === null ? null : () => onOpen(one.assignedQuestionnaireId, false)}
                onDecline={() => ask(one)}
              />
            )}
          />
        )}
      </QueryBoundary>
      {orphans.length > 0 ? <UnsentCards drafts={orphans} onOpen={onOpen} /> : null}
      {declining ? (
        <LazyConfirmDialog
          danger
          title={t('questionnaires.declineTitle')}
          message={t(
            draftOf(declining.assignedQuestionnaireId)
              ? 'questionnaires.declineDraftText'
              : 'questionnaires.declineText',
            { title: declining.templateTitle },
          )}
          confirmLabel={t('questionnaires.decline')}
          dismissLabel={t('questionnaires.declineKeep')}
          busy={decline.isPending}
          onConfirm={() => void confirm(declining)}
          onDismiss={() => setDeclining(null)}
        />
      ) : null}
    </>
  );
}

/** Discards the draft, because a declined questionnaire must not be sent later from this device. */
async function discardDraft(patientId: PatientId, id: AssignedQuestionnaireId): Promise<void> {
  try {
    const { portalDrafts } = await import('../../data/drafts/portal.ts');
    const handle = await portalDrafts().open(patientId, id);
    await handle.discard();
    await handle.release();
  } catch {
    // The server refuses a draft of a declined questionnaire anyway; the sender drops it then.
  }
}
