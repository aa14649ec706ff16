import { useCallback } from 'react';
import type { Search } from '../../browser/search.ts';
import type { PagePath } from '../module.ts';
import { allPages } from '../routing/pages.ts';
import type { LinkProps } from '../../records/links.ts';
import { useLink } from '../routing/useLink.ts';
import { useAllowance } from './allowance.ts';
import { isAllowed } from './tabOrder.ts';

/** The link to a page if it is built and the person has it; else null, and nothing is shown. */
export function useLinkTo(): (path: PagePath, search?: Search, part?: string) => LinkProps | null {
  const link = useLink();
  const allowance = useAllowance();
  return useCallback(
    (path: PagePath, search?: Search, part?: string) => {
      const page = allPages().find((one) => one.path === path);
      return page !== undefined && isAllowed(page, allowance) ? link(page.path, search, part).props : null;
    },
    [link, allowance],
  );
}
