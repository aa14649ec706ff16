import type { AssignedQuestionnaireSummary } from '@portal/api';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { failureOf, messageFor } from '../../src/data/errors.ts';
import { useFacility } from '../../src/data/facility.ts';
import { currentTime } from '../../src/data/serverClock.ts';
import { isBegun } from '../../src/modules/questionnaires/fill/howFar.ts';
import { dueState } from '../../src/modules/questionnaires/fill/due.ts';
import { Button } from '../../src/ui/Button.tsx';
import { Chip } from '../../src/ui/Chip.tsx';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { Check, CircleCheck, CloudOff } from '../../src/ui/icons.ts';
import { KioskBar, KioskMain } from '../../src/ui/KioskBar.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { KioskRow, KioskRows } from '../../src/ui/KioskRows.tsx';
import { Skeleton } from '../../src/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../src/ui/VisuallyHidden.tsx';
import { clearMessage, formatDate, showMessage, useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { checkInPage, useCheckIn } from '../checkIn/checkIn.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { PatientMenu } from '../parts/PatientMenu.tsx';
import { endTheVisit } from '../wipe/leave.tsx';
import { openQuestionnaire, useDue } from './open.ts';
import { atEnd, stacked } from './visit.css.ts';
import { finishReason, remaining, useVisit, type Visit } from './visit.ts';

/** The patient's own questionnaires, when there are several. */
export function Page(): ReactNode {
  const { t } = useWords();
  const visit = useVisit();
  const title = t(visit && hasCheckedIn(visit) ? 'kiosk.checkInTitle' : 'kiosk.yourQuestionnaires');
  useArrival(title);
  return (
    <>
      <KioskBar brand={<KioskBrand />}>
        <PatientMenu />
      </KioskBar>
      <KioskMain>
        <MessageBar />
        <h1>{title}</h1>
        {visit ? <Asked visit={visit} /> : null}
      </KioskMain>
    </>
  );
}

const FinishButton = ({ visit, primary }: { readonly visit: Visit; readonly primary: boolean }): ReactNode => {
  const { t } = useWords();
  return (
    <Button variant={primary ? 'primary' : 'secondary'} size="block" onClick={() => endTheVisit(finishReason(visit))}>
      {t('kiosk.finishAndExit')}
    </Button>
  );
};

/** The check-in comes first, also where it could not be loaded at the hand-over. */
function Asked({ visit }: { readonly visit: Visit }): ReactNode {
  const navigate = useNavigate();
  const checkIn = useCheckIn(visit);
  const page = checkInPage(visit);
  useEffect(() => {
    if (page) void navigate({ to: page, replace: true });
  }, [page, navigate]);
  if (checkIn.error !== null) return <Failed onRetry={() => void checkIn.refetch()} />;
  return checkIn.isPending || page ? <Skeleton /> : <Due visit={visit} />;
}

function Failed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <EmptyState
      icon={CloudOff}
      level={2}
      title={t('kiosk.openFailed')}
      action={<Button onClick={onRetry}>{t('core.tryAgain')}</Button>}
    >
      {t('kiosk.openFailedHint')}
    </EmptyState>
  );
}

function Due({ visit }: { readonly visit: Visit }): ReactNode {
  const { t } = useWords();
  const due = useDue(visit);
  if (due.isPending) return <Skeleton />;
  if (due.error !== null) return <Failed onRetry={() => void due.refetch()} />;
  if (remaining(visit).length === 0) {
    return (
      <EmptyState
        icon={CircleCheck}
        level={2}
        title={t(hasCheckedIn(visit) ? 'kiosk.checkedIn' : 'kiosk.empty')}
        action={<FinishButton visit={visit} primary />}
      >
        {t('kiosk.nothingLeft')}
      </EmptyState>
    );
  }
  return (
    <div className={stacked}>
      <p>{t('kiosk.chooseOne')}</p>
      <KioskRows label={t('kiosk.yourQuestionnaires')}>
        {(visit.due ?? []).map((summary) => (
          <DueRow
            key={summary.assignedQuestionnaireId}
            summary={summary}
            sent={visit.sent.has(summary.assignedQuestionnaireId)}
            begun={isBegunHere(summary, visit)}
          />
        ))}
      </KioskRows>
      {visit.sent.size > 0 ? <FinishButton visit={visit} primary={false} /> : null}
    </div>
  );
}

/** Whether the patient only said that they are here. */
const hasCheckedIn = ({ checkIn, due }: Visit): boolean => checkIn?.hasArrived === true && due?.length === 0;

/** Whether something was answered, before this visit or in it. */
const isBegunHere = (summary: AssignedQuestionnaireSummary, { open }: Visit): boolean =>
  isBegun(summary) ||
  (open?.handle.questionnaire.assignedQuestionnaireId === summary.assignedQuestionnaireId &&
    open.sheet.progress().answered > 0);

function DueRow({
  summary,
  sent,
  begun,
}: {
  readonly summary: AssignedQuestionnaireSummary;
  readonly sent: boolean;
  readonly begun: boolean;
}): ReactNode {
  const { t, locale } = useWords();
  const navigate = useNavigate();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const [now] = useState(() => new Date(currentTime()));
  const [busy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    clearMessage();
    try {
      await openQuestionnaire(summary);
      await navigate({ to: '/complete-kiosk-questionnaire', replace: true });
    } catch (error) {
      const failure = failureOf(error);
      const message = failure && messageFor(failure);
      showMessage(message?.code ?? 'noConnection', message?.values);
      setBusy(false);
    }
  };
  const { dueDate } = summary;
  const due =
    dueDate === null
      ? []
      : [
          t(dueState(dueDate, timeZone, now) === 'due' ? 'kiosk.due' : 'kiosk.overdue', {
            date: formatDate(locale, dueDate, 'medium'),
          }),
        ];
  return (
    <KioskRow
      name={<span lang={summary.language}>{summary.templateTitle}</span>}
      details={due}
      titlesLabel={t('kiosk.questionnaires')}
      titles={[]}
      action={
        sent ? (
          <span className={atEnd}>
            <Chip kind="saved" icon={Check}>
              {t('kiosk.sent')}
            </Chip>
          </span>
        ) : (
          <Button busy={busy} onClick={() => void open()}>
            {t(begun ? 'core.continue' : 'kiosk.begin')}
            <VisuallyHidden> {summary.templateTitle}</VisuallyHidden>
          </Button>
        )
      }
    />
  );
}
