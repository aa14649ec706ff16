import { getFacilityText, type Facility } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Link } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { useWords } from '../../words/index.ts';
import { Fetched, useFailureMessage, WithFacility } from './Fetched.tsx';

/** The websites that the facility recommends, as it worded them (specification 3, section 2). */
export function UsefulLinks(): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('shell.usefulLinks')} />
      <WithFacility>{(facility) => <Links facility={facility} />}</WithFacility>
    </>
  );
}

function Links({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { t, language } = useWords();
  const asked = useCall(getFacilityText, { params: { contentKey: 'usefulLinksContent', facilityId }, query: { language } });
  useFailureMessage(getFacilityText.name, asked.error);
  return (
    <Fetched
      asked={asked}
      isEmpty={({ content }) => content.trim() === ''}
      empty={
        <EmptyState icon={Link} level={2} title={t('resources.noLinks')}>
          {t('resources.noLinksText')}
        </EmptyState>
      }
    >
      {({ content }) => (
        <Card>
          <RichText html={content} />
        </Card>
      )}
    </Fetched>
  );
}
