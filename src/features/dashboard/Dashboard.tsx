import type { PatientId } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useFacility } from '../../data/facility.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { IconLike } from '../../ui/Icon.tsx';
import { HeartPulse, Lock } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { Section } from '../../ui/Page.tsx';
import { section } from '../../ui/Page.css.ts';
import { lead, screenOnly } from '../../ui/text.css.ts';
import { Row, Rows } from '../../ui/Row.tsx';
import { useWords } from '../../words/index.ts';
import { Appointments } from './Appointments.tsx';
import { CareTeam } from './CareTeam.tsx';
import { Contacts } from './Contacts.tsx';
import { columns, greeting, head, panel } from './dashboard.css.ts';
import { hourIn, partOfDay } from './days.ts';
import { useNow } from './useNow.ts';
import type { Way, WayTo } from './ways.ts';

/** Something that waits for the person, from a count that the navigation has. */
export interface News {
  readonly key: string;
  readonly icon: IconLike;
  readonly title: string;
  readonly sub: string;
  readonly way: Way;
}

export interface DashboardProps {
  readonly patientId: PatientId;
  /** Of whoever is signed in. */
  readonly firstName: string;
  /** The patient whose information is shown, where that is another. */
  readonly shownFor: string | null;
  /** Whose it is, and the way to choose another; below the greeting. */
  readonly acting: ReactNode;
  /** Whether the person has a detail of the dashboard's module for this patient. */
  readonly has: (detail: 'Appointments' | 'HealthSummary' | 'CareTeam' | 'PersonalContacts' | 'AddContact' | 'RequestNewAppointment') => boolean;
  readonly wayTo: WayTo;
  readonly news: readonly News[];
}

const greetings = { morning: 'dashboard.morning', afternoon: 'dashboard.afternoon', evening: 'dashboard.evening' } as const;

/** The first page: what is next, what is new, who cares and who helps (specification 2, section 2). */
export function Dashboard({ patientId, firstName, shownFor, acting, has, wayTo, news }: DashboardProps): ReactNode {
  const { t, locale } = useWords();
  const now = useNow();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const health = has('HealthSummary') ? wayTo('/health-summary') : null;
  const hasSide = news.length > 0 || health !== null;
  const side = hasSide ? (
    <div className={screenOnly}>
      {news.length > 0 ? <NewForYou news={news} /> : null}
      {health ? <HealthSummary way={health} /> : null}
    </div>
  ) : null;
  const widgets = [
    has('CareTeam') ? <CareTeam key={`team ${patientId}`} patientId={patientId} wayTo={wayTo} /> : null,
    has('PersonalContacts') ? <Contacts key={`contacts ${patientId}`} patientId={patientId} wayTo={wayTo} canChange={shownFor === null && has('AddContact')} /> : null,
  ];
  const appointments = has('Appointments') ? (
    <div>
      <Appointments key={patientId} patientId={patientId} wayTo={wayTo} request={has('RequestNewAppointment') ? wayTo('/contact-us') : null} />
    </div>
  ) : null;
  const isBare = appointments === null && side === null && widgets.every((widget) => widget === null);
  return (
    <>
      <div className={head}>
        <h1 className={greeting}>{t(greetings[partOfDay(hourIn(timeZone, now))], { name: firstName })}</h1>
        <p className={`${lead} ${screenOnly}`}>{new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone }).format(now)}</p>
        {acting === null ? null : <div className={screenOnly}>{acting}</div>}
      </div>
      {appointments !== null || side !== null ? (
        <div className={appointments !== null && side !== null ? columns : undefined}>
          {appointments}
          {side}
        </div>
      ) : null}
      {widgets}
      {isBare ? (
        <EmptyState icon={Lock} level={2} title={shownFor === null ? t('shell.nothingYetTitle') : t('dashboard.nothingHere', { name: shownFor })}>
          {t(shownFor === null ? 'shell.nothingYetText' : 'dashboard.nothingHereText')}
        </EmptyState>
      ) : null}
    </>
  );
}

function NewForYou({ news }: { news: readonly News[] }): ReactNode {
  const { t } = useWords();
  return (
    <Section id="dashboard-new" title={t('dashboard.newForYou')}>
      <Card flush>
        <Rows>
          {news.map(({ key, icon, title, sub, way }) => (
            <Row
              key={key}
              icon={icon}
              title={title}
              sub={sub}
              renderLink={({ className, children }) => (
                <a className={className} {...way}>
                  {children}
                </a>
              )}
            />
          ))}
        </Rows>
      </Card>
    </Section>
  );
}

function HealthSummary({ way }: { way: Way }): ReactNode {
  const { t } = useWords();
  const id = useId();
  return (
    <section className={section} aria-labelledby={id}>
      <div className={panel}>
        <h2 id={id}>{t('dashboard.healthSummary')}</h2>
        <p>{t('dashboard.healthSummaryText')}</p>
        <ButtonLink variant="secondary" icon={HeartPulse} {...way}>
          {t('dashboard.viewHealthInfo')}
        </ButtonLink>
      </div>
    </section>
  );
}
