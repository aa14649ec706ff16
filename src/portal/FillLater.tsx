import { sendAuditEvent } from '@portal/api';
import { type ReactNode, useEffect } from 'react';
import { startOutbox } from '../data/drafts/portal.ts';
import { send } from '../data/http.ts';
import { actingFor, currentProfile } from '../data/profile.ts';
import { currentSession } from '../data/session.ts';
import { router } from '../router.tsx';
import { Inactivity } from '../shell/Inactivity.tsx';
import type { Page } from '../shell/page.ts';
import type { Target } from '../shell/redirect.ts';

export interface FillLaterProps {
  readonly auditEvent: Page['auditEvent'];
  /** True when the person wants to stay after all. */
  readonly staysHere: () => Promise<boolean>;
  readonly enter: (target: Target | null) => Promise<void>;
}

/** What belongs to a questionnaire that stands without the router, once its questions are on the screen. */
export function FillLater({ auditEvent, staysHere, enter }: FillLaterProps): ReactNode {
  useEffect(() => {
    const { history } = router;
    const here = history.location.href;
    const unblock = history.block({ blockerFn: staysHere, enableBeforeUnload: false });
    // It tells of a step back that was held up as well.
    const stop = history.subscribe(() => {
      if (history.location.href !== here) void enter(null);
    });
    return () => {
      unblock();
      stop();
    };
  }, [staysHere, enter]);

  useEffect(() => {
    // What waits on this device goes out.
    void startOutbox();
    const userId = currentProfile()?.userId;
    const patientId = actingFor();
    if (auditEvent === null || userId === undefined || patientId === null || currentSession()?.mode !== 'online') return;
    // For the person's activity report; a failure is nobody's business here.
    send(sendAuditEvent, { params: { userId }, body: { auditEventType: auditEvent, patientId } }).catch(() => undefined);
  }, [auditEvent]);

  return <Inactivity />;
}
