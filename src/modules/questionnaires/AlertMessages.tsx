import type { AssignedQuestionnaire } from '@portal/api';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { useWords } from '../../words/index.ts';
import { alertText } from './Sent.css.ts';

interface AlertMessagesProps {
  completed: Pick<AssignedQuestionnaire, 'alertMessages'>;
  /** Shown in the review, and not right after sending. */
  isReview?: boolean;
  /** Telephone numbers are not links, because nothing may lead out of the kiosk. */
  noLinks?: boolean;
}

/** What the facility says about certain answers, for example whom to call now. */
export function AlertMessages({ completed, isReview = false, noLinks = false }: AlertMessagesProps): ReactNode {
  const { t } = useWords();
  const { alertMessages = [] } = completed;
  if (alertMessages.length === 0) return null;
  const banner = (
    <Banner kind="warning" title={t(isReview ? 'questionnaires.alertBefore' : 'questionnaires.alertNow')}>
      {alertMessages.map((html) => (
        <div key={html} className={alertText}>
          <RichText html={html} noLinks={noLinks} />
        </div>
      ))}
    </Banner>
  );
  return isReview ? banner : <div role="alert">{banner}</div>;
}
