import { type CalendarDate, type KioskState, kioskStates, type KioskVisitor, mostKioskVisitors } from '@portal/api';
import { searchKioskVisitors } from '@portal/api';
import { type Dispatch, type ReactNode, type SetStateAction, useId, useState } from 'react';
import { failureOf, refusalOf } from '../../src/data/errors.ts';
import { Button } from '../../src/ui/Button.tsx';
import { DatePicker } from '../../src/ui/DatePicker.tsx';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { SelectField } from '../../src/ui/Field.tsx';
import { CalendarDays, CloudOff, Search, TriangleAlert } from '../../src/ui/icons.ts';
import { KioskFilters, KioskGroup, KioskMore, KioskRows, KioskSum } from '../../src/ui/KioskRows.tsx';
import { KioskSearch } from '../../src/ui/KioskSearch.tsx';
import { Segmented } from '../../src/ui/Segmented.tsx';
import { Skeleton } from '../../src/ui/Skeleton.tsx';
import { formatDate, type MessageKey, useWords } from '../../src/words/index.ts';
import { byState } from './list.ts';
import { VisitorRow } from './VisitorRow.tsx';
import { type VisitorSearch, useVisitors, type VisitorList as List } from './visitors.ts';

const everywhere = '';
/** How many rows are shown at first, and how many more each time. */
const rowsAtOnce = 25;

const stateNames: Readonly<Record<KioskState, MessageKey>> = {
  waiting: 'kiosk.waiting',
  inProgress: 'kiosk.inProgress',
  finished: 'kiosk.stateFinished',
};

/** What staff see first, and what they chose since. `day` is null for today, also after midnight. */
interface ListSearch extends Omit<VisitorSearch, 'dueDate'> {
  readonly day: CalendarDate | null;
}

export const firstSearch: ListSearch = { day: null, facilityId: null, words: '', state: 'waiting', limit: rowsAtOnce };

interface VisitorListProps {
  readonly today: CalendarDate;
  readonly search: ListSearch;
  readonly onSearch: Dispatch<SetStateAction<ListSearch>>;
  readonly onStart: (visitor: KioskVisitor) => void;
}

/** Search, day and facility above; below, the people of one state, or all who were found by state. */
export function VisitorList({ today, search, onSearch, onStart }: VisitorListProps): ReactNode {
  const { t, locale } = useWords();
  const id = useId();
  const { day, ...others } = search;
  const asked: VisitorSearch = { dueDate: day ?? today, ...others };
  const [dateError, setDateError] = useState(false);
  const list = useVisitors(asked);
  const ask = (change: Partial<ListSearch>): void => onSearch((now) => ({ ...now, limit: rowsAtOnce, ...change }));
  const facilities = list.data?.facilities ?? [];
  const isSearch = list.data?.isSearch ?? asked.words.trim() !== '';
  const { counts } = list.data ?? {};

  return (
    <>
      <KioskFilters>
        <KioskSearch
          id={`${id}-search`}
          label={t('kiosk.search')}
          clearLabel={t('kiosk.clearSearch')}
          value={asked.words}
          onChange={(words) => ask({ words })}
        />
        <DatePicker
          id={`${id}-due`}
          label={t('kiosk.dueDate')}
          value={asked.dueDate}
          error={dateError ? t('kiosk.dueDateInvalid', { example: formatDate(locale, asked.dueDate, 'medium') }) : null}
          onChange={(date, typed) => {
            setDateError(date === null && typed.trim() !== '');
            if (date) ask({ day: date === today ? null : date });
          }}
          today={today}
          previousNext
        />
        <SelectField
          id={`${id}-facility`}
          label={t('kiosk.facility')}
          value={asked.facilityId === null ? everywhere : String(asked.facilityId)}
          onChange={(value) =>
            ask({ facilityId: facilities.find(({ facilityId }) => String(facilityId) === value)?.facilityId ?? null })
          }
          options={[
            { value: everywhere, label: t('kiosk.allFacilities') },
            ...facilities.map(({ facilityId, shortName }) => ({ value: String(facilityId), label: shortName })),
          ]}
        />
      </KioskFilters>
      {isSearch ? null : (
        <Segmented
          legend={t('kiosk.show')}
          value={asked.state}
          onChange={(state) => ask({ state })}
          options={kioskStates.map((state) => ({
            value: state,
            label: (
              <>
                {t(stateNames[state])} {counts ? <b>{counts[state]}</b> : null}
              </>
            ),
          }))}
        />
      )}
      <KioskSum>
        {isSearch && counts ? t('kiosk.found', { count: counts.waiting + counts.inProgress + counts.finished }) : null}
      </KioskSum>
      <Found
        list={list}
        asked={asked}
        onStart={onStart}
        onMore={() => ask({ limit: Math.min(asked.limit + rowsAtOnce, mostKioskVisitors) })}
      />
    </>
  );
}

interface FoundProps {
  readonly list: ReturnType<typeof useVisitors>;
  readonly asked: VisitorSearch;
  readonly onStart: (visitor: KioskVisitor) => void;
  readonly onMore: () => void;
}

const countOf = ({ counts }: List, state: KioskState | null): number =>
  state === null ? counts.waiting + counts.inProgress + counts.finished : counts[state];

function Found({ list, asked, onStart, onMore }: FoundProps): ReactNode {
  const { t } = useWords();
  if (list.isPending) return <Skeleton lines={6} label={t('kiosk.loadingList')} />;
  if (list.error !== null) return <ListFailed list={list} />;
  const { visitors, isSearch } = list.data;
  const row = (visitor: KioskVisitor): ReactNode => (
    <VisitorRow key={visitor.patientId} visitor={visitor} onStart={onStart} />
  );
  const total = countOf(list.data, isSearch ? null : asked.state);
  const more =
    total <= asked.limit || list.isPlaceholderData ? null : asked.limit < mostKioskVisitors ? (
      <KioskMore>
        <Button variant="secondary" onClick={onMore}>
          {t('kiosk.showMore')}
        </Button>
      </KioskMore>
    ) : (
      <KioskMore>{t('kiosk.searchInstead')}</KioskMore>
    );
  if (total === 0) return isSearch ? <NobodyFound /> : <NobodyThere state={asked.state} />;
  if (isSearch) {
    return (
      <>
        {byState(visitors).map((group) => (
          <KioskGroup key={group.state} name={t(stateNames[group.state])}>
            <KioskRows label={t(stateNames[group.state])}>{group.visitors.map(row)}</KioskRows>
          </KioskGroup>
        ))}
        {more}
      </>
    );
  }
  return (
    <>
      {/* The previous list shows until the new one is there, without those who no longer belong to it. */}
      <KioskRows label={t(stateNames[asked.state])}>
        {visitors.filter(({ state }) => state === asked.state).map(row)}
      </KioskRows>
      {more}
    </>
  );
}

function ListFailed({ list }: Pick<FoundProps, 'list'>): ReactNode {
  const { t } = useWords();
  const failure = failureOf(list.error);
  if (failure !== null && refusalOf(searchKioskVisitors, failure) === 'feature_inactive') {
    return (
      <EmptyState icon={TriangleAlert} level={2} title={t('kiosk.featureInactive')}>
        {t('kiosk.featureInactiveHint')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={CloudOff}
      level={2}
      title={t('kiosk.listFailed')}
      action={<Button onClick={() => void list.refetch()}>{t('core.tryAgain')}</Button>}
    >
      {t(failure?.kind === 'offline' ? 'kiosk.listFailedHint' : 'kiosk.listFailedServer')}
    </EmptyState>
  );
}

function NobodyFound(): ReactNode {
  const { t } = useWords();
  return (
    <EmptyState icon={Search} level={2} title={t('kiosk.nobodyFound')}>
      {t('kiosk.nobodyFoundHint')}
    </EmptyState>
  );
}

const emptyHints: Readonly<Record<KioskState, MessageKey>> = {
  waiting: 'kiosk.emptyHint',
  inProgress: 'kiosk.emptyInProgress',
  finished: 'kiosk.emptyFinished',
};

function NobodyThere({ state }: { readonly state: KioskState }): ReactNode {
  const { t } = useWords();
  return (
    <EmptyState icon={CalendarDays} level={2} title={t('kiosk.empty')}>
      {t(emptyHints[state])}
    </EmptyState>
  );
}
