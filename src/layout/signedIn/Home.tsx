import type { PatientId } from '@portal/api';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { requestInstall, isInstalled } from '../../browser/install.ts';
import { useConnection, useIsFacilityDown } from '../../data/connection.ts';
import { useSession } from '../../data/session.ts';
import { useFacility } from '../../data/facility.ts';
import { useActingFor, useIdentity } from '../../data/profile.ts';
import { invalidate } from '../../data/query/query.ts';
import { PatientChoice } from './PatientChoice.tsx';
import { actingHead } from './PatientChoice.css.ts';
import { FacilityBrand } from '../gate/FacilityBrand.tsx';
import { Footer, ReducedFooter } from './Footer.tsx';
import { InstallOffer } from './InstallOffer.tsx';
import { LanguageChoice } from '../gate/LanguageChoice.tsx';
import { type MenuEntry, ResourceLinks } from './Navigation.tsx';
import { barTabs, envelopeOf, menuPages, rowTabs, visibleTabs } from './tabOrder.ts';
import { OfflineNote } from './OfflineNote.tsx';
import type { DeclaredPage } from '../module.ts';
import { useLink } from '../routing/useLink.ts';
import { ReducedUserButton, UserButton } from './UserButton.tsx';
import { initialsOf } from '../../ui/Avatar.tsx';
import { WhatOpensNow } from '../../records/kept/NotKept.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Count } from '../../ui/Count.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { CloudOff } from '../../ui/icons.ts';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Dock, type NavigationEntry, Tabs } from '../../ui/Navigation.tsx';
import { withRail } from '../../ui/Navigation.css.ts';
import { Page as MainPage } from '../../ui/Page.tsx';
import { TopBar } from '../../ui/TopBar.tsx';
import { formatPersonName, useWords } from '../../words/index.ts';
import { useAppBadge } from './appBadge.ts';
import { type TabCounts, noCounts, useCountsOfTabs } from './badges.ts';
import { NotForYou, useForbiddenPage } from './Forbidden.tsx';
import { usePatientEntries } from './patientChange.ts';
import { RepresentativeRights } from './RepresentativeRights.tsx';
import { allPages } from '../routing/pages.ts';
import { useAllowance } from './allowance.ts';

/** Loaded separately, because it needs the code for drafts. Without it the server's numbers are shown. */
const UncountedToDos = lazy(async () => {
  const found = await import('./UncountedToDos.tsx').catch(() => null);
  return { default: found?.UncountedToDos ?? (() => null) };
});
const OfflinePages = lazy(async () => ({ default: (await import('./OfflinePages.tsx')).OfflinePages }));
/** One element for all renders. */
const keptPages = (
  <Suspense fallback={null}>
    <OfflinePages />
  </Suspense>
);
/** Loaded after everything else, and only if the question may be asked. */
const KeepRecordsPrompt = lazy(async () => {
  const found = await import('./KeepRecordsPrompt.tsx').catch(() => null);
  return { default: found?.KeepRecordsPrompt ?? (() => null) };
});
const MenuSheet = lazy(async () => ({ default: (await import('../dialogs/MenuSheet.tsx')).MenuSheet }));

/** The navigation around the pages of the modules. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const session = useSession();
  // A person who came by an emailed link has no tabs that could show a count.
  const counts = session?.mode === 'online' && session.loginType !== 'patientLinkUser';
  return patientId !== null && counts ? <WithCounts patientId={patientId} /> : <Shell counts={noCounts} />;
}

function WithCounts({ patientId }: { patientId: PatientId }): ReactNode {
  const counted = useCountsOfTabs(patientId);
  const [uncounted, setUncounted] = useState(0);
  const counts: TabCounts = (page) => counted(page) + (page.tab?.countsToDo ? uncounted : 0);
  const home = allPages().find(({ tab }) => tab?.countsToDo);
  useAppBadge(home === undefined ? 0 : counts(home));
  return (
    <>
      <Shell counts={counts} />
      <Suspense fallback={null}>
        <UncountedToDos key={patientId} patientId={patientId} onCount={setUncounted} />
      </Suspense>
    </>
  );
}

function Shell({ counts }: { counts: TabCounts }): ReactNode {
  const { t, locale } = useWords();
  const link = useLink();
  const facility = useFacility();
  const identity = useIdentity();
  const allowance = useAllowance();
  const forbidden = useForbiddenPage();
  const offline = useConnection() === 'offline';
  const isDown = useIsFacilityDown();
  const { pathname } = useLocation();
  const patients = usePatientEntries();
  // Read from the matched routes, because the address changes before its page is shown.
  const pageNamesPatient = useMatches().some(({ staticData }) => staticData.page?.namesPatient);
  const [menuOpen, setMenuOpen] = useState(false);
  const name = identity ? formatPersonName(locale, identity.profile) : '';
  const initials = identity ? initialsOf(identity.profile.firstName, identity.profile.lastName) : '';
  const portalName = facility?.facilityPortalName ?? '';
  const logOut = link('/logout');
  const offlineChip = offline ? (
    <Chip kind="offline" icon={CloudOff}>
      {t(isDown ? 'core.noAnswer' : 'layout.offline')}
    </Chip>
  ) : null;
  const tabs = visibleTabs(allPages(), allowance);
  const isFirstPage = tabs[0]?.path.toLowerCase() === pathname.toLowerCase();
  const content = (
    <MainPage>
      {/* A reminder is shown on the first page, not above a page that somebody has opened for a purpose. */}
      <MessageBar {...(isFirstPage ? {} : { without: 'confirmEmailRequired' })} />
      <OfflineNote offline={offline} />
      {pageNamesPatient ? null : (
        <div className={actingHead}>
          <PatientChoice patients={patients} rights={<RepresentativeRights />} />
        </div>
      )}
      <WhatOpensNow value={keptPages}>{forbidden ? <NotForYou page={forbidden} /> : <Outlet />}</WhatOpensNow>
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
        <ReducedFooter />
      </>
    );
  }

  const isCurrent = (page: DeclaredPage) => pathname.toLowerCase() === page.path.toLowerCase();
  const entryOf = (page: (typeof tabs)[number]): NavigationEntry => ({
    label: t(page.title),
    shortLabel: t(page.tab.shortLabel),
    icon: page.tab.icon,
    current: isCurrent(page),
    count: counts(page),
    countWords: t(page.tab.countsToDo ? 'layout.countToDo' : (page.tab.badge?.words ?? 'layout.countNew'), {
      count: counts(page),
    }),
    link: link(page.path).props,
  });
  const menuOf = (menu: NonNullable<DeclaredPage['menu']>): MenuEntry[] =>
    menuPages(allPages(), menu, allowance).map((page) => ({
      path: page.path,
      label: t(page.title),
      current: isCurrent(page),
      link: link(page.path).props,
    }));
  const short = barTabs(tabs);
  const envelope = envelopeOf(tabs);
  const isNewElsewhere = tabs.some((page) => counts(page) > 0 && page !== envelope && !short.includes(page));
  const menus = {
    resources: [...menuOf('resources'), ...menuOf('help')],
    contact: menuOf('contact'),
    you: menuOf('you'),
  };
  const countWords = (count: number) => t('layout.countNew', { count });
  const openMenu = () => {
    setMenuOpen(true);
    // The menu shows the count of messages as it is now (specification 1, section 2).
    const badge = envelope?.tab.badge;
    if (badge) void invalidate(badge.call);
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
        wideEnd={
          <UserButton
            name={name}
            initials={initials}
            patients={patients}
            pages={menus.you}
            onLogOut={logOut.go}
            onInstall={requestInstall}
          />
        }
      >
        {offlineChip}
        {envelope ? (
          <IconLink
            icon={envelope.tab.icon}
            label={
              counts(envelope) > 0
                ? t('layout.unread', { title: t(envelope.title), count: counts(envelope) })
                : t(envelope.title)
            }
            aria-current={isCurrent(envelope) ? 'page' : undefined}
            {...link(envelope.path).props}
          >
            <Count value={counts(envelope)} hiddenWords="" />
          </IconLink>
        ) : null}
      </TopBar>
      <Tabs
        label={t('layout.mainNavigation')}
        moreLabel={t('layout.more')}
        countWords={countWords}
        entries={rowTabs(tabs).map(entryOf)}
      />
      {content}
      <Footer />
      <Dock
        label={t('layout.shortNavigation')}
        menuLabel={t('layout.menu')}
        countWords={countWords}
        entries={short.map(entryOf)}
        somethingNew={isNewElsewhere ? t('layout.somethingNew') : null}
        menuOpen={menuOpen}
        onMenu={openMenu}
      />
      {menuOpen ? (
        <Suspense>
          <MenuSheet
            name={name}
            initials={initials}
            patients={patients}
            entries={tabs.map(entryOf)}
            menus={menus}
            logOutLink={logOut.props}
            onInstall={requestInstall}
            onClose={() => setMenuOpen(false)}
          />
        </Suspense>
      ) : null}
      <InstallOffer facility={facility?.facilityShortName ?? portalName} />
      {isInstalled() ? (
        <Suspense fallback={null}>
          <KeepRecordsPrompt />
        </Suspense>
      ) : null}
    </div>
  );
}
