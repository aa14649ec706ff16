import type { Capability, Facility, SectionRight } from '@portal/api';
import type { DeclaredPage } from '../module.ts';

export type TabPage<P extends DeclaredPage = DeclaredPage> = P & { readonly tab: NonNullable<P['tab']> };

/** What decides whether a person has a page: their capabilities, their rights and what their facility has switched on. */
export interface Allowance {
  readonly has: (capability: Capability) => boolean;
  readonly may: (right: SectionRight) => boolean;
  readonly resources: Facility['resources'] | null;
}

/** The module that is always first in the bottom bar, and the order in which the others are added (visual language, section 4). */
const barOrders = [1, 5, 6, 7, 2, 3, 4];
const dashboardOrder = 0;
const envelopeOrder = 8;

export const isAllowed = ({ capability, right, resource }: DeclaredPage, { has, may, resources }: Allowance): boolean =>
  (capability === null || has(capability)) &&
  (right === undefined || may(right)) &&
  (resource === undefined || resources?.[resource] === true);

/** Pages with a tab that the person may see, in the specification's fixed order. */
export function visibleTabs<P extends DeclaredPage>(pages: readonly P[], allowance: Allowance): TabPage<P>[] {
  const tabs = pages.filter(
    (page): page is TabPage<P> =>
      page.tab !== undefined &&
      isAllowed(page, allowance) &&
      (page.tab.capability === undefined || allowance.has(page.tab.capability)),
  );
  return tabs.toSorted((one, other) => one.tab.order - other.tab.order);
}

/** Pages of a menu that the person may see, in the order of their declarations. */
export const menuPages = <P extends DeclaredPage>(
  pages: readonly P[],
  menu: NonNullable<DeclaredPage['menu']>,
  allowance: Allowance,
): P[] => pages.filter((page) => page.menu === menu && isAllowed(page, allowance));

/** Secure messages are an envelope in the top bar, not a tab. */
export const envelopeOf = <P extends DeclaredPage>(tabs: readonly TabPage<P>[]): TabPage<P> | null =>
  tabs.find(({ tab }) => tab.order === envelopeOrder) ?? null;

/** The text tabs of the wide windows: all but the envelope. */
export const rowTabs = <P extends DeclaredPage>(tabs: readonly TabPage<P>[]): TabPage<P>[] =>
  tabs.filter(({ tab }) => tab.order !== envelopeOrder);

/** What the bottom bar shows besides Menu: the dashboard and the first three available, in the fixed order; never the envelope. */
export function barTabs<P extends DeclaredPage>(tabs: readonly TabPage<P>[]): TabPage<P>[] {
  const dashboard = tabs.filter(({ tab }) => tab.order === dashboardOrder);
  const chosen = barOrders.flatMap((order) => tabs.filter(({ tab }) => tab.order === order)).slice(0, 3);
  return [...dashboard, ...chosen].toSorted((one, other) => one.tab.order - other.tab.order);
}
