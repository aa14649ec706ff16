import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIdentity } from '../data/profile.ts';
import type { Page } from '../shell/page.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Lock } from '../ui/icons.ts';
import { ButtonLink } from '../ui/LinkButton.tsx';
import { useWords } from '../words/index.ts';
import { modulesOf } from './tabPages.ts';

/** The page of the moment, when the person lacks the module it belongs to. */
export function useForbiddenPage(): Page | null {
  const page = useMatches().findLast(({ staticData }) => staticData.page)?.staticData.page;
  const modules = modulesOf(useIdentity()?.capabilities);
  return page === undefined || page.capability === null || modules.has(page.capability) ? null : page;
}

/** Says why a page is not there, with a way on. */
export function NotForYou({ page }: { page: Page }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <h1>{t(page.title)}</h1>
      <EmptyState icon={Lock} level={2} title={t('shell.notForYouTitle')} action={<ButtonLink href="/">{t('core.toStart')}</ButtonLink>}>
        {t('shell.notForYouText')}
      </EmptyState>
    </>
  );
}
