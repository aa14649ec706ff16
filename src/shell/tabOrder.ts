import type { Page } from './page.ts';

export type TabPage<P extends Page = Page> = P & { readonly tab: NonNullable<P['tab']> };

/** The module that always leads the bottom bar, and the order in which the others are taken into it (visual language, section 4). */
const barOrders = [1, 5, 6, 7, 2, 3, 4];
const dashboardOrder = 0;

/** Pages with a tab that the person may see, in the specification's fixed order. */
export function visibleTabs<P extends Page>(pages: readonly P[], modules: ReadonlySet<string>): TabPage<P>[] {
  const tabs = pages.filter((page): page is TabPage<P> => page.tab !== null && (page.capability === null || modules.has(page.capability)));
  return tabs.toSorted((one, other) => one.tab.order - other.tab.order);
}

/**
 * What the bottom bar shows besides Menu: the dashboard and the first three available, in the fixed order. Secure messages
 * (order 8) have their envelope in the top bar instead.
 */
export function barTabs<P extends Page>(tabs: readonly TabPage<P>[]): TabPage<P>[] {
  const dashboard = tabs.filter(({ tab }) => tab.order === dashboardOrder);
  const chosen = barOrders.flatMap((order) => tabs.filter(({ tab }) => tab.order === order)).slice(0, 3);
  return [...dashboard, ...chosen].toSorted((one, other) => one.tab.order - other.tab.order);
}
