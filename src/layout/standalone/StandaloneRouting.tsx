import { type ReactNode, useEffect } from 'react';
import { startOutbox } from '../../data/outbox/outbox.ts';
import { appRouter } from '../routing/appRouter.ts';
import { auditPage } from '../session/auditPage.ts';
import type { StandalonePageProps } from '../module.ts';
import { Inactivity } from '../signedIn/Inactivity.tsx';

export interface StandaloneRoutingProps extends StandalonePageProps {
  /** Resolves with true when the person stays. */
  readonly staysHere: () => Promise<boolean>;
}

/** Adds what a standalone page needs once the router has loaded: blocking of Back, the outbox, audit and the inactivity lock. */
export function StandaloneRouting({ page, staysHere, enter }: StandaloneRoutingProps): ReactNode {
  useEffect(() => {
    const { history } = appRouter();
    const here = history.location.href;
    const unblock = history.block({ blockerFn: staysHere, enableBeforeUnload: false });
    // The history also reports a step back that was blocked, with the address unchanged.
    const stop = history.subscribe(() => {
      if (history.location.href !== here) void enter(null);
    });
    return () => {
      unblock();
      stop();
    };
  }, [staysHere, enter]);

  useEffect(() => {
    // Unsent answers on this device are sent.
    void startOutbox();
    auditPage(page.auditEvent);
  }, [page]);

  return <Inactivity />;
}
