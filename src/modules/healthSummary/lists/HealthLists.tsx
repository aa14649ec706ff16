import {
  type ChangedRow,
  getHealthLists,
  type HealthLists as Lists,
  listSummaryChanges,
  lookedAtSummary,
  type PatientId,
  type RecordChange,
} from '@portal/api';
import { type ReactNode, useMemo, useState } from 'react';
import { useFacility } from '../../../data/facility.ts';
import { useCall } from '../../../data/query/query.ts';
import { isOffered } from '../../../data/version.ts';
import { GoneLines } from '../../../records/changes/GoneLines.tsx';
import { useListChanges } from '../../../records/changes/useListChanges.ts';
import { QueryBoundary } from '../../../records/QueryBoundary.tsx';
import { useSourceLang } from '../../../records/useSourceLang.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { HeartPulse, Printer } from '../../../ui/icons.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { lead, screenOnly } from '../../../ui/text.css.ts';
import { useWords } from '../../../words/index.ts';
import { Groups } from './Groups.tsx';
import * as look from './Lists.css.ts';
import type { ListLinks, DocumentLink } from './parts.ts';
import { clinicsOf, ofClinic } from './narrowing.ts';
import { inOrder } from './sorting.ts';
import type { Telling } from './telling.ts';
import { changedOn, changeName } from '../../../records/changes/changeText.ts';
import { goneLines } from '../../../records/changes/changes.css.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';

/** The documents that came in, or came again changed, since their reader last looked. */
function DocumentChanges({
  changes,
  telling,
  linkTo,
}: {
  changes: readonly RecordChange[];
  telling: Telling;
  linkTo: DocumentLink;
}): ReactNode {
  const documents = changes.flatMap((change) => (change.row.kind === 'document' ? [{ change, row: change.row }] : []));
  if (documents.length === 0) return null;
  return (
    <ul className={`${goneLines} ${screenOnly}`}>
      {documents.map(({ change, row: { ifSystemId, ccdaId } }) => {
        const title = changeName(telling, change);
        return (
          <li key={change.key}>
            <Badge kind={change.kind === 'new' ? 'new' : 'plain'}>{telling.t(`records.change_${change.kind}`)}</Badge>{' '}
            <TextLink standalone {...linkTo({ ifSystemId, ccdaId })}>
              {title}
            </TextLink>{' '}
            {[change.source, changedOn(telling, change, telling.timeZone)].filter((part) => part !== null).join(' · ')}
          </li>
        );
      })}
    </ul>
  );
}

interface HealthListsProps {
  readonly patientId: PatientId;
  /** False where somebody acts for the patient. */
  readonly isOwn: boolean;
  readonly links: ListLinks;
}

/** The value for all clinics; no clinic has an empty name. */
const valueOf = (clinic: string | null): string => clinic ?? '';

const isEmpty = ({ lists }: Lists): boolean =>
  lists.every(({ entries, narratives }) => entries.length === 0 && narratives.length === 0);

const idOf = (row: ChangedRow): string | null => (row.kind === 'entry' ? row.key : null);

/** The same information as lists, put together from every document and clinic. */
export default function HealthLists({ patientId, isOwn, links }: HealthListsProps): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const sourceLang = useSourceLang();
  const query = useCall(getHealthLists, { params: { patientId } });
  const { changes, changeOf } = useListChanges({
    changes: useCall(listSummaryChanges, { params: { patientId } }, { enabled: isOffered(listSummaryChanges) }),
    looked: lookedAtSummary,
    listed: query,
    idOf,
    patientId,
    isShown: true,
  });
  const telling = useMemo((): Telling => ({ t, locale, timeZone, isOwn }), [t, locale, timeZone, isOwn]);
  const all = useMemo(() => inOrder(query.data?.lists ?? [], timeZone), [query.data, timeZone]);
  const clinicNames = useMemo(() => clinicsOf(all, locale), [all, locale]);
  const [chosen, setChosen] = useState<string | null>(null);
  const clinic = chosen !== null && clinicNames.includes(chosen) ? chosen : null;
  const lists = useMemo(() => (clinic === null ? all : ofClinic(all, clinic)), [all, clinic]);
  return (
    <QueryBoundary
      query={query}
      notFound="notYours"
      isEmpty={isEmpty}
      empty={
        <>
          <GoneLines changes={changes} timeZone={timeZone} />
          <EmptyState icon={HeartPulse} level={2} title={t('healthSummary.listsNone')}>
            {t('healthSummary.listsNoneText')}
          </EmptyState>
        </>
      }
    >
      {({ documents, clinics }) => (
        <>
          <div className={look.listsHead}>
            <p className={lead}>
              {t('healthSummary.listsLead', {
                documents,
                what: t('healthSummary.listsFrom', { documents, clinics }),
              })}
            </p>
            <Button
              variant="secondary"
              size="small"
              icon={Printer}
              className={screenOnly}
              onClick={() => window.print()}
            >
              {t('records.print')}
            </Button>
          </div>
          <GoneLines changes={changes} timeZone={timeZone} />
          <DocumentChanges changes={changes} telling={telling} linkTo={links.document} />
          {clinicNames.length > 1 ? (
            <div className={look.clinics}>
              <Segmented
                asChips
                legend={t('healthSummary.fromClinic')}
                value={valueOf(clinic)}
                options={[null, ...clinicNames].map((name) => ({
                  value: valueOf(name),
                  label: name ?? t('healthSummary.allClinics'),
                }))}
                onChange={(value) => setChosen(clinicNames.find((name) => valueOf(name) === value) ?? null)}
              />
            </div>
          ) : null}
          <Groups
            key={clinic}
            lists={lists}
            telling={telling}
            links={links}
            sourceLang={sourceLang}
            changeOf={changeOf}
          />
        </>
      )}
    </QueryBoundary>
  );
}
