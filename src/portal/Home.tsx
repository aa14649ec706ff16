import type { PatientId } from '@portal/api';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { useFacility } from '../data/facility.ts';
import { useActingFor, useIdentity } from '../data/profile.ts';
import { makeStale } from '../data/query.ts';
import { useSession } from '../data/session.ts';
import { pages } from '../routes.ts';
import { ActingFor } from '../shell/ActingFor.tsx';
import { actingHead } from '../shell/ActingFor.css.ts';
import { FacilityBrand } from '../shell/FacilityBrand.tsx';
import { Footer } from '../shell/Footer.tsx';
import { InstallOffer } from '../shell/InstallOffer.tsx';
import { LanguageChoice } from '../shell/LanguageChoice.tsx';
import { type MenuEntry, ResourceLinks } from '../shell/Navigation.tsx';
import { barTabs, envelopeOf, menuPages, rowTabs, visibleTabs } from '../shell/tabOrder.ts';
import { OfflineNote } from '../shell/OfflineNote.tsx';
import type { Page as DeclaredPage } from '../shell/page.ts';
import { useLink } from '../shell/useLink.ts';
import { ReducedUserButton, UserButton } from '../shell/UserButton.tsx';
import { initialsOf } from '../ui/Avatar.tsx';
import { Chip } from '../ui/Chip.tsx';
import { Count } from '../ui/Count.tsx';
import { IconLink } from '../ui/IconButton.tsx';
import { CloudOff, Mail } from '../ui/icons.ts';
import { MessageBar } from '../ui/MessageBar.tsx';
import { Dock, type NavigationEntry, Tabs } from '../ui/Navigation.tsx';
import { withRail } from '../ui/Navigation.css.ts';
import { Page as MainPage } from '../ui/Page.tsx';
import { TopBar } from '../ui/TopBar.tsx';
import { formatPersonName, useWords } from '../words/index.ts';
import { badgeCalls, type Badges, noBadges, useBadges } from './badges.ts';
import { NotForYou, useForbiddenPage } from './Forbidden.tsx';
import { usePatientEntries } from './patientChange.ts';
import { RepresentativeRights } from './RepresentativeRights.tsx';
import { tabIcons } from './tabIcons.ts';
import { allPages, tabPages, useAllowance } from './tabPages.ts';

const MenuSheet = lazy(async () => ({ default: (await import('../shell/MenuSheet.tsx')).MenuSheet }));

/** The tabbed shell around the pages of the modules. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const online = useSession()?.mode === 'online';
  return patientId !== null && online ? <WithCounts patientId={patientId} /> : <Shell badges={noBadges} />;
}

function WithCounts({ patientId }: { patientId: PatientId }): ReactNode {
  return <Shell badges={useBadges(patientId)} />;
}

function Shell({ badges }: { badges: Badges }): ReactNode {
  const { t, locale } = useWords();
  const link = useLink();
  const facility = useFacility();
  const identity = useIdentity();
  const allowance = useAllowance();
  const forbidden = useForbiddenPage();
  const offlineSession = useSession()?.mode === 'offline';
  const offline = useConnection() === 'offline';
  const { pathname } = useLocation();
  const patients = usePatientEntries();
  // There it stands under the greeting. What is shown counts, not the address, which is ahead of it while a page is on its way.
  const isDashboard = useMatches().some(({ staticData }) => staticData.page?.path === pages.dashboard.path);
  const [menuOpen, setMenuOpen] = useState(false);
  const [installAsked, setInstallAsked] = useState(false);
  const name = identity ? formatPersonName(locale, identity.profile) : '';
  const initials = identity ? initialsOf(identity.profile.firstName, identity.profile.lastName) : '';
  const portalName = facility?.facilityPortalName ?? '';
  const logOut = link('/logout');
  const offlineChip = offline ? (
    <Chip kind="offline" icon={CloudOff}>
      {t('shell.offline')}
    </Chip>
  ) : null;
  const content = (
    <MainPage>
      <MessageBar />
      <OfflineNote offline={offline} offlineSession={offlineSession} loginLink={link('/login').props} />
      {isDashboard ? null : (
        <div className={actingHead}>
          <ActingFor />
          <RepresentativeRights />
        </div>
      )}
      {forbidden ? <NotForYou page={forbidden} /> : <Outlet />}
    </MainPage>
  );

  if (identity?.profile.loginType === 'patientLinkUser') {
    return (
      <>
        <TopBar brand={<FacilityBrand link={link('/questionnaires').props} />}>
          {offlineChip}
          <ReducedUserButton name={name} initials={initials} onLogOut={logOut.go} />
        </TopBar>
        {content}
        <Footer facilityName={portalName} />
      </>
    );
  }

  const isCurrent = (page: DeclaredPage) => pathname.toLowerCase() === page.path.toLowerCase();
  const countOf = (page: (typeof tabs)[number]) => (page.tab.badge === null ? 0 : badges[page.tab.badge]);
  const entryOf = (page: (typeof tabs)[number]): NavigationEntry => ({
    label: t(page.title),
    shortLabel: t(page.tab.shortLabel),
    icon: tabIcons[page.tab.icon],
    current: isCurrent(page),
    count: countOf(page),
    link: link(page.path).props,
  });
  const menuOf = (menu: NonNullable<DeclaredPage['menu']>): MenuEntry[] =>
    menuPages(allPages, menu, allowance).map((page) => ({ path: page.path, label: t(page.title), current: isCurrent(page), link: link(page.path).props }));
  const tabs = visibleTabs(tabPages, allowance);
  const short = barTabs(tabs);
  const envelope = envelopeOf(tabs);
  const isNewElsewhere = tabs.some((page) => countOf(page) > 0 && page !== envelope && !short.includes(page));
  const menus = { resources: [...menuOf('resources'), ...menuOf('help')], contact: menuOf('contact'), you: menuOf('you') };
  const countWords = (count: number) => t('shell.countNew', { count });
  const askInstall = () => setInstallAsked(true);
  const openMenu = () => {
    setMenuOpen(true);
    // The menu shows the count of messages as it is now (specification 1, section 2).
    const badge = envelope?.tab.badge;
    if (badge) void makeStale([badgeCalls[badge].name]);
  };

  return (
    <div className={withRail}>
      <TopBar
        brand={<FacilityBrand link={link('/').props} />}
        wideUtilities={
          <>
            <ResourceLinks resources={menus.resources} contact={menus.contact} />
            <LanguageChoice />
          </>
        }
        wideEnd={<UserButton name={name} initials={initials} patients={patients} pages={menus.you} onLogOut={logOut.go} onInstall={askInstall} />}
      >
        {offlineChip}
        {envelope ? (
          <IconLink icon={Mail} label={countOf(envelope) > 0 ? t('shell.unread', { title: t(envelope.title), count: countOf(envelope) }) : t(envelope.title)} aria-current={isCurrent(envelope) ? 'page' : undefined} {...link(envelope.path).props}>
            <Count value={countOf(envelope)} hiddenWords="" />
          </IconLink>
        ) : null}
      </TopBar>
      <Tabs label={t('shell.mainNavigation')} moreLabel={t('shell.more')} countWords={countWords} entries={rowTabs(tabs).map(entryOf)} />
      {content}
      <Footer facilityName={portalName} />
      <Dock
        label={t('shell.shortNavigation')}
        menuLabel={t('shell.menu')}
        countWords={countWords}
        entries={short.map(entryOf)}
        somethingNew={isNewElsewhere ? t('shell.somethingNew') : null}
        menuOpen={menuOpen}
        onMenu={openMenu}
      />
      {menuOpen ? (
        <Suspense>
          <MenuSheet
            name={name}
            initials={initials}
            facilityName={portalName}
            patients={patients}
            entries={tabs.map(entryOf)}
            menus={menus}
            logOutLink={logOut.props}
            onInstall={askInstall}
            onClose={() => setMenuOpen(false)}
          />
        </Suspense>
      ) : null}
      <InstallOffer facility={facility?.facilityShortName ?? portalName} asked={installAsked} onClosed={() => setInstallAsked(false)} />
    </div>
  );
}
