import { Navigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIdentity } from '../data/profile.ts';
import { textsOf } from '../shell/search.ts';
import { visibleTabs } from '../shell/tabOrder.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ClipboardList } from '../ui/icons.ts';
import { useWords } from '../words/index.ts';
import { modulesOf, tabPages } from './tabPages.ts';

/** Leads to the first page that the person has; its address stays right when a dashboard comes. */
export function Page(): ReactNode {
  const { t } = useWords();
  const identity = useIdentity();
  const router = useRouter();
  const first = visibleTabs(tabPages, modulesOf(identity?.capabilities))[0];
  if (first) return <Navigate to={first.path} search={textsOf(router.state.location.search)} replace />;
  return (
    <>
      <h1>{t('shell.titleStart')}</h1>
      <EmptyState icon={ClipboardList} title={t('shell.nothingYetTitle')}>
        {t('shell.nothingYetText')}
      </EmptyState>
    </>
  );
}
