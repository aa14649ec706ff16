import { listFaqs, type Facility } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown, CircleHelp } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { useWords } from '../../words/index.ts';
import { answer as answerClass, question as questionClass, questions } from './facility.css.ts';
import { Fetched, useFailureMessage, WithFacility } from './Fetched.tsx';

/** Questions and answers of the facility, each closed until it is pressed (specification 3, section 2). */
export function Faqs(): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('shell.faqs')} />
      <WithFacility>{(facility) => <List facility={facility} />}</WithFacility>
    </>
  );
}

function List({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { t, language } = useWords();
  const asked = useCall(listFaqs, { params: { facilityId }, query: { language } });
  useFailureMessage(listFaqs.name, asked.error);
  return (
    <Fetched
      asked={asked}
      isEmpty={(faqs) => faqs.length === 0}
      empty={
        <EmptyState icon={CircleHelp} level={2} title={t('resources.noFaqs')}>
          {t('resources.noFaqsText')}
        </EmptyState>
      }
    >
      {(faqs) => (
        <Card flush className={questions}>
          {faqs
            .toSorted((a, b) => a.viewOrder - b.viewOrder)
            .map(({ question, answer, viewOrder }, index) => (
              <details key={`${viewOrder} ${index}`} className={questionClass}>
                <summary>
                  <h2>
                    <RichText html={question} inline noLinks />
                  </h2>
                  <Icon of={ChevronDown} />
                </summary>
                <div className={answerClass}>
                  <RichText html={answer} />
                </div>
              </details>
            ))}
        </Card>
      )}
    </Fetched>
  );
}
