import type { ReactNode } from 'react';
import { useIdentity } from '../../../data/profile.ts';
import { RedirectOnce } from '../../../layout/routing/RedirectOnce.tsx';
import { visibleTabs } from '../../../layout/signedIn/tabOrder.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ClipboardList } from '../../../ui/icons.ts';
import { useWords } from '../../../words/index.ts';
import { allPages, pageOf } from '../../../layout/routing/pages.ts';
import { prefetchDashboard } from './prefetchDashboard.ts';
import { useAllowance } from '../../../layout/signedIn/allowance.ts';

/** Most people continue to the dashboard, so its page and its data are prefetched beside the profile. */
export function load(): void {
  prefetchDashboard();
  pageOf('/dashboard')
    ?.load()
    .catch(() => undefined);
}

/** Leads to the first page that the person has. */
export function Page(): ReactNode {
  const { t } = useWords();
  const allowance = useAllowance();
  const search = useSearchTexts();
  const byLink = useIdentity()?.profile.loginType === 'patientLinkUser';
  // An emailed link leads to questionnaires and to nothing else; the dashboard would only lead here again.
  const first = visibleTabs(allPages(), allowance).find(
    ({ isForLinkUsers, path }) => !byLink || (isForLinkUsers === true && path !== '/dashboard'),
  );
  if (first) return <RedirectOnce path={first.path} search={search} />;
  return (
    <>
      <h1>{t('layout.titleStart')}</h1>
      <EmptyState icon={ClipboardList} level={2} title={t('dashboard.nothingYetTitle')}>
        {t('dashboard.nothingYetText')}
      </EmptyState>
    </>
  );
}
