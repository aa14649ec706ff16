import { listCareTeam, listContacts, listUpcomingAppointments, type PatientId, type UserProfile } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { hasCapability, loadIdentity, useActingFor, useIdentity, useRepresented } from '../data/profile.ts';
import { queryFor } from '../data/query.ts';
import { Dashboard, type News } from '../features/dashboard/Dashboard.tsx';
import { upcomingCount } from '../features/dashboard/upcoming.ts';
import type { WayTo } from '../features/dashboard/ways.ts';
import { isAllowed, visibleTabs } from '../shell/tabOrder.ts';
import type { BadgeName } from '../shell/page.ts';
import { PatientChoice } from '../shell/PatientChoice.tsx';
import { useLink } from '../shell/useLink.ts';
import { formatPersonName, type MessageKey, useWords } from '../words/index.ts';
import { askAhead } from './askAhead.ts';
import { badgesAhead, useBadges } from './badges.ts';
import { usePatientEntries } from './patientChange.ts';
import { Page as StartPage } from './StartPage.tsx';
import { tabIcons } from './tabIcons.ts';
import { allPages, tabPages, useAllowance } from './tabPages.ts';
import { PrintHead } from './PrintHead.tsx';
import { RepresentativeRights } from './RepresentativeRights.tsx';

/** How a count of the navigation is told under "New for you". */
const newsTexts: Readonly<Record<BadgeName, { readonly title: MessageKey; readonly sub: MessageKey }>> = {
  newQuestionnaires: { title: 'dashboard.newQuestionnaires', sub: 'dashboard.newQuestionnairesText' },
  unreadEducation: { title: 'dashboard.newEducation', sub: 'dashboard.newEducationText' },
};

/** Asks for what the widgets show as soon as it is known which of them the person has. */
export function load(): void {
  loadIdentity().then(
    ({ capabilities, profile }) => {
      const has = (capability: string) => hasCapability(capability, capabilities);
      if (!has('Dashboard') || profile.loginType === 'patientLinkUser') return;
      askAhead((patientId) => [
        ...(has('Dashboard.Appointments') ? [queryFor(listUpcomingAppointments, { params: { patientId, count: upcomingCount } })] : []),
        ...(has('Dashboard.CareTeam') ? [queryFor(listCareTeam, { params: { patientId } })] : []),
        ...(has('Dashboard.PersonalContacts') ? [queryFor(listContacts, { params: { patientId } })] : []),
        ...badgesAhead(patientId, has),
      ]);
    },
    () => undefined,
  );
}

/** The dashboard; whoever does not have it is led to the first page they have. */
export function Page(): ReactNode {
  const identity = useIdentity();
  const patientId = useActingFor();
  const { has } = useAllowance();
  if (identity === null || patientId === null || !has('Dashboard') || identity.profile.loginType === 'patientLinkUser') return <StartPage />;
  return <OwnDashboard profile={identity.profile} patientId={patientId} />;
}

/** The rule for every link of the dashboard: there is one where the page is built and the person has it. */
function useWayTo(): WayTo {
  const link = useLink();
  const allowance = useAllowance();
  return useCallback(
    (path, search) => {
      const page = allPages.find((one) => one.path === path);
      return page !== undefined && isAllowed(page, allowance) ? link(path, search).props : null;
    },
    [link, allowance],
  );
}

function OwnDashboard({ profile, patientId }: { profile: UserProfile; patientId: PatientId }): ReactNode {
  const { t, locale } = useWords();
  const patient = useRepresented();
  const patients = usePatientEntries();
  const allowance = useAllowance();
  const wayTo = useWayTo();
  const badges = useBadges(patientId);
  const news = visibleTabs(tabPages, allowance).flatMap(({ path, tab: { badge, icon } }): News[] => {
    const way = wayTo(path);
    if (badge === null || badges[badge] === 0 || way === null) return [];
    const { title, sub } = newsTexts[badge];
    return [{ key: badge, icon: tabIcons[icon], title: t(title, { count: badges[badge] }), sub: t(sub), way }];
  });
  return (
    <>
      <PrintHead />
      <Dashboard patientId={patientId} firstName={profile.firstName} shownFor={patient === null ? null : formatPersonName(locale, patient)} acting={<PatientChoice patients={patients} rights={<RepresentativeRights />} />} has={(detail) => allowance.has(`Dashboard.${detail}`)} wayTo={wayTo} news={news} />
    </>
  );
}
