import {
  type ChangedRow,
  listedTreatment,
  listTreatmentChanges,
  listTreatmentSummary,
  lookedAtTreatment,
  type PatientId,
  shownGroups,
  type TreatmentItemId,
} from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useIdentity, useRepresented } from '../../data/profile.ts';
import { useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { GoneLines } from '../../records/changes/GoneLines.tsx';
import { useListChanges } from '../../records/changes/useListChanges.ts';
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
import { goneInWords, itemChangeOf } from './ItemChange.tsx';
import { useNewHere } from './seen.ts';
import { legend } from './TreatmentSummary.css.ts';

const idOf = (row: ChangedRow): TreatmentItemId | null => (row.kind === 'item' ? row.itemId : null);

/** The treatment summary of a patient: groups about the illness, its treatment and the time before (specification 3, section 2). */
export function TreatmentSummary({ patientId }: { patientId: PatientId }): ReactNode {
  const words = useWords();
  const { t } = words;
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const capabilities = useIdentity()?.capabilities;
  const isOwn = useRepresented() === null;
  const query = useCall(listTreatmentSummary, { params: { patientId } });
  const listed = useMemo(() => (capabilities === undefined ? [] : listedTreatment(capabilities)), [capabilities]);
  const groups = useMemo(() => shownGroups(query.data ?? [], listed), [query.data, listed]);
  const { changes, changeOf } = useListChanges({
    changes: useCall(listTreatmentChanges, { params: { patientId } }, { enabled: isOffered(listTreatmentChanges) }),
    looked: lookedAtTreatment,
    listed: query,
    idOf,
    patientId,
    isShown: true,
  });
  const itemChange = useMemo(() => itemChangeOf(changeOf, listed), [changeOf, listed]);
  const gone = <GoneLines changes={goneInWords(words, timeZone, changes, listed)} timeZone={timeZone} />;
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
          <>
            {gone}
            <EmptyState icon={ListChecks} level={2} title={t('records.empty')}>
              {t('treatmentSummary.emptyText')}
            </EmptyState>
          </>
        }
      >
        {() => (
          <>
            {gone}
            <Groups patientId={patientId} groups={groups} isNew={isNew} isOwn={isOwn} changeOf={itemChange} />
          </>
        )}
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
