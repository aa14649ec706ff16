import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { setTitle } from '../../browser/title.ts';
import { hasCapability, loadIdentity, mayDo, useIdentity } from '../../data/profile.ts';
import { currentSession, onSessionEnd } from '../../data/session.ts';
import { SkipLink } from '../../ui/SkipLink.tsx';
import { AfterFirstPaint } from '../gate/AfterFirstPaint.tsx';
import { noteStandalonePage } from './standaloneShown.ts';
import { loadSessionRuntime } from '../session/loadSessionRuntime.ts';
import type { StandalonePageProps } from '../module.ts';
import type { StandaloneRoutingProps } from './StandaloneRouting.tsx';

/** Milliseconds after which the router is loaded even though the page has not shown anything yet. */
const routerTimeoutMs = 4_000;

export interface StandalonePage {
  /** True where something else must be shown (the terms, a missing capability, no session), which the router does. */
  readonly isLeftToRouter: boolean;
  /** Loads the router; called when the page is on the screen. */
  readonly loadRouter: () => void;
  /** The parts around the page. */
  readonly frame: (content: ReactNode) => ReactNode;
}

/**
 * A page that is shown with a session before the router has loaded. `canShow`: its address is complete. `staysHere`: asks before Back and
 * Forward leave the page; true when the person stays.
 */
export function useStandalonePage(
  { page, enter }: StandalonePageProps,
  canShow: boolean,
  staysHere: () => Promise<boolean>,
): StandalonePage {
  const identity = useIdentity();
  const [isNobody] = useState(() => currentSession() === null);
  const [Routing, setRouting] = useState<ComponentType<StandaloneRoutingProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isAsked = useRef(false);

  const isLeftToRouter =
    !canShow ||
    isNobody ||
    (identity !== null &&
      (!identity.profile.isEulaAccepted ||
        (page.capability !== null && !hasCapability(page.capability, identity.capabilities)) ||
        (page.right !== undefined && !mayDo(identity, page.right))));
  useEffect(() => {
    if (isLeftToRouter) void enter(null);
  }, [isLeftToRouter, enter]);

  useEffect(() => {
    setTitle(page.title);
    noteStandalonePage();
    let gone = false;
    // The router has the pages for an ended session and a missing connection.
    loadIdentity().catch(() => {
      if (!gone) void enter(null);
    });
    return () => {
      gone = true;
    };
  }, [page, enter]);

  const loadRouter = useCallback(() => {
    setOpen(true);
    if (isAsked.current) return;
    isAsked.current = true;
    void Promise.all([import('./StandaloneRouting.tsx'), loadSessionRuntime()]).then(
      ([module]) => setRouting(() => module.StandaloneRouting),
      () => {
        isAsked.current = false;
      },
    );
  }, []);
  useEffect(() => {
    const timer = setTimeout(loadRouter, routerTimeoutMs);
    return () => clearTimeout(timer);
  }, [loadRouter]);

  useEffect(() => {
    if (Routing !== null) return;
    // Does the work of the router until it has loaded. The answers are stored as a draft already.
    const moved = () => void enter(null);
    window.addEventListener('popstate', moved);
    const stop = onSessionEnd((reason, loginType) => {
      if (reason === 'replaced') return;
      void loadSessionRuntime().then(({ sessionOver }) => {
        sessionOver(reason, loginType);
        return enter(null);
      });
    });
    return () => {
      window.removeEventListener('popstate', moved);
      stop();
    };
  }, [Routing, enter]);

  return {
    isLeftToRouter,
    loadRouter,
    frame: (content) => (
      <>
        <SkipLink />
        {isOpen ? <AfterFirstPaint /> : null}
        {content}
        {identity !== null && !isLeftToRouter && Routing !== null ? (
          <Routing page={page} staysHere={staysHere} enter={enter} />
        ) : null}
      </>
    ),
  };
}
