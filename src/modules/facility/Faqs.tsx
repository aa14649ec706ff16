import { listFaqs, type Facility } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown, CircleHelp } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { langOf, useWords } from '../../words/index.ts';
import { answer as answerClass, question as questionClass, questions } from './facility.css.ts';
import { FacilityBoundary } from '../../records/FacilityBoundary.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';

/** Questions and answers of the facility, each closed until it is pressed (specification 3, section 2). */
export function Faqs(): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('facility.faqs')} />
      <FacilityBoundary>{(facility) => <List facility={facility} />}</FacilityBoundary>
    </>
  );
}

function List({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { t, language } = useWords();
  const asked = useCall(listFaqs, { params: { facilityId }, query: { language } });
  return (
    <QueryBoundary
      query={asked}
      isEmpty={(faqs) => faqs.length === 0}
      empty={
        <EmptyState icon={CircleHelp} level={2} title={t('facility.noFaqs')}>
          {t('facility.noFaqsText')}
        </EmptyState>
      }
    >
      {(faqs) => (
        <Card flush className={questions}>
          {faqs
            .toSorted((a, b) => a.viewOrder - b.viewOrder)
            .map(({ question, answer, viewOrder, language: written }, index) => (
              <details key={`${viewOrder} ${index}`} className={questionClass} lang={langOf(written)}>
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
    </QueryBoundary>
  );
}
