import { countNewQuestionnaires, getPatient, type PatientId } from '@portal/api';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { useFacility } from '../data/facility.ts';
import { useActingFor, useIdentity } from '../data/profile.ts';
import { useCall } from '../data/query.ts';
import { useSession } from '../data/session.ts';
import { ActingFor } from '../shell/ActingFor.tsx';
import { FacilityBrand } from '../shell/FacilityBrand.tsx';
import { Footer } from '../shell/Footer.tsx';
import { InstallOffer } from '../shell/InstallOffer.tsx';
import { LanguageChoice } from '../shell/LanguageChoice.tsx';
import { withRail } from '../shell/Navigation.css.ts';
import { Dock, type NavigationEntry, Tabs } from '../shell/Navigation.tsx';
import { barTabs, visibleTabs } from '../shell/tabOrder.ts';
import { OfflineNote } from '../shell/OfflineNote.tsx';
import type { BadgeName } from '../shell/page.ts';
import { useLink } from '../shell/useLink.ts';
import { UserButton } from '../shell/UserButton.tsx';
import { Chip } from '../ui/Chip.tsx';
import { CloudOff } from '../ui/icons.ts';
import { MessageBar } from '../ui/MessageBar.tsx';
import { Page as MainPage } from '../ui/Page.tsx';
import { TopBar } from '../ui/TopBar.tsx';
import { useWords } from '../words/index.ts';
import { NotForYou, useForbiddenPage } from './Forbidden.tsx';
import { modulesOf, tabPages } from './tabPages.ts';

const MenuSheet = lazy(async () => ({ default: (await import('../shell/MenuSheet.tsx')).MenuSheet }));

type Badges = Readonly<Record<BadgeName, number>>;
const noBadges: Badges = { newQuestionnaires: 0 };

/** The tabbed shell around the pages of the modules. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const online = useSession()?.mode === 'online';
  return patientId !== null && online ? <WithCounts patientId={patientId} /> : <Shell badges={noBadges} person={null} />;
}

/** Asks for the counts that the tabs carry; one that is not known is not shown. */
function WithCounts({ patientId }: { patientId: PatientId }): ReactNode {
  const { data } = useCall(countNewQuestionnaires, { params: { patientId } });
  const isOther = useIdentity()?.profile.ids.some(({ idType, value }) => idType === 'PatientContact' && value === patientId) ?? false;
  return <Shell badges={{ newQuestionnaires: data ?? 0 }} person={isOther ? <Represented patientId={patientId} /> : null} />;
}

function Represented({ patientId }: { patientId: PatientId }): ReactNode {
  const { data } = useCall(getPatient, { params: { patientId } });
  return data ? <ActingFor name={`${data.firstName} ${data.lastName}`} /> : null;
}

function Shell({ badges, person }: { badges: Badges; person: ReactNode }): ReactNode {
  const { t } = useWords();
  const link = useLink();
  const facility = useFacility();
  const identity = useIdentity();
  const forbidden = useForbiddenPage();
  const offlineSession = useSession()?.mode === 'offline';
  const offline = useConnection() === 'offline';
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const [installAsked, setInstallAsked] = useState(false);
  const tabs = visibleTabs(tabPages, modulesOf(identity?.capabilities));
  const entryOf = (page: (typeof tabs)[number]): NavigationEntry => ({
    page,
    current: pathname === page.path,
    count: page.tab.badge === null ? 0 : badges[page.tab.badge],
    link: link(page.path).props,
  });
  const entries = tabs.map(entryOf);
  const short = barTabs(tabs).map(entryOf);
  const isNewElsewhere = entries.some(({ page, count }) => count > 0 && !short.some((one) => one.page.path === page.path));
  const name = identity ? `${identity.profile.firstName} ${identity.profile.lastName}` : '';
  const portalName = facility?.facilityPortalName ?? '';
  const askInstall = () => setInstallAsked(true);
  const home = link('/');
  const logOut = link('/logout');

  return (
    <div className={withRail}>
      <TopBar
        brand={<FacilityBrand link={home.props} />}
        wideUtilities={
          <>
            <LanguageChoice />
            <UserButton name={name} onLogOut={logOut.go} onInstall={askInstall} />
          </>
        }
      >
        {offline ? (
          <Chip kind="offline" icon={CloudOff}>
            {t('shell.offline')}
          </Chip>
        ) : null}
      </TopBar>
      <Tabs entries={entries} />
      <MainPage>
        <MessageBar />
        <OfflineNote offline={offline} offlineSession={offlineSession} loginLink={link('/login').props} />
        {person}
        {forbidden ? <NotForYou page={forbidden} /> : <Outlet />}
      </MainPage>
      <Footer facilityName={portalName} />
      <Dock entries={short} somethingNew={isNewElsewhere} menuOpen={menuOpen} onMenu={() => setMenuOpen(true)} />
      {menuOpen ? (
        <Suspense>
          <MenuSheet name={name} entries={entries} logOutLink={logOut.props} onInstall={askInstall} onClose={() => setMenuOpen(false)} />
        </Suspense>
      ) : null}
      <InstallOffer facility={facility?.facilityShortName ?? portalName} asked={installAsked} onClosed={() => setInstallAsked(false)} />
    </div>
  );
}
