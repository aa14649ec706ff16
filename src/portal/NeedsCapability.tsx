import type { ReactNode } from 'react';
import { useIdentity } from '../data/profile.ts';
import type { Page } from '../shell/page.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Lock } from '../ui/icons.ts';
import { ButtonLink } from '../ui/LinkButton.tsx';
import { useWords } from '../words/index.ts';
import { modulesOf } from './tabPages.ts';

/** Shows a page only to a person who has its module; others read why not, with a way on. */
export function NeedsCapability({ page, children }: { page: Page; children: ReactNode }): ReactNode {
  const { t } = useWords();
  const modules = modulesOf(useIdentity()?.capabilities);
  if (page.capability === null || modules.has(page.capability)) return children;
  return (
    <>
      <h1>{t(page.title)}</h1>
      <EmptyState icon={Lock} title={t('shell.notForYouTitle')}>
        {t('shell.notForYouText')}
      </EmptyState>
      <ButtonLink href="/">{t('core.toStart')}</ButtonLink>
    </>
  );
}
