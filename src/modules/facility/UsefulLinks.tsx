import { getFacilityText, type Facility } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { langOf, useWords } from '../../words/index.ts';
import { FacilityBoundary } from '../../records/FacilityBoundary.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';

/** The websites that the facility recommends, as it worded them (specification 3, section 2). */
export function UsefulLinks(): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('facility.usefulLinks')} />
      <FacilityBoundary>{(facility) => <Links facility={facility} />}</FacilityBoundary>
    </>
  );
}

function Links({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { t, language } = useWords();
  const asked = useCall(getFacilityText, {
    params: { contentKey: 'usefulLinksContent', facilityId },
    query: { language },
  });
  return (
    <QueryBoundary
      query={asked}
      isEmpty={({ content }) => content.trim() === ''}
      empty={
        <EmptyState icon={Link} level={2} title={t('facility.noLinks')}>
          {t('facility.noLinksText')}
        </EmptyState>
      }
    >
      {({ content, language: written }) => (
        <Card>
          <RichText html={content} lang={langOf(written)} />
        </Card>
      )}
    </QueryBoundary>
  );
}
