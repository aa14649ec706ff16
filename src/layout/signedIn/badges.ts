import type { PatientId } from '@portal/api';
import { queryFor, useCounts } from '../../data/query/query.ts';
import { useSession } from '../../data/session.ts';
import type { CountCall, DeclaredPage, ToDo } from '../module.ts';
import { allPages, allToDos } from '../routing/pages.ts';
import { useAllowance } from './allowance.ts';
import { type Allowance, visibleTabs } from './tabOrder.ts';

/** The number on a tab; 0 when it is not known. */
export type TabCounts = (page: DeclaredPage) => number;
export const noCounts: TabCounts = () => 0;

/** What the person's modules have put under "To do", if the person may do it. */
export const toDosOf = ({ has, may }: Pick<Allowance, 'has' | 'may'>): readonly ToDo[] =>
  allToDos().filter(({ capability, right }) => has(capability) && (right === undefined || may(right)));

/** Every call that counts something for this person, once. */
const countedCalls = (allowance: Allowance): readonly CountCall[] => {
  const ofTabs = visibleTabs(allPages(), allowance).flatMap(({ tab: { badge } }) => badge?.call ?? []);
  return [
    ...new Map(
      [...ofTabs, ...toDosOf(allowance).flatMap(({ atServer }) => atServer?.count ?? [])].map((call) => [
        call.name,
        call,
      ]),
    ).values(),
  ];
};

/** The queries of the counts, for pages that the person has, to be prefetched beside a page's download. */
export const countQueries = (patientId: PatientId, allowance: Allowance) =>
  countedCalls(allowance).map((call) => queryFor(call, { params: { patientId } }));

/** The counts of the tabs; components that show them share one query. Nothing is loaded for a page that the person lacks. */
export function useCountsOfTabs(patientId: PatientId): TabCounts {
  const allowance = useAllowance();
  const isOnline = useSession()?.mode === 'online';
  const calls = countedCalls(allowance);
  const counts = useCounts(calls, { params: { patientId } }, { enabled: isOnline });
  const countOf = ({ name }: Pick<CountCall, 'name'>) => counts[calls.findIndex((call) => call.name === name)] ?? 0;
  return ({ tab }) =>
    tab?.countsToDo
      ? toDosOf(allowance).reduce((sum, { atServer }) => sum + (atServer === null ? 0 : countOf(atServer.count)), 0)
      : tab?.badge
        ? countOf(tab.badge.call)
        : 0;
}
