import { type AssignedQuestionnaireId, type PatientId, getQuestionnaireHistory } from '@portal/api';
import type { ReactNode } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useCall } from '../../data/query.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CircleAlert, CloudOff, Printer } from '../../ui/icons.ts';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Back, Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../words/index.ts';
import { AnswerList } from './AnswerList.tsx';
import { HistoryDate } from './HistoryDate.tsx';
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

/** A completed questionnaire to read and to print; nothing can be changed (specification 2, section 2). */
export function ReviewQuestionnaire({ patientId, assignedQuestionnaireId, backLabel, person, onBack }: ReviewQuestionnaireProps): ReactNode {
  const { t } = useWords();
  const isOnline = useConnection() === 'online';
  const { data, isPending, refetch } = useCall(getQuestionnaireHistory, { params: { patientId, assignedQuestionnaireId } });
  return (
    <Page narrow>
      <MessageBar />
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
        <h1>{data?.templateTitle ?? t('questionnaires.reviewTitle')}</h1>
        {data ? (
          <p>
            <HistoryDate one={data} />
          </p>
        ) : null}
      </div>
      {isPending ? <Skeleton lines={8} /> : null}
      {!isPending && !data ? (
        <EmptyState icon={isOnline ? CircleAlert : CloudOff} level={2} title={t(isOnline ? 'questionnaires.reviewFailed' : 'questionnaires.offlineTitle')} action={<Button onClick={() => void refetch()}>{t('questionnaires.tryAgain')}</Button>} />
      ) : null}
      {data ? <AnswerList items={data.questionnaireItems} answers={data.patientQuestionAnswerList} /> : null}
    </Page>
  );
}
