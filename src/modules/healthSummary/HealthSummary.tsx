import {
  type HealthSummaryHead,
  type IfSystemId,
  listExternalSystems,
  listOfficeVisits,
  type OfficeVisit,
} from '@portal/api';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useFailureMessage } from '../../records/useFailureMessage.ts';
import { useNow } from '../../data/useNow.ts';
import { Button } from '../../ui/Button.tsx';
import { SlidersHorizontal } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { type SummaryAddress, type SummaryKey, keyText } from './address.ts';
import { type HealthSummaryProps, Views } from './Views.tsx';
import { type SummaryOptions, startOptions, summarySystems } from './options.ts';
import { RequestedSummary, NewestSummaries } from './RequestedSummary.tsx';
import type { AppLink } from './lists/parts.ts';
import { CurrentSummary } from './CurrentSummary.tsx';

const HealthLists = lazy(() => import('./lists/HealthLists.tsx'));
const Options = lazy(async () => ({ default: (await import('./Options.tsx')).Options }));

const noVisits: readonly OfficeVisit[] = [];

/** The patient's health information: a document, or the same as lists. */
export function HealthSummary(props: HealthSummaryProps): ReactNode {
  const { patientId, isOwn, timeZone, address, linkTo, goTo, bring, elsewhere } = props;
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const now = useNow();
  const ofPatient = { params: { patientId } };
  const systems = useCall(listExternalSystems, ofPatient);
  const visits = useCall(listOfficeVisits, ofPatient);
  useFailureMessage(systems.error);
  useFailureMessage(visits.error);
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<SummaryOptions | null>(null);
  /** The form as it was when Options was closed. */
  const [left, setLeft] = useState<SummaryOptions | null>(null);
  /** The person chose something on this page, so the result gets the focus. */
  const [hasMoved, setMoved] = useState(false);
  const sources = summarySystems(systems.data ?? [], locale);
  const [onlySource] = sources.length === 1 ? sources : [];
  // After an error there are none, whatever was there before.
  const pastVisits = visits.error === null ? (visits.data ?? noVisits) : noVisits;

  const move = (asked: SummaryAddress['request']) => {
    setMoved(true);
    goTo({ view: 'document', request: asked });
  };
  const wayTo = (key: SummaryKey): AppLink => {
    const way = linkTo({ view: 'document', request: { kind: 'document', key } });
    return {
      ...way,
      onClick: (event) => {
        setMoved(true);
        way.onClick?.(event);
      },
    };
  };
  const lists = (
    <>
      <Views address={address} shown="lists" linkTo={linkTo} />
      <Suspense>
        <HealthLists
          patientId={patientId}
          isOwn={isOwn}
          links={{
            ...elsewhere,
            document: ({ ifSystemId, ccdaId }) =>
              linkTo({
                view: 'document',
                request: { kind: 'document', key: { ifSystemId, identifier: { ccdaId } } },
              }),
          }}
        />
      </Suspense>
    </>
  );
  const opened = (
    <QueryBoundary query={systems} notFound="failed" texts={{ savedCopy: null }}>
      {() => {
        // With several clinics no single document is the right one to open, and the lists need no choice.
        if (address.view === null && sources.length > 1) return lists;
        const asked = address.request;
        const nameOf = (one: IfSystemId) =>
          sources.find(({ ifSystemId }) => ifSystemId === one)?.patientDisplayName ?? null;
        const show = (summary: SummaryKey, listed: HealthSummaryHead | null) => (
          <CurrentSummary
            key={keyText(summary)}
            {...props}
            takesFocus={hasMoved}
            options={options}
            summary={summary}
            listed={listed}
            systemName={nameOf(summary.ifSystemId)}
          />
        );
        const options = (
          <Button
            variant="secondary"
            size="small"
            icon={SlidersHorizontal}
            disabledReason={isOffline ? t('healthSummary.offlineOptions') : null}
            onClick={() => setChoosing(true)}
          >
            {t('healthSummary.options')}
          </Button>
        );
        const views = <Views address={address} shown="document" linkTo={linkTo} />;
        switch (asked.kind) {
          case 'newest':
            return (
              <NewestSummaries
                patientId={patientId}
                sources={sources}
                options={options}
                views={views}
                timeZone={timeZone}
                linkTo={wayTo}
              >
                {(head) => show(head, head)}
              </NewestSummaries>
            );
          case 'search':
            return (
              <RequestedSummary
                patientId={patientId}
                search={asked.search}
                timeZone={timeZone}
                options={options}
                views={views}
                takesFocus={hasMoved}
                linkTo={wayTo}
                onCancel={() => setChoosing(true)}
              >
                {(head) => show(head, head)}
              </RequestedSummary>
            );
          case 'document':
            return show(asked.key, null);
        }
      }}
    </QueryBoundary>
  );

  return (
    <>
      <PageHead title={t('healthSummary.heading')} lead={t('healthSummary.lead', { isOwn: isOwn ? 'yes' : 'no' })} />
      {address.view === 'lists' ? lists : opened}
      {bring === null ? null : (
        <p className={screenOnly}>
          <TextLink standalone {...bring}>
            {t('healthSummary.bringTitle')}
          </TextLink>
        </p>
      )}
      {isChoosing ? (
        <Suspense>
          <Options
            initial={left ?? chosen ?? startOptions(timeZone, now, onlySource?.ifSystemId ?? null)}
            systems={sources}
            visits={pastVisits}
            timeZone={timeZone}
            onAsked={(asked, options) => {
              setChosen(options);
              setLeft(null);
              setChoosing(false);
              move(asked);
            }}
            onClose={(options) => {
              setLeft(options);
              setChoosing(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
