import type { AssignedQuestionnaire } from '@portal/api';
import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { afterPicture } from '../data/afterPaint.ts';
import { portalDrafts } from '../data/drafts/portal.ts';
import { hasCapability, loadIdentity, useActingFor, useIdentity } from '../data/profile.ts';
import { currentSession, onSessionEnd } from '../data/session.ts';
import { FillQuestionnaire, type FillWork } from '../features/questionnaires/Fill.tsx';
import type { Page } from '../shell/page.ts';
import { ActingFor } from '../shell/ActingFor.tsx';
import { AfterFirstPicture } from '../shell/AfterFirstPicture.tsx';
import { noteFirstPage } from '../shell/firstPage.ts';
import type { Target } from '../shell/redirect.ts';
import { parseSearch } from '../shell/search.ts';
import { markTitleFailed, setTitle } from '../shell/title.ts';
import { page as pageClass } from '../ui/Page.css.ts';
import { SkipLink } from '../ui/SkipLink.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { showScore } from './completed.ts';
import type { FillLaterProps } from './FillLater.tsx';
import { askAhead, useOpenFill, useWaysOn } from './fillWork.ts';
import { engine } from './lazyEngine.ts';
import { questionnaireOf, questionnaireSearch } from './questionnaireAddress.ts';

const drafts = portalDrafts();
/** One element for all time, so that the bar is not drawn anew with it. */
const actingFor = <ActingFor />;

/** Milliseconds after which the router comes even though no questionnaire was shown yet. */
const routerAtLatest = 4_000;

/** Asks for everything at once, before the page is there. */
export function load(): void {
  loadIdentity().catch(() => undefined);
  askAhead(parseSearch(location.search));
}

export interface FirstFillProps {
  readonly page: Page;
  /** Shows the router's page: of `target`, or of the address of the moment. */
  readonly enter: (target: Target | null) => Promise<void>;
}

/**
 * The questionnaire of a deep link with a session, without the router: the questions come first, and everything that leads away
 * from them follows while they are read. Whatever is not simply "show it" (the terms, a missing module, an error) is the router's.
 */
export function FirstFill({ page, enter }: FirstFillProps): ReactNode {
  const identity = useIdentity();
  const patientId = useActingFor();
  const [id] = useState(() => questionnaireOf(parseSearch(location.search)));
  const { note, staysHere } = useOpenFill();
  const [isNobody] = useState(() => currentSession() === null);
  const [Later, setLater] = useState<ComponentType<FillLaterProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isThere = useRef(false);

  const isRouters = id === null || isNobody || (identity !== null && (!identity.profile.isEulaAccepted || (page.capability !== null && !hasCapability(page.capability, identity.capabilities))));
  useEffect(() => {
    if (isRouters) void enter(null);
  }, [isRouters, enter]);

  useEffect(() => {
    setTitle(page.title);
    noteFirstPage();
    let gone = false;
    // A session that has ended and a connection that is not there have pages of their own.
    loadIdentity().catch(() => {
      if (!gone) void enter(null);
    });
    return () => {
      gone = true;
    };
  }, [page, enter]);

  const bringRouter = useCallback(() => {
    setOpen(true);
    if (isThere.current) return;
    isThere.current = true;
    void Promise.all([import('./FillLater.tsx'), engine()]).then(
      ([module]) => setLater(() => module.FillLater),
      () => {
        isThere.current = false;
      },
    );
  }, []);
  useEffect(() => {
    const timer = setTimeout(bringRouter, routerAtLatest);
    return () => clearTimeout(timer);
  }, [bringRouter]);
  useWaysOn();

  useEffect(() => {
    if (Later !== null) return;
    // Until the router is there: what it would do. The answers are kept as a draft by then.
    const moved = () => void enter(null);
    window.addEventListener('popstate', moved);
    const stop = onSessionEnd((reason, loginType) => {
      void engine().then(({ sessionOver }) => {
        sessionOver(reason, loginType);
        return enter(null);
      });
    });
    return () => {
      window.removeEventListener('popstate', moved);
      stop();
    };
  }, [Later, enter]);

  const opened = useCallback(
    (next: FillWork | null) => {
      note(next);
      // The frame that shows the questions comes before anything else is fetched.
      if (next !== null) afterPicture(bringRouter);
    },
    [note, bringRouter],
  );
  const leave = useCallback(() => {
    note(null);
    void enter({ path: '/questionnaires', search: {} });
  }, [note, enter]);
  const done = useCallback(
    (completed: AssignedQuestionnaire) => {
      showScore(completed);
      note(null);
      void enter({ path: '/questionnaire-scoring', search: questionnaireSearch(completed.assignedQuestionnaireId) });
    },
    [note, enter],
  );

  const shown = id !== null && identity !== null && patientId !== null && !isRouters ? { id, patientId } : null;
  return (
    <>
      <SkipLink />
      {isOpen ? <AfterFirstPicture /> : null}
      {shown === null ? (
        <main id="main" className={pageClass} tabIndex={-1}>
          <Skeleton />
        </main>
      ) : (
        <FillQuestionnaire patientId={shown.patientId} assignedQuestionnaireId={shown.id} drafts={drafts} onDone={done} onLeave={leave} person={actingFor} onErrorsShown={markTitleFailed} onWork={opened} />
      )}
      {shown !== null && Later !== null ? <Later auditEvent={page.auditEvent} staysHere={staysHere} enter={enter} /> : null}
    </>
  );
}
