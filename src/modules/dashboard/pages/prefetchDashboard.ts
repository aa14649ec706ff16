import { getPreferences, listCareTeam, listContacts, listUpcomingAppointments } from '@portal/api';
import type { Identity } from '../../../data/identity.ts';
import { loadIdentity } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { allowanceOf } from '../../../layout/signedIn/allowance.ts';
import { countQueries, toDosOf } from '../../../layout/signedIn/badges.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { declinedSteps } from '../../../layout/module.ts';
import { loadRule } from '../../../layout/signedIn/useToDoEntries.ts';
import { prefetchNews } from '../../../layout/signedIn/useNews.ts';
import { preferenceInput } from '../../../records/usePreference.ts';
import { upcomingCount } from '../upcomingCount.ts';
import { changedLists } from './changedLists.ts';

/** Loads what the widgets show as soon as it is known which of them the person has. */
export function prefetchDashboard(): void {
  loadIdentity().then(prefetchWidgets, () => undefined);
}

async function prefetchWidgets(identity: Identity): Promise<void> {
  const { profile, patientId } = identity;
  const allowance = allowanceOf(identity, null);
  const { has } = allowance;
  if (!has('Dashboard') || profile.loginType === 'patientLinkUser') return;
  for (const toDo of toDosOf(allowance)) loadRule(toDo).catch(() => undefined);
  prefetch((open) => [
    ...countQueries(open, allowance),
    ...changedLists(allowance).map(({ count }) => queryFor(count, { params: { patientId: open } })),
  ]);
  if (patientId !== null) prefetchNews(patientId, allowance);
  // The counts, which the names of what is new wait for, go out first: over HTTP/1.1 a browser makes six requests at a time.
  await Promise.resolve();
  prefetch((open, userId) => [
    ...toDosOf(allowance).flatMap(({ atServer }) =>
      atServer === null ? [] : [queryFor(atServer.list, { params: { patientId: open } })],
    ),
    ...(has('Dashboard.Appointments')
      ? [queryFor(listUpcomingAppointments, { params: { patientId: open, count: upcomingCount } })]
      : []),
    ...(has('Dashboard.CareTeam') ? [queryFor(listCareTeam, { params: { patientId: open } })] : []),
    ...(has('Dashboard.PersonalContacts') ? [queryFor(listContacts, { params: { patientId: open } })] : []),
    queryFor(getPreferences, preferenceInput(userId, declinedSteps)),
  ]);
}
