import type { ReactNode } from 'react';
import { useIdentity } from '../data/profile.ts';
import { pages } from '../routes.ts';
import { GoTo } from '../shell/GoTo.tsx';
import { visibleTabs } from '../shell/tabOrder.ts';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ClipboardList } from '../ui/icons.ts';
import { useWords } from '../words/index.ts';
import { tabPages, useAllowance } from './tabPages.ts';

/** Most people are led to the dashboard: it comes beside the answer to who it is, with what it will ask. */
export function load(): void {
  import('./DashboardPage.tsx').then((dashboard) => dashboard.load()).catch(() => undefined);
}

/** Leads to the first page that the person has. */
export function Page(): ReactNode {
  const { t } = useWords();
  const allowance = useAllowance();
  const search = useSearchTexts();
  const byLink = useIdentity()?.profile.loginType === 'patientLinkUser';
  // An emailed link leads to questionnaires and to nothing else.
  const first = byLink ? pages.questionnaires : visibleTabs(tabPages, allowance)[0];
  if (first) return <GoTo path={first.path} search={search} />;
  return (
    <>
      <h1>{t('shell.titleStart')}</h1>
      <EmptyState icon={ClipboardList} level={2} title={t('shell.nothingYetTitle')}>
        {t('shell.nothingYetText')}
      </EmptyState>
    </>
  );
}
