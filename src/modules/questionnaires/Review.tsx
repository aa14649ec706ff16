import {
  type AnswerAttachment,
  type AssignedQuestionnaireId,
  type PatientId,
  getAnswerAttachment,
  getQuestionnaireHistory,
} from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../data/query/query.ts';
import { ContentLang } from '../../ui/contentLang.tsx';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useWords } from '../../words/index.ts';
import { AlertMessages } from './AlertMessages.tsx';
import { useFileWindow } from '../../records/useFileWindow.tsx';
import { AnswerList } from './fill/answers/AnswerList.tsx';
import { FillContextProvider } from './fill/fillContext.ts';
import { FormReady } from './fill/FormReady.tsx';
import { LanguageNote } from './LanguageNote.tsx';
import { Receipt } from './Receipt.tsx';
import { ScoresLink, type ScoresLinkTarget } from './ScoresLink.tsx';
import { SentBefore } from './SentBefore.tsx';
import { PrintHead } from './PrintHead.tsx';
import { reviewHead } from './Review.css.ts';
import { ReviewTop } from './ReviewTop.tsx';
import { screenOnly } from '../../ui/text.css.ts';

interface ReviewQuestionnaireProps {
  patientId: PatientId;
  assignedQuestionnaireId: AssignedQuestionnaireId;
  /** Says whose it is, where that is somebody else. */
  person?: ReactNode;
  /** The link to the scores over time; null where the person has none. */
  scoresLink: ScoresLinkTarget;
  onBack: () => void;
}

const loadTexts = {
  failed: 'questionnaires.reviewFailed',
  failedText: null,
  offlineText: null,
  savedCopy: null,
} as const;

/** A completed questionnaire to read and print; it cannot be changed (specification 2, section 2). */
export function ReviewQuestionnaire({
  patientId,
  assignedQuestionnaireId,
  person,
  scoresLink,
  onBack,
}: ReviewQuestionnaireProps): ReactNode {
  const { t } = useWords();
  const query = useCall(getQuestionnaireHistory, { params: { patientId, assignedQuestionnaireId } });
  const { data } = query;
  const { open, notice } = useFileWindow();
  const place = useMemo(
    () => ({
      patientId,
      assignedQuestionnaireId,
      isByCamera: false,
      files: null,
      openFile: ({ attachmentId }: AnswerAttachment) =>
        open(getAnswerAttachment, { patientId, assignedQuestionnaireId, attachmentId }, {}),
    }),
    [patientId, assignedQuestionnaireId, open],
  );
  return (
    <Page narrow>
      <MessageBar without="confirmEmailRequired" />
      {person}
      <PrintHead patientId={patientId} />
      <ReviewTop onBack={onBack} canPrint={data !== undefined} />
      <div className={reviewHead}>
        <h1 lang={data?.language}>{data?.templateTitle ?? t('questionnaires.reviewTitle')}</h1>
        {data ? (
          <div>
            <SentBefore completed={data} />
            <Receipt completed={data} />
            <AlertMessages completed={data} isReview />
            <LanguageNote questionnaire={data} />
            <ScoresLink completed={data} link={scoresLink} />
          </div>
        ) : null}
      </div>
      <QueryBoundary query={query} keepsData notFound="failed" lines={8} texts={loadTexts}>
        {(questionnaire) => (
          <ContentLang value={questionnaire.language}>
            <FormReady questionnaire={questionnaire}>
              <FillContextProvider value={place}>
                <div className={screenOnly} role="status">
                  {notice}
                </div>
                <AnswerList questionnaire={questionnaire} answers={questionnaire.patientQuestionAnswerList} />
              </FillContextProvider>
            </FormReady>
          </ContentLang>
        )}
      </QueryBoundary>
    </Page>
  );
}
