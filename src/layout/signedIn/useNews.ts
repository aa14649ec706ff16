import type { PatientId } from '@portal/api';
import { useEffect, useState } from 'react';
import { useFacility } from '../../data/facility.ts';
import { queryClient, queryFor, useCalls } from '../../data/query/query.ts';
import { currentSession } from '../../data/session.ts';
import { useNow } from '../../data/useNow.ts';
import { useWords } from '../../words/index.ts';
import type { NewsItem, NewsRules, DeclaredPage } from '../module.ts';
import { allPages } from '../routing/pages.ts';
import { useAllowance } from './allowance.ts';
import { useCountsOfTabs } from './badges.ts';
import { type Allowance, type TabPage, visibleTabs } from './tabOrder.ts';

/** What is new on one page: how many, and their names once they are loaded. */
interface PageNews {
  readonly page: TabPage<ReturnType<typeof allPages>[number]>;
  readonly count: number;
  readonly items: readonly NewsItem[];
  /** Their names are on the way. */
  readonly isNaming: boolean;
}

const namedOf = (page: DeclaredPage) => page.tab?.badge?.news?.named;
type Named = NonNullable<ReturnType<typeof namedOf>>;

/** The rules that have been loaded, so that a page which is drawn after them shows the names at once. */
const loadedRules = new WeakMap<Named, NewsRules>();

async function loadRules(named: Named): Promise<NewsRules> {
  const rules = await named.load();
  loadedRules.set(named, rules);
  return rules;
}

/** Loads the names of what is new beside the page's download, where a count says that there is something. */
export function prefetchNews(patientId: PatientId, allowance: Allowance): void {
  if (currentSession()?.mode !== 'online') return;
  for (const page of visibleTabs(allPages(), allowance)) {
    const { badge } = page.tab;
    const named = namedOf(page);
    if (badge === null || named === undefined) continue;
    queryClient.fetchQuery(queryFor(badge.call, { params: { patientId } })).then(
      (count) => {
        if (count === 0) return;
        loadRules(named).catch(() => undefined);
        void queryClient.prefetchQuery(queryFor(named.list, { params: { patientId } }));
      },
      () => undefined,
    );
  }
}

/** What is new for a patient, page by page. The names are loaded only where a count says that there is something. */
export function useNews(patientId: PatientId): readonly PageNews[] {
  const { t, locale } = useWords();
  const allowance = useAllowance();
  const counts = useCountsOfTabs(patientId);
  const now = useNow();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const pages = visibleTabs(allPages(), allowance).filter(
    (page) => page.tab.badge !== null && page.tab.badge.news !== null && counts(page) > 0,
  );
  const named = pages.flatMap((page) => {
    const rule = namedOf(page);
    return rule === undefined ? [] : [{ page, named: rule }];
  });
  const [rules, setRules] = useState<ReadonlyMap<string, NewsRules | null>>(new Map());
  const missing = named.filter((one) => !rules.has(one.page.path) && !loadedRules.has(one.named));
  const missingPaths = missing.map(({ page }) => page.path).join(' ');
  useEffect(() => {
    let isGone = false;
    for (const { page, named: rule } of missing) {
      const keep = (loaded: NewsRules | null) => {
        if (!isGone) setRules((last) => new Map(last).set(page.path, loaded));
      };
      // Without the names Home says how many are new.
      loadRules(rule).then(keep, () => keep(null));
    }
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- made of the paths alone
  }, [missingPaths]);
  const answers = useCalls(
    named.map((one) => one.named.list),
    { params: { patientId } },
  );
  return pages.map((page) => {
    const at = named.findIndex((one) => one.page.path === page.path);
    const { data: answer, isPending = false } = answers[at] ?? {};
    const loaded = named[at] && loadedRules.get(named[at].named);
    const rule = loaded ?? rules.get(page.path);
    const items = answer === undefined || !rule ? [] : rule.newItems(answer, { t, locale, now, timeZone }, patientId);
    return {
      page,
      count: counts(page),
      items,
      isNaming: at !== -1 && rule !== null && (isPending || rule === undefined),
    };
  });
}
