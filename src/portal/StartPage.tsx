import type { ReactNode } from 'react';
import { GoTo } from '../shell/GoTo.tsx';
import { visibleTabs } from '../shell/tabOrder.ts';
import { useSearchTexts } from '../shell/useSearchTexts.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ClipboardList } from '../ui/icons.ts';
import { useWords } from '../words/index.ts';
import { tabPages, useAllowance } from './tabPages.ts';

/** Leads to the first page that the person has; its address stays right when a dashboard comes. */
export function Page(): ReactNode {
  const { t } = useWords();
  const allowance = useAllowance();
  const search = useSearchTexts();
  const first = visibleTabs(tabPages, allowance)[0];
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
