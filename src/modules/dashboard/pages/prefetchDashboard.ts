import { type Capability, listCareTeam, listContacts, listUpcomingAppointments } from '@portal/api';
import { hasCapability, loadIdentity } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { countQueries, toDosOf } from '../../../layout/signedIn/badges.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { upcomingCount } from '../upcoming.ts';

/** Asks for what the widgets show as soon as it is known which of them the person has. */
export function prefetchDashboard(): void {
  loadIdentity().then(
    ({ capabilities, profile }) => {
      const has = (capability: Capability) => hasCapability(capability, capabilities);
      if (!has('Dashboard') || profile.loginType === 'patientLinkUser') return;
      for (const { load } of toDosOf({ has })) load().catch(() => undefined);
      prefetch((patientId) => [
        ...toDosOf({ has }).flatMap(({ atServer }) =>
          atServer === null ? [] : [queryFor(atServer.list, { params: { patientId } })],
        ),
        ...(has('Dashboard.Appointments')
          ? [queryFor(listUpcomingAppointments, { params: { patientId, count: upcomingCount } })]
          : []),
        ...(has('Dashboard.CareTeam') ? [queryFor(listCareTeam, { params: { patientId } })] : []),
        ...(has('Dashboard.PersonalContacts') ? [queryFor(listContacts, { params: { patientId } })] : []),
        ...countQueries(patientId, { has, resources: null }),
      ]);
    },
    () => undefined,
  );
}
