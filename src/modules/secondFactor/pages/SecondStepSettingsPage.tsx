import { getSecondFactor, type UserId } from '@portal/api';
import type { ReactNode } from 'react';
import { useProfile } from '../../../data/profile.ts';
import { useCall } from '../../../data/query/query.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { FacilityBoundary } from '../../../records/FacilityBoundary.tsx';
import { QueryBoundary } from '../../../records/QueryBoundary.tsx';
import { Back, PageHead } from '../../../ui/Page.tsx';
import { useWords } from '../../../words/index.ts';
import { Settings } from '../Settings.tsx';

export function Page(): ReactNode {
  const profile = useProfile();
  return profile === null ? null : <OfAccount userId={profile.userId} />;
}

function OfAccount({ userId }: { readonly userId: UserId }): ReactNode {
  const { t } = useWords();
  const link = useLink();
  const query = useCall(getSecondFactor, { params: { userId } });
  return (
    <>
      <Back label={t('account.title')} onBack={link('/account-settings').go} />
      <PageHead title={t('secondFactor.title')} lead={t('secondFactor.lead')} />
      <FacilityBoundary>
        {({ timeZoneId }) => (
          <QueryBoundary query={query} lines={4} keepsData>
            {(factor) => <Settings userId={userId} timeZone={timeZoneId} factor={factor} />}
          </QueryBoundary>
        )}
      </FacilityBoundary>
    </>
  );
}
