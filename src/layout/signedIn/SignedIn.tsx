import { Outlet, useRouter } from '@tanstack/react-router';
import { useNavigate } from '../routing/useNavigate.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { untilStopped } from '../../browser/untilStopped.ts';
import { useConnection } from '../../data/connection.ts';
import { useAlertNews } from '../../data/drafts/alertNews.ts';
import { failureOf } from '../../data/errors.ts';
import { useOfflineCopyNews } from '../../data/keptRecords/offlineCopyNews.ts';
import { refreshFacility } from '../../data/facility.ts';
import { whenModuleRefuses, whenTermsRequired } from '../../data/http.ts';
import { currentIdentity, loadIdentity, onRecordClosed, refreshCapabilities, useIdentity } from '../../data/profile.ts';
import { afterAnswers } from '../../data/query/afterAnswers.ts';
import { queryClient } from '../../data/query/query.ts';
import { currentSession } from '../../data/session.ts';
import { Inactivity } from './Inactivity.tsx';
import { loginSearch } from '../routing/redirect.ts';
import { anyOpenWork } from '../../browser/openWork.ts';
import { textsOf } from '../../browser/search.ts';
import { page as pageClass } from '../../ui/Page.css.ts';
import { NoticeOnEveryPage } from '../../ui/MessageBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showMessage } from '../../words/index.ts';
import { mustAcceptTerms } from '../session/afterSignIn.ts';
import { auditPage } from '../session/auditPage.ts';
import { isForbidden, NotForYou, useForbiddenPage } from './Forbidden.tsx';
import { PatientOfPage } from './WorkPatient.tsx';
import { SignInToSend } from './SignInToSend.tsx';
import { followChange } from './patientChange.ts';

const KeptRecordsNotice = lazy(async () => ({ default: (await import('./KeptRecordsNotice.tsx')).KeptRecordsNotice }));

const AlertNews = lazy(async () => ({ default: (await import('./AlertNews.tsx')).AlertNews }));

/** What shows above every page for as long as it is true. */
function Notices(): ReactNode {
  const news = useOfflineCopyNews();
  const alerts = useAlertNews();
  return (
    <>
      {alerts.length === 0 ? null : (
        <Suspense fallback={null}>
          <AlertNews news={alerts} />
        </Suspense>
      )}
      <SignInToSend />
      {news === null ? null : (
        <Suspense fallback={null}>
          <KeptRecordsNotice news={news} />
        </Suspense>
      )}
    </>
  );
}
/** One element for all renders. */
const notices = <Notices />;

/** Starts loading the profile while the page is being downloaded. */
export function load(): void {
  loadIdentity().catch(() => undefined);
}

/** Sends the audit event of the current page. A page that was refused or that waits behind the terms counts as not opened. */
function auditCurrentPage(router: ReturnType<typeof useRouter>): void {
  const page = router.state.matches.findLast((match) => match.staticData.page)?.staticData.page;
  const identity = currentIdentity();
  if (page === undefined || identity === null || mustAcceptTerms(identity.profile) || isForbidden(page, identity))
    return;
  auditPage(page.auditEvent);
}

const minute = 60_000;
/** Milliseconds between two refreshes after a return to the window or a refusal. */
const refreshPauseMs = 2_000;

/** Follows what the facility switches on or off: refreshes on a return to the window, on a change of route and after a refusal. */
function followCapabilities(router: ReturnType<typeof useRouter>): () => void {
  let facilityAt = performance.now();
  const facility = () => {
    facilityAt = performance.now();
    refreshFacility().catch(() => undefined);
  };
  const refresh = (age: number) => {
    if (currentSession()?.mode !== 'online') return;
    void refreshCapabilities(age);
    if (performance.now() - facilityAt >= minute) facility();
  };
  const back = () => {
    if (document.visibilityState === 'visible') refresh(refreshPauseMs);
  };
  // A page from the service worker has the facility as of when the page was stored.
  if (navigator.serviceWorker?.controller && currentSession()?.mode === 'online') facility();
  let later: ReturnType<typeof setTimeout> | undefined;
  // Only a newly loaded profile tells the guard, which leads to the terms; what is being filled in is not taken away.
  const toTerms = () => void loadIdentity(true).catch(() => undefined);
  const stops = [
    // Runs after the refused call's own message, which has no button.
    whenTermsRequired(() => setTimeout(() => (anyOpenWork() ? showMessage('termsRequired', {}, toTerms) : toTerms()))),
    whenModuleRefuses(() => {
      if (currentSession()?.mode !== 'online') return;
      // A refresh that began before the refusal may be outdated, so there is one more.
      void refreshCapabilities(refreshPauseMs).then((asked) => {
        if (asked) return;
        clearTimeout(later);
        later = setTimeout(() => refresh(0), refreshPauseMs);
      });
    }),
    router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) refresh(minute);
    }),
  ];
  document.addEventListener('visibilitychange', back);
  window.addEventListener('focus', back);
  return () => {
    clearTimeout(later);
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', back);
    window.removeEventListener('focus', back);
  };
}

/** Around all pages that need a session: waits for the profile, sends to the terms, watches for inactivity. */
export function Page(): ReactNode {
  const identity = useIdentity();
  const navigate = useNavigate();
  const router = useRouter();
  const [failure, setFailure] = useState<unknown>(null);
  const forbidden = useForbiddenPage();
  const offline = useConnection() === 'offline';
  const known = identity !== null;
  const termsOpen = identity !== null && mustAcceptTerms(identity.profile);

  useEffect(() => {
    if (known) return undefined;
    const failed = (error: unknown): void => {
      if (failureOf(error)?.kind === 'sessionEnded') return;
      const { pathname, search } = router.state.location;
      // After a reload without a connection, the login page unlocks the offline copy with the password.
      if (failureOf(error)?.kind === 'offline')
        void navigate({ to: '/login', search: loginSearch(pathname, textsOf(search)), replace: true });
      else setFailure(error);
    };
    return untilStopped(loadIdentity(), () => undefined, failed);
  }, [known, navigate, router]);

  useEffect(() => {
    if (termsOpen)
      void navigate({
        to: '/termsOfUse',
        search: loginSearch(router.state.location.pathname, textsOf(router.state.location.search)),
        replace: true,
      });
  }, [termsOpen, navigate, router]);

  useEffect(() => {
    if (!known) return undefined;
    return afterAnswers(() => {
      // Unsent answers on this device are also sent after a reload.
      import('../../data/outbox/outbox.ts').then(
        ({ startOutbox }) => void startOutbox(),
        () => undefined,
      );
      // Every device stores how to reach the facility, because that is most useful without a connection.
      import('../session/keepContacts.ts').then(
        ({ keepContacts }) => keepContacts().catch(() => undefined),
        () => undefined,
      );
      // If the person wants an offline copy, this device stores what they can read.
      import('../session/keepRecords.ts').then(
        ({ startKeepingRecords }) => startKeepingRecords(),
        () => undefined,
      );
    });
  }, [known]);

  useEffect(() => {
    if (!known) return;
    // While a page is loading, its audit event is sent once it is shown.
    if (router.state.status === 'idle') auditCurrentPage(router);
    return router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) auditCurrentPage(router);
    });
  }, [known, router]);

  useEffect(() => (known ? followCapabilities(router) : undefined), [known, router]);

  useEffect(
    () =>
      // Open work belongs to the closed record and cannot be saved any more, so nothing is asked.
      onRecordClosed(() => void router.navigate({ to: '/', search: {}, replace: true, ignoreBlocker: true })),
    [router],
  );

  useEffect(() => router.subscribe('onBeforeNavigate', ({ toLocation }) => followChange(toLocation.state)), [router]);

  if (failure !== null) throw failure;
  return (
    <QueryClientProvider client={queryClient}>
      {known && !termsOpen ? (
        <NoticeOnEveryPage value={notices}>
          {forbidden?.layout === 'work' ? (
            <main id="main" className={pageClass} tabIndex={-1}>
              <PatientOfPage />
              <NotForYou page={forbidden} />
            </main>
          ) : (
            <Outlet />
          )}
          <Inactivity />
        </NoticeOnEveryPage>
      ) : (
        <main id="main" className={pageClass} tabIndex={-1}>
          {/* Without a connection the sign-in page follows, which unlocks the offline copy. */}
          {offline ? null : <Skeleton />}
        </main>
      )}
    </QueryClientProvider>
  );
}
