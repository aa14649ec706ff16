import { type AssignedQuestionnaireId, type PatientId, getQuestionnaireHistory } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { Button } from '../../ui/Button.tsx';
import { ContentLang } from '../../ui/contentLang.tsx';
import { Printer } from '../../ui/icons.ts';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Back, Page } from '../../ui/Page.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useWords } from '../../words/index.ts';
import { AnswerList } from './fill/AnswerList.tsx';
import { SentBefore } from './SentBefore.tsx';
import { PrintHead } from './PrintHead.tsx';
import { reviewHead, reviewTop } from './Review.css.ts';
import { screenOnly } from './Scoring.css.ts';

export interface ReviewQuestionnaireProps {
  patientId: PatientId;
  assignedQuestionnaireId: AssignedQuestionnaireId;
  /** The words of the way back; to the questionnaires without them. */
  backLabel?: string;
  /** Says whose it is, where that is somebody else. */
  person?: ReactNode;
  /** To where the person came from. */
  onBack: () => void;
}

const loadTexts = {
  failed: 'questionnaires.reviewFailed',
  failedText: null,
  offlineText: null,
  savedCopy: null,
} as const;

/** A completed questionnaire to read and to print; nothing can be changed (specification 2, section 2). */
export function ReviewQuestionnaire({
  patientId,
  assignedQuestionnaireId,
  backLabel,
  person,
  onBack,
}: ReviewQuestionnaireProps): ReactNode {
  const { t } = useWords();
  const query = useCall(getQuestionnaireHistory, { params: { patientId, assignedQuestionnaireId } });
  const { data } = query;
  return (
    <Page narrow>
      <MessageBar without="confirmEmailRequired" />
      {person}
      <PrintHead patientId={patientId} />
      <div className={reviewTop}>
        <Back label={backLabel ?? t('questionnaires.backToList')} onBack={onBack} />
        {data ? (
          <span className={screenOnly}>
            <Button variant="quiet" size="small" icon={Printer} onClick={() => window.print()}>
              {t('questionnaires.print')}
            </Button>
          </span>
        ) : null}
      </div>
      <div className={reviewHead}>
        <h1 lang={data?.language}>{data?.templateTitle ?? t('questionnaires.reviewTitle')}</h1>
        {data ? (
          <div>
            <SentBefore completed={data} />
          </div>
        ) : null}
      </div>
      <QueryBoundary query={query} keepsData notFound="failed" lines={8} texts={loadTexts}>
        {({ questionnaireItems, patientQuestionAnswerList, language }) => (
          <ContentLang value={language}>
            <AnswerList items={questionnaireItems} answers={patientQuestionAnswerList} />
          </ContentLang>
        )}
      </QueryBoundary>
    </Page>
  );
}
