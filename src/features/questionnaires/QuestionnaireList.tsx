import {
  type AssignedQuestionnaireId,
  type AssignedQuestionnaireSummary,
  type PatientId,
  countNewQuestionnaires,
  declineQuestionnaire,
  listQuestionnaireHistory,
  listQuestionnaires,
} from '@portal/api';
import { type ReactNode, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { afterPaint } from '../../data/afterPaint.ts';
import { useConnection } from '../../data/connection.ts';
import { portalDrafts, useUnsentSheets } from '../../data/drafts/portal.ts';
import type { UnsentSheet } from '../../data/drafts/types.ts';
import { failureOf, messageFor } from '../../data/errors.ts';
import { useFacility } from '../../data/facility.ts';
import { useCall, useSend } from '../../data/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Count } from '../../ui/Count.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CircleAlert, ClipboardList, Clock, CloudOff, CloudUpload, Hourglass, Pencil } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { clearMessage, formatDate, formatInstant, showMessage, useWords } from '../../words/index.ts';
import { dueState, redirectOnce } from './due.ts';
import { HistoryDate } from './HistoryDate.tsx';
import { fetchAhead } from './prefetch.ts';
import { cardActions, cardBody, cardDate, cardGrid, cardLine, cardTop, copyAge, listHead } from './QuestionnaireList.css.ts';

const loadConfirmDialog = () => import('../../ui/Dialog.tsx');
const ConfirmDialog = lazy(async () => ({ default: (await loadConfirmDialog()).ConfirmDialog }));

export interface QuestionnaireListProps {
  patientId: PatientId;
  /** Opens one for filling in. `replace`: nobody pressed, so this list must not stay behind it in the history. */
  onOpen: (id: AssignedQuestionnaireId, replace: boolean) => void;
  onReview: (id: AssignedQuestionnaireId) => void;
  /** With exactly one current questionnaire, opens that one directly (specification 2, section 2). */
  isAutoRedirect?: boolean;
  initialView?: QuestionnaireView;
  /** Told when the person changes between the two. */
  onView?: (view: QuestionnaireView) => void;
}

export type QuestionnaireView = 'current' | 'history';

/** The patient's questionnaires: what is to be filled in, and what was. */
export function QuestionnaireList({ patientId, onOpen, onReview, isAutoRedirect = false, initialView = 'current', onView }: QuestionnaireListProps): ReactNode {
  const { t } = useWords();
  const [which, setWhich] = useState(initialView);
  const isOnline = useConnection() === 'online';
  const newCount = useCall(countNewQuestionnaires, { params: { patientId } });
  const current = useCall(listQuestionnaires, { params: { patientId } });
  const history = useCall(listQuestionnaireHistory, { params: { patientId } }, { enabled: which === 'history' });
  const unsent = (useUnsentSheets() ?? []).filter((sheet) => sheet.patientId === patientId);
  const shown = which === 'current' ? current : history;

  const look = useRef<ReturnType<typeof redirectOnce> | null>(null);
  const { data: list, isFetching } = current;
  useEffect(() => {
    if (!isAutoRedirect || list === undefined || isFetching) return;
    look.current ??= redirectOnce((id) => onOpen(id, true));
    look.current(list);
  }, [isAutoRedirect, list, isFetching, onOpen]);

  useEffect(() => {
    if (!isOnline || list === undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void fetchAhead(patientId, list, stop.signal), 300);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isOnline, list, patientId]);

  const isNew = newCount.data ?? list?.filter((one) => one.isNew).length ?? 0;
  return (
    <>
      <div className={listHead}>
        <h1>
          {t('questionnaires.title')} <Count value={isNew} hiddenWords={t('questionnaires.newCount', { count: isNew })} />
        </h1>
        <Segmented
          legend={t('questionnaires.which')}
          options={[
            { value: 'current', label: t('questionnaires.current') },
            { value: 'history', label: t('questionnaires.history') },
          ]}
          value={which}
          onChange={(next) =>
            afterPaint(() => {
              setWhich(next);
              onView?.(next);
            })
          }
        />
      </div>
      {shown.data !== undefined && !isOnline ? <SavedCopy updatedAt={shown.dataUpdatedAt} /> : null}
      {which === 'current' ? (
        <Current patientId={patientId} list={list} isLoading={current.isPending} unsent={unsent} isOnline={isOnline} onOpen={onOpen} onAgain={() => void current.refetch()} />
      ) : (
        <History list={history.data} isLoading={history.isPending} isOnline={isOnline} onReview={onReview} onAgain={() => void history.refetch()} />
      )}
    </>
  );
}

function SavedCopy({ updatedAt }: { updatedAt: number }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  return (
    <p className={copyAge}>{t('questionnaires.savedCopy', { when: formatInstant(locale, new Date(updatedAt).toISOString(), timeZone) })}</p>
  );
}

function Failed({ isOnline, onAgain }: { isOnline: boolean; onAgain: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <EmptyState icon={isOnline ? CircleAlert : CloudOff} level={2} title={t(isOnline ? 'questionnaires.listFailed' : 'questionnaires.offlineTitle')} action={<Button onClick={onAgain}>{t('questionnaires.tryAgain')}</Button>}>
      {isOnline ? null : t('questionnaires.listOffline')}
    </EmptyState>
  );
}

interface CurrentProps {
  patientId: PatientId;
  list: readonly AssignedQuestionnaireSummary[] | undefined;
  isLoading: boolean;
  unsent: readonly UnsentSheet[];
  isOnline: boolean;
  onOpen: QuestionnaireListProps['onOpen'];
  onAgain: () => void;
}

function Current({ patientId, list, isLoading, unsent, isOnline, onOpen, onAgain }: CurrentProps): ReactNode {
  const { t } = useWords();
  const [declining, setDeclining] = useState<AssignedQuestionnaireSummary | null>(null);
  const [declined, setDeclined] = useState<string | null>(null);
  const decline = useSend(declineQuestionnaire);
  const region = useRef<HTMLDivElement>(null);
  const sheetOf = (id: AssignedQuestionnaireId) => unsent.find((sheet) => sheet.assignedQuestionnaireId === id);

  useEffect(() => {
    if (declined === null) return;
    // After the dialog has tried to give the focus back to a button that is gone now.
    const timer = setTimeout(() => region.current?.focus());
    return () => clearTimeout(timer);
  }, [declined]);

  const ask = (one: AssignedQuestionnaireSummary) => {
    clearMessage();
    setDeclined(null);
    setDeclining(one);
  };
  const confirm = async (one: AssignedQuestionnaireSummary) => {
    const { assignedQuestionnaireId } = one;
    try {
      await decline.mutateAsync({ params: { patientId }, body: { assignedQuestionnaireId } });
    } catch (error) {
      const failure = failureOf(error);
      const message = failure ? messageFor(declineQuestionnaire, failure) : null;
      showMessage(message?.code ?? 'questionnairedeclinefailed', message?.values);
      setDeclining(null);
      return onAgain();
    }
    setDeclining(null);
    setDeclined(one.templateTitle);
    if (sheetOf(assignedQuestionnaireId)) await discardDraft(patientId, assignedQuestionnaireId);
  };

  // Begun here, and not in a list that could be read: answers are never out of reach.
  const orphans = list === undefined ? unsent : unsent.filter((sheet) => sheet.submission !== 'none' && !list.some((one) => one.assignedQuestionnaireId === sheet.assignedQuestionnaireId));
  const next = list?.find((one) => one.canStartByPatient);
  return (
    <>
      <div ref={region} tabIndex={-1} role="status">
        {declined === null ? null : <Banner kind="success">{t('questionnaires.declined.done', { title: declined })}</Banner>}
      </div>
      {isLoading && list === undefined ? <Skeleton lines={6} /> : null}
      {!isLoading && list === undefined ? <Failed isOnline={isOnline} onAgain={onAgain} /> : null}
      {list?.length === 0 && orphans.length === 0 ? (
        <EmptyState icon={ClipboardList} level={2} title={t('questionnaires.empty')}>
          {t('questionnaires.emptyCurrent')}
        </EmptyState>
      ) : null}
      {list && list.length > 0 ? (
        <ul className={cardGrid}>
          {list.map((one) => (
            <li key={one.assignedQuestionnaireId}>
              <CurrentCard one={one} isNext={one === next} sheet={sheetOf(one.assignedQuestionnaireId)} isOnline={isOnline} onOpen={() => onOpen(one.assignedQuestionnaireId, false)} onDecline={() => ask(one)} />
            </li>
          ))}
        </ul>
      ) : null}
      {orphans.length > 0 ? <Orphans sheets={orphans} onOpen={onOpen} /> : null}
      {declining ? (
        <Suspense>
          <ConfirmDialog
            open
            danger
            title={t('questionnaires.declineTitle')}
            message={t(sheetOf(declining.assignedQuestionnaireId) ? 'questionnaires.declineDraftText' : 'questionnaires.declineText', { title: declining.templateTitle })}
            confirmLabel={t('questionnaires.decline')}
            dismissLabel={t('questionnaires.declineKeep')}
            busy={decline.isPending}
            onConfirm={() => void confirm(declining)}
            onDismiss={() => setDeclining(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** What was declined is not to be sent later from this device. */
async function discardDraft(patientId: PatientId, id: AssignedQuestionnaireId): Promise<void> {
  try {
    const handle = await portalDrafts().open(patientId, id);
    await handle.discard();
    await handle.release();
  } catch {
    // The server refuses a draft of a declined questionnaire anyway; the sender drops it then.
  }
}

interface CurrentCardProps {
  one: AssignedQuestionnaireSummary;
  /** The one thing to do next: its button is the page's primary one. */
  isNext: boolean;
  sheet: UnsentSheet | undefined;
  isOnline: boolean;
  onOpen: () => void;
  onDecline: () => void;
}

function CurrentCard({ one, isNext, sheet, isOnline, onOpen, onDecline }: CurrentCardProps): ReactNode {
  const { t } = useWords();
  const isOnItsWay = sheet?.submission === 'waiting' || sheet?.submission === 'sending';
  const hasDraft = sheet !== undefined || one.statusDescription === 'Started';
  const title = <VisuallyHidden>: {one.templateTitle}</VisuallyHidden>;
  return (
    <Card>
      <div className={cardBody}>
        <div>
          <div className={cardTop}>
            <h2>{one.templateTitle}</h2>
            {one.isNew ? <Badge kind="new">{t('questionnaires.new')}</Badge> : null}
          </div>
          {one.templateDescription ? (
            <p className={cardLine}>
              <RichText html={one.templateDescription} inline />
            </p>
          ) : null}
          <div className={cardDate}>
            <DueDate one={one} />
            <SheetChip sheet={sheet} />
          </div>
        </div>
        {one.canStartByPatient ? (
          <div className={cardActions}>
            <Button variant={isNext ? 'primary' : 'secondary'} onClick={onOpen}>
              {t(isOnItsWay ? 'questionnaires.show' : hasDraft ? 'questionnaires.continue' : 'questionnaires.startNow')}
              {title}
            </Button>
            {isOnItsWay ? null : (
              <Button variant="quiet" disabledReason={isOnline ? null : t('questionnaires.needsConnection')} onClick={onDecline} onPointerEnter={() => void loadConfirmDialog().catch(() => undefined)}>
                {t('questionnaires.decline')}
                {title}
              </Button>
            )}
          </div>
        ) : (
          <p className={cardLine}>
            <strong>{t('questionnaires.notStartable')}</strong> {t('questionnaires.notStartableText')}
          </p>
        )}
      </div>
    </Card>
  );
}

function DueDate({ one }: { one: AssignedQuestionnaireSummary }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const [now] = useState(() => new Date());
  if (one.dueDate === null) return null;
  const date = formatDate(locale, one.dueDate);
  return dueState(one.dueDate, timeZone, now) === 'due' ? (
    <Chip icon={Clock}>{t('questionnaires.due', { date })}</Chip>
  ) : (
    <Chip kind="error" icon={CircleAlert}>
      {t('questionnaires.overdue', { date })}
    </Chip>
  );
}

/** Where begun answers are: nowhere to be seen once the facility has them. */
function SheetChip({ sheet }: { sheet: UnsentSheet | undefined }): ReactNode {
  const { t } = useWords();
  switch (sheet?.submission) {
    case 'waiting':
      return (
        <Chip kind="offline" icon={Hourglass}>
          {t('questionnaires.waitingToSend')}
        </Chip>
      );
    case 'sending':
      return (
        <Chip kind="draft" icon={CloudUpload}>
          {t('questionnaires.sending')}
        </Chip>
      );
    case 'refused':
      return (
        <Chip kind="error" icon={CircleAlert}>
          {t('questionnaires.notSent')}
        </Chip>
      );
    case 'none':
      return (
        <Chip kind="draft" icon={Pencil}>
          {t(sheet.onServer ? 'questionnaires.draft' : 'questionnaires.draftOnDevice')}
        </Chip>
      );
    case undefined:
      return null;
  }
}

function Orphans({ sheets, onOpen }: { sheets: readonly UnsentSheet[]; onOpen: QuestionnaireListProps['onOpen'] }): ReactNode {
  const { t } = useWords();
  return (
    <section aria-labelledby="begun-here">
      <h2 id="begun-here">{t('questionnaires.unsentHere')}</h2>
      <ul className={cardGrid}>
        {sheets.map((sheet) => (
          <li key={sheet.assignedQuestionnaireId}>
            <Card>
              <div className={cardBody}>
                <div>
                  <h3>{sheet.templateTitle}</h3>
                  <div className={cardDate}>
                    <SheetChip sheet={sheet} />
                  </div>
                </div>
                <div className={cardActions}>
                  <Button onClick={() => onOpen(sheet.assignedQuestionnaireId, false)}>
                    {t(sheet.submission === 'waiting' || sheet.submission === 'sending' ? 'questionnaires.show' : 'questionnaires.continue')}
                    <VisuallyHidden>: {sheet.templateTitle}</VisuallyHidden>
                  </Button>
                </div>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface HistoryProps {
  list: readonly AssignedQuestionnaireSummary[] | undefined;
  isLoading: boolean;
  isOnline: boolean;
  onReview: (id: AssignedQuestionnaireId) => void;
  onAgain: () => void;
}

function History({ list, isLoading, isOnline, onReview, onAgain }: HistoryProps): ReactNode {
  const { t } = useWords();
  if (list === undefined) return isLoading ? <Skeleton lines={6} /> : <Failed isOnline={isOnline} onAgain={onAgain} />;
  if (list.length === 0) {
    return (
      <EmptyState icon={ClipboardList} level={2} title={t('questionnaires.empty')}>
        {t('questionnaires.emptyHistory')}
      </EmptyState>
    );
  }
  return (
    <ul className={cardGrid}>
      {list.map((one) => (
        <li key={one.assignedQuestionnaireId}>
          <Card>
            <div className={cardBody}>
              <div>
                <h2>{one.templateTitle}</h2>
                {one.templateDescription ? (
                  <p className={cardLine}>
                    <RichText html={one.templateDescription} inline />
                  </p>
                ) : null}
                <p className={cardLine}>
                  <HistoryDate one={one} />
                </p>
              </div>
              {one.statusDescription === 'Completed' ? (
                <div className={cardActions}>
                  <Button variant="secondary" onClick={() => onReview(one.assignedQuestionnaireId)}>
                    {t('questionnaires.review')}
                    <VisuallyHidden>: {one.templateTitle}</VisuallyHidden>
                  </Button>
                </div>
              ) : null}
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}
