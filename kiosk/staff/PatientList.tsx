import { type CalendarDate, type KioskPatientRow, listKioskPatients } from '@portal/api';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useFacility } from '../../src/data/facility.ts';
import { send } from '../../src/data/http.ts';
import { loadProfile, useProfile } from '../../src/data/profile.ts';
import { signOut } from '../../src/data/session.ts';
import { Button } from '../../src/ui/Button.tsx';
import { DatePicker } from '../../src/ui/DatePicker.tsx';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { SelectField } from '../../src/ui/Field.tsx';
import { Icon } from '../../src/ui/Icon.tsx';
import { CalendarDays, CloudOff, Hourglass, LogOut, TriangleAlert, User } from '../../src/ui/icons.ts';
import { KioskBar, KioskMain } from '../../src/ui/KioskBar.tsx';
import { KioskFilters, KioskRow, KioskRows, KioskWait } from '../../src/ui/KioskRows.tsx';
import { MenuButton, MenuItem } from '../../src/ui/MenuButton.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { Skeleton } from '../../src/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../src/ui/VisuallyHidden.tsx';
import { formatDate, useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { shortName } from '../handover/shortName.ts';
import { type Loaded, useLoad } from '../load.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageChoice } from '../parts/LanguageChoice.tsx';
import { UpdateOffer } from '../parts/UpdateOffer.tsx';
import { count } from './PatientList.css.ts';
import { facilitiesOf, loneStart, rowsFor, todayAt } from './list.ts';
import { Preparing, startFor } from './start.tsx';

const StartDialog = lazy(() => import('./StartDialog.tsx'));
const route = getRouteApi('/kioskQuestionnaires');
const allFacilities = '';

/** Staff's list of who is due on a day (specification 2, section 2). */
export function Page(): ReactNode {
  const { t } = useWords();
  const { startIfOnlyOne } = route.useSearch();
  const navigate = useNavigate();
  const facility = useFacility();
  const timeZone = facility?.timeZoneId ?? 'UTC';
  const [today] = useState<CalendarDate>(() => todayAt(timeZone, new Date()));
  const [date, setDate] = useState(today);
  const [asked, setAsked] = useState<KioskPatientRow | null>(null);
  const [starting, setStarting] = useState(false);
  const startsLone = useRef(startIfOnlyOne === 'true');
  useArrival(t('core.kioskTitle'));

  const start = useCallback(async (row: KioskPatientRow): Promise<void> => {
    setStarting(true);
    if (!(await startFor(row.patientId))) {
      setStarting(false);
      setAsked(null);
    }
  }, []);

  const load = useCallback(async (signal: AbortSignal): Promise<readonly KioskPatientRow[]> => {
    const rows = await send(listKioskPatients, { query: { dueDate: date }, signal });
    if (startsLone.current) {
      // Once: the way back from the patient, or a reload, finds the list.
      startsLone.current = false;
      void navigate({ to: '/kioskQuestionnaires', search: {}, replace: true });
      const lone = loneStart(rows);
      if (lone?.kind === 'open') void start(lone.row);
      if (lone?.kind === 'ask') setAsked(lone.row);
    }
    return rows;
  }, [date, navigate, start]);
  const { loaded, again } = useLoad(load);

  if (starting) return <Preparing />;
  return (
    <>
      <KioskBar brand={<KioskBrand />}>
        <LanguageChoice whose="tablet" />
        <StaffMenu />
      </KioskBar>
      <KioskMain>
        <MessageBar />
        <UpdateOffer />
        <h1>{t('kiosk.listHeading')}</h1>
        <DueList today={today} date={date} onDate={setDate} loaded={loaded} onAgain={again} onStart={setAsked} />
      </KioskMain>
      {asked ? (
        <Suspense fallback={null}>
          <StartDialog row={asked} onCancel={() => setAsked(null)} onStart={() => void start(asked)} />
        </Suspense>
      ) : null}
    </>
  );
}

function StaffMenu(): ReactNode {
  const { t } = useWords();
  const profile = useProfile();
  useEffect(() => {
    // After a reload the session is there and who it is of is not; the log-out tells the server both.
    loadProfile().catch(() => undefined);
  }, []);
  return (
    <MenuButton icon={<Icon of={User} />} label={profile ? shortName(profile) : t('kiosk.staffEntry')}>
      <MenuItem icon={LogOut} onSelect={() => void signOut('asked')}>
        {t('kiosk.logOut')}
      </MenuItem>
    </MenuButton>
  );
}

interface DueListProps {
  readonly today: CalendarDate;
  readonly date: CalendarDate;
  readonly onDate: (date: CalendarDate) => void;
  readonly loaded: Loaded<readonly KioskPatientRow[]>;
  readonly onAgain: () => void;
  readonly onStart: (row: KioskPatientRow) => void;
}

function DueList({ today, date, onDate, loaded, onAgain, onStart }: DueListProps): ReactNode {
  const { t, locale } = useWords();
  const id = useId();
  const [dateError, setDateError] = useState(false);
  const [facility, setFacility] = useState<string>(allFacilities);
  const all = loaded.kind === 'there' ? loaded.value : [];
  const facilities = facilitiesOf(all, locale);
  // A facility that has nobody on the new day would be an empty list without a reason to be seen.
  const chosen = facilities.includes(facility) ? facility : allFacilities;
  const rows = rowsFor(all, chosen === allFacilities ? null : chosen, locale);

  const pick = (next: CalendarDate | null, typed: string): void => {
    setDateError(next === null && typed.trim() !== '');
    if (next) onDate(next);
  };

  return (
    <>
      <KioskFilters>
        <DatePicker
          id={`${id}-due`}
          label={t('kiosk.dueDate')}
          value={date}
          error={dateError ? t('kiosk.dueDateInvalid', { example: formatDate(locale, date) }) : null}
          onChange={pick}
          today={today}
          previousNext
        />
        <SelectField
          id={`${id}-facility`}
          label={t('kiosk.facility')}
          value={chosen}
          onChange={setFacility}
          options={[{ value: allFacilities, label: t('kiosk.allFacilities') }, ...facilities.map((name) => ({ value: name, label: name }))]}
        />
        <p className={count} aria-live="polite">
          {loaded.kind === 'there' ? t('kiosk.patientCount', { count: rows.length }) : null}
        </p>
      </KioskFilters>
      <Rows loaded={loaded} rows={rows} onAgain={onAgain} onStart={onStart} />
    </>
  );
}

function Rows({ loaded, rows, onAgain, onStart }: Pick<DueListProps, 'loaded' | 'onAgain' | 'onStart'> & { readonly rows: readonly KioskPatientRow[] }): ReactNode {
  const { t } = useWords();
  if (loaded.kind === 'waiting') return <Skeleton lines={6} label={t('kiosk.loadingList')} />;
  if (loaded.kind === 'failed') {
    const { failure } = loaded;
    if (failure.kind === 'refused' && failure.body.error === 'feature_inactive') {
      return (
        <EmptyState icon={TriangleAlert} level={2} title={t('kiosk.featureInactive')}>
          {t('kiosk.featureInactiveHint')}
        </EmptyState>
      );
    }
    return (
      <EmptyState icon={CloudOff} level={2} title={t('kiosk.listFailed')} action={<Button onClick={onAgain}>{t('core.tryAgain')}</Button>}>
        {t('kiosk.listFailedHint')}
      </EmptyState>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState icon={CalendarDays} level={2} title={t('kiosk.empty')}>
        {t('kiosk.emptyHint')}
      </EmptyState>
    );
  }
  return (
    <KioskRows label={t('kiosk.listHeading')}>
      {rows.map((row) => (
        <DueRow key={row.patientId} row={row} onStart={onStart} />
      ))}
    </KioskRows>
  );
}

function DueRow({ row, onStart }: { readonly row: KioskPatientRow; readonly onStart: (row: KioskPatientRow) => void }): ReactNode {
  const { t, locale } = useWords();
  const name = t('kiosk.fullName', { firstName: row.firstName, lastName: row.lastName });
  return (
    <KioskRow
      name={name}
      details={[t('kiosk.born', { date: formatDate(locale, row.dateOfBirth) }), `${row.mrn} · ${row.facilityShortName}`]}
      titlesLabel={t('kiosk.questionnaires')}
      titles={row.questionnaireTitles.map((title, index) => ({ id: `${index}`, title }))}
      action={
        row.canStartByPatient ? (
          <Button onClick={() => onStart(row)}>
            {t('kiosk.start')}
            <VisuallyHidden>{t('kiosk.startForHidden', { name })}</VisuallyHidden>
          </Button>
        ) : (
          <KioskWait>
            <Icon of={Hourglass} size="s" />
            <span>{t('kiosk.notYetActive')}</span>
          </KioskWait>
        )
      }
    />
  );
}
