import type { PatientId } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import type { NamedNews } from '../../records/namedNews.ts';
import { useNow } from '../../data/useNow.ts';
import { Card } from '../../ui/Card.tsx';
import { useIsOfflineLine } from '../../records/kept/offlineLine.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Chevron } from '../../ui/Chevron.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { emptyDot } from '../../ui/EmptyRow.css.ts';
import { Icon, type IconLike, iconOf } from '../../ui/Icon.tsx';
import { CloudOff, HeartPulse, Lock } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { section } from '../../ui/Page.css.ts';
import { QuickAction, QuickActions } from '../../ui/QuickActions.tsx';
import { row, rowMain, rows, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { lead, screenOnly } from '../../ui/text.css.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstant, intlOf, useWords } from '../../words/index.ts';
import { Appointments } from './Appointments.tsx';
import { CareTeam } from './CareTeam.tsx';
import { Contacts } from './Contacts.tsx';
import { greeting, head, headingRow, home, main, newForYou, side, wide } from './dashboard.css.ts';
import { hourIn, partOfDay } from './days.ts';
import type { LinkProps } from '../../records/links.ts';
import type { LinkTo } from './links.ts';

/** What is new on one page, from a count of the navigation. */
export interface News {
  readonly key: string;
  readonly icon: IconLike;
  /** The text with the number. */
  readonly title: string;
  readonly way: LinkProps;
  /** The names, where they are loaded. */
  readonly items: readonly (NamedNews & { readonly way: LinkProps })[];
  /** How many names are on the way. */
  readonly coming: number;
}

/** How many new things Home names, on a phone and on a larger screen; the others are counted. */
const namedOnPhone = 2;
const namedAtMost = 4;

interface DashboardProps {
  readonly patientId: PatientId;
  /** The first name of the person who is signed in. */
  readonly firstName: string;
  /** The patient's name, when the patient is somebody else. */
  readonly shownFor: { readonly name: string; readonly firstName: string } | null;
  /** Names the patient whose record it is, with the button for another record; below the greeting. */
  readonly acting: ReactNode;
  /** Whether the person has a part of the dashboard's module for this patient. */
  readonly has: (
    detail: 'Appointments' | 'HealthSummary' | 'CareTeam' | 'PersonalContacts' | 'AddContact' | 'RequestNewAppointment',
  ) => boolean;
  readonly linkTo: LinkTo;
  /** What is to be done; null when no module can have anything to do. */
  readonly toDo: ReactNode;
  /** The remaining steps of setting up; null for a representative. */
  readonly setUp: ReactNode;
  readonly news: readonly News[];
  /** What changed since the reader last looked; null where nothing did. */
  readonly changes: ReactNode;
  /** When the shown data was loaded, while there is no connection; else null. */
  readonly savedAt: number | null;
}

const greetings = {
  morning: 'dashboard.morning',
  afternoon: 'dashboard.afternoon',
  evening: 'dashboard.evening',
} as const;

/** The first page: what is to be done, the next visit, what is new, the care team and the contacts (specification 2, section 2). */
export function Dashboard({
  patientId,
  firstName,
  shownFor,
  acting,
  has,
  linkTo,
  toDo,
  setUp,
  news,
  changes,
  savedAt,
}: DashboardProps): ReactNode {
  const { t, locale } = useWords();
  const now = useNow();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const health = has('HealthSummary') ? linkTo('/health-summary') : null;
  const appointments = has('Appointments') ? (
    <Appointments key={patientId} patientId={patientId} linkTo={linkTo} mayAsk={has('RequestNewAppointment')} />
  ) : null;
  const careTeam = has('CareTeam') ? (
    <CareTeam key={`team ${patientId}`} patientId={patientId} linkTo={linkTo} />
  ) : null;
  const contacts = has('PersonalContacts') ? (
    <Contacts key={`contacts ${patientId}`} patientId={patientId} linkTo={linkTo} canChange={shownFor === null} />
  ) : null;
  const isLine = useIsOfflineLine(savedAt);
  const hasMain = toDo !== null || appointments !== null;
  const hasSide = careTeam !== null || contacts !== null || health !== null;
  return (
    <>
      <div className={head}>
        <h1 className={greeting}>{t(greetings[partOfDay(hourIn(timeZone, now))], { name: firstName })}</h1>
        <p className={`${lead} ${screenOnly}`}>
          {intlOf(locale).formatDate(now, { weekday: 'long', month: 'long', day: 'numeric', timeZone })}
        </p>
        {savedAt === null || !isLine ? null : (
          <Chip kind="offline" icon={CloudOff}>
            {t('dashboard.savedCopy', { when: formatInstant(locale, new Date(savedAt).toISOString(), timeZone) })}
          </Chip>
        )}
        {acting === null ? null : <div className={screenOnly}>{acting}</div>}
      </div>
      {changes}
      {news.length > 0 ? <NewForYou news={news} firstName={shownFor?.firstName ?? null} /> : null}
      {hasMain ? null : setUp}
      {hasMain || hasSide ? (
        <div className={hasMain && hasSide ? home : undefined}>
          {hasMain ? (
            <div className={main}>
              {toDo}
              {setUp}
              {appointments}
            </div>
          ) : null}
          {hasSide ? (
            <div className={side}>
              {careTeam}
              {contacts}
              {health ? <HealthSummary way={health} isOwn={shownFor === null} /> : null}
            </div>
          ) : null}
        </div>
      ) : news.length > 0 ? null : (
        <EmptyState
          icon={Lock}
          level={2}
          title={
            shownFor === null ? t('dashboard.nothingYetTitle') : t('dashboard.nothingHere', { name: shownFor.name })
          }
        >
          {t(shownFor === null ? 'dashboard.nothingYetText' : 'dashboard.nothingHereText')}
        </EmptyState>
      )}
    </>
  );
}

function NewForYou({ news, firstName }: { news: readonly News[]; firstName: string | null }): ReactNode {
  const { t } = useWords();
  const most = useWindowSize() === 'XSmall' ? namedOnPhone : namedAtMost;
  const named = news
    .flatMap(({ icon, items }) => items.map((item) => ({ ...item, icon })))
    .toSorted((one, other) => other.when.localeCompare(one.when, 'en'))
    .slice(0, most);
  const all = news.reduce((sum, { items, coming }) => sum + items.length + coming, 0);
  // What is on the way has its place, so that nothing below moves when it comes.
  const places = Array.from({ length: Math.min(most, all) - named.length }, (_, at) => at);
  const counted = news.filter(({ items, coming }) =>
    coming > 0 ? all > most : items.length === 0 || items.some((item) => !named.some(({ key }) => key === item.key)),
  );
  return (
    <div className={`${newForYou} ${screenOnly}`}>
      <Section
        id="dashboard-new"
        title={firstName === null ? t('dashboard.newForYou') : t('dashboard.newFor', { name: firstName })}
      >
        {named.length + places.length === 0 ? null : (
          <Card flush>
            <ul className={rows}>
              {named.map(({ key, icon, title, lang, kind, line, way }) => (
                <li key={key}>
                  <a className={row} {...way}>
                    <span className={emptyDot}>{iconOf(icon)}</span>
                    <span className={rowMain}>
                      {kind === undefined ? null : <VisuallyHidden>{kind}: </VisuallyHidden>}
                      <span className={rowTitle} lang={lang}>
                        {title}
                      </span>
                      <span className={rowSub}>{line}</span>
                    </span>
                    <Chevron />
                  </a>
                </li>
              ))}
              {places.map((at) => (
                <li key={at} className={row} aria-hidden="true">
                  <span className={emptyDot} />
                  <span className={rowMain}>
                    <span className={rowTitle}>{'\u00a0'}</span>
                    <span className={rowSub}>{'\u00a0'}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {counted.length === 0 ? null : (
          <QuickActions isLow>
            {counted.map(({ key, icon, title, way }) => (
              <QuickAction key={key} icon={icon} {...way}>
                {title}
              </QuickAction>
            ))}
          </QuickActions>
        )}
      </Section>
    </div>
  );
}

function HealthSummary({ way, isOwn }: { way: LinkProps; isOwn: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <section className={`${section} ${wide} ${headingRow} ${screenOnly}`} aria-labelledby="dashboard-health">
      <Card flush>
        <a className={row} {...way}>
          <span className={emptyDot}>
            <Icon of={HeartPulse} />
          </span>
          <span className={rowMain}>
            <h2 className={rowTitle} id="dashboard-health">
              {t('records.section_HealthSummary')}
            </h2>
            <span className={rowSub}>{t(isOwn ? 'dashboard.viewHealthInfo' : 'dashboard.viewHealthInfoOf')}</span>
          </span>
          <Chevron />
        </a>
      </Card>
    </section>
  );
}
