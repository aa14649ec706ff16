import { listedTreatment, listTreatmentSummary, type PatientId, shownGroups } from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { useIdentity, useRepresented } from '../../data/profile.ts';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Count } from '../../ui/Count.tsx';
import { Dot } from '../../ui/Dot.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListChecks, Printer } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { formatPersonName, useWords } from '../../words/index.ts';
import { Groups } from './Groups.tsx';
import { useNewHere } from './seen.ts';
import { legend } from './TreatmentSummary.css.ts';

/** The treatment summary of a patient: groups about the illness, its treatment and the time before (specification 3, section 2). */
export function TreatmentSummary({ patientId }: { patientId: PatientId }): ReactNode {
  const { t } = useWords();
  const capabilities = useIdentity()?.capabilities;
  const isOwn = useRepresented() === null;
  const query = useCall(listTreatmentSummary, { params: { patientId } });
  const groups = useMemo(
    () => shownGroups(query.data ?? [], capabilities === undefined ? [] : listedTreatment(capabilities)),
    [query.data, capabilities],
  );
  const isNew = useNewHere(groups);
  const count = groups.reduce((sum, { items }) => sum + items.filter(isNew).length, 0);
  return (
    <>
      <PageHead
        title={t('treatmentSummary.title')}
        count={
          <span className={screenOnly}>
            <Count value={count} hiddenWords={t('treatmentSummary.notSeen', { count })} />
          </span>
        }
        lead={<Lead hasNew={count > 0} />}
        end={
          groups.length === 0 ? null : (
            <Button variant="secondary" size="small" icon={Printer} onClick={() => window.print()}>
              {t('records.print')}
            </Button>
          )
        }
      />
      <QueryBoundary
        query={query}
        notFound="notYours"
        isEmpty={() => groups.length === 0}
        empty={
          <EmptyState icon={ListChecks} level={2} title={t('records.empty')}>
            {t('treatmentSummary.emptyText')}
          </EmptyState>
        }
      >
        {() => <Groups patientId={patientId} groups={groups} isNew={isNew} isOwn={isOwn} />}
      </QueryBoundary>
    </>
  );
}

/** What the page is, and what its dots mean. */
function Lead({ hasNew }: { hasNew: boolean }): ReactNode {
  const { t, locale } = useWords();
  const represented = useRepresented();
  return (
    <span className={screenOnly}>
      {t('treatmentSummary.lead')}{' '}
      {hasNew ? (
        <span className={legend} aria-hidden="true">
          <Dot label="" />
          {represented === null
            ? t('treatmentSummary.marksNew')
            : t('treatmentSummary.marksNewOf', { name: formatPersonName(locale, represented) })}
        </span>
      ) : null}
    </span>
  );
}
