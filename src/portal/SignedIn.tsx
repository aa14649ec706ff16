import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { sendAuditEvent } from '@portal/api';
import { failureOf } from '../data/errors.ts';
import { refreshFacility } from '../data/facility.ts';
import { send, whenModuleRefuses } from '../data/http.ts';
import { actingFor, currentProfile, loadIdentity, refreshCapabilities, useIdentity } from '../data/profile.ts';
import { queryClient } from '../data/query.ts';
import { currentSession } from '../data/session.ts';
import { Inactivity } from '../shell/Inactivity.tsx';
import { loginSearch } from '../shell/redirect.ts';
import { textsOf } from '../shell/search.ts';
import { page as pageClass } from '../ui/Page.css.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { mustAcceptTerms } from './afterSignIn.ts';
import { NotForYou, useForbiddenPage } from './Forbidden.tsx';
import { followChange } from './patientChange.ts';

/** Asks who it is at once, beside the download of the page. */
export function load(): void {
  loadIdentity().catch(() => undefined);
}

/** Tells the server that a page was opened, for the person's activity report; a failure is nobody's business here. */
function audit(router: ReturnType<typeof useRouter>): void {
  const event = router.state.matches.findLast((match) => match.staticData.page)?.staticData.page?.auditEvent ?? null;
  const userId = currentProfile()?.userId;
  const patientId = actingFor();
  if (event === null || userId === undefined || patientId === null || currentSession()?.mode !== 'online') return;
  send(sendAuditEvent, { params: { userId }, body: { auditEventType: event, patientId } }).catch(() => undefined);
}

const minute = 60_000;
/** Between two questions that somebody's coming back or a refusal asks. */
const atMostEvery = 2_000;

/** What the facility switches on or off holds without a new sign-in: looked for on coming back, on going on, and after a refusal. */
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
    if (document.visibilityState === 'visible') refresh(atMostEvery);
  };
  // A page of the worker knows the facility as it was when the worker kept it.
  if (navigator.serviceWorker?.controller && currentSession()?.mode === 'online') facility();
  let later: ReturnType<typeof setTimeout> | undefined;
  const stops = [
    whenModuleRefuses(() => {
      if (currentSession()?.mode !== 'online') return;
      // What was asked a moment ago may be older than the refusal: then it is asked again, once.
      void refreshCapabilities(atMostEvery).then((asked) => {
        if (asked) return;
        clearTimeout(later);
        later = setTimeout(() => refresh(0), atMostEvery);
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

/** Everything that needs a person: waits for who it is, sends to the terms, watches for inactivity. */
export function Page(): ReactNode {
  const identity = useIdentity();
  const navigate = useNavigate();
  const router = useRouter();
  const [failure, setFailure] = useState<unknown>(null);
  const forbidden = useForbiddenPage();
  const known = identity !== null;
  const termsOpen = identity !== null && mustAcceptTerms(identity.profile);

  useEffect(() => {
    if (known) return;
    let gone = false;
    loadIdentity().catch((error: unknown) => {
      if (gone || failureOf(error)?.kind === 'sessionEnded') return;
      const { pathname, search } = router.state.location;
      // Without a connection after a reload, what is kept on this device opens with the password, on the login page.
      if (failureOf(error)?.kind === 'offline') void navigate({ to: '/login', search: loginSearch(pathname, textsOf(search)), replace: true });
      else setFailure(error);
    });
    return () => {
      gone = true;
    };
  }, [known, navigate, router]);

  useEffect(() => {
    if (termsOpen) void navigate({ to: '/termsOfUse', search: loginSearch(router.state.location.pathname, textsOf(router.state.location.search)), replace: true });
  }, [termsOpen, navigate, router]);

  useEffect(() => {
    if (!known) return;
    // After a reload as after a sign-in: what waits on this device goes out.
    import('../data/drafts/portal.ts').then(
      ({ startOutbox }) => void startOutbox(),
      () => undefined,
    );
  }, [known]);

  useEffect(() => {
    if (!known) return;
    // A page that is on its way is told of when it is there.
    if (router.state.status === 'idle') audit(router);
    return router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) audit(router);
    });
  }, [known, router]);

  useEffect(() => (known ? followCapabilities(router) : undefined), [known, router]);

  useEffect(() => router.subscribe('onBeforeNavigate', ({ toLocation }) => followChange(toLocation.state)), [router]);

  if (failure !== null) throw failure;
  return (
    <QueryClientProvider client={queryClient}>
      {known && !termsOpen ? (
        <>
          {forbidden?.layout === 'work' ? (
            <main id="main" className={pageClass} tabIndex={-1}>
              <NotForYou page={forbidden} />
            </main>
          ) : (
            <Outlet />
          )}
          <Inactivity />
        </>
      ) : (
        <main id="main" className={pageClass} tabIndex={-1}>
          <Skeleton />
        </main>
      )}
    </QueryClientProvider>
  );
}
