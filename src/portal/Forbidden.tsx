import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIdentity } from '../data/profile.ts';
import type { Page } from '../shell/page.ts';
import { isAllowed } from '../shell/tabOrder.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Lock } from '../ui/icons.ts';
import { ButtonLink } from '../ui/LinkButton.tsx';
import { useWords } from '../words/index.ts';
import { useAllowance } from './tabPages.ts';

/** The page of the moment, when the person or the facility lacks the module it belongs to. */
export function useForbiddenPage(): Page | null {
  const page = useMatches().findLast(({ staticData }) => staticData.page)?.staticData.page;
  const allowance = useAllowance();
  const byLink = useIdentity()?.profile.loginType === 'patientLinkUser';
  if (page === undefined) return null;
  // An emailed link leads to questionnaires and to nothing else; the start page leads there.
  const beyondLink = byLink && page.capability !== 'Questionnaires' && page.path !== '/' && page.path !== '/dashboard';
  return isAllowed(page, allowance) && !beyondLink ? null : page;
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
