import { listVisitGuides, type PatientId, type VisitGuide } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useCall } from '../../data/query/query.ts';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { langOf, useWords } from '../../words/index.ts';
import type { AppointmentRow } from './list.ts';
import * as look from './VisitGuides.css.ts';

interface VisitGuidesProps {
  readonly patientId: PatientId;
  readonly row: AppointmentRow;
}

/** The facility's texts of one kind for a visit that can still take place; none while they are loading, or where there are none. */
function useGuides({ patientId, row: { id, state } }: VisitGuidesProps, kind: VisitGuide['about']) {
  const { language } = useWords();
  const isAhead = state === 'upcoming' || state === 'overdue';
  const { data = [] } = useCall(listVisitGuides, { params: { patientId }, query: { language } }, { enabled: isAhead });
  return isAhead ? data.filter(({ appointmentId, about }) => appointmentId === id && about === kind) : [];
}

/** What happens at a visit of this type, in the facility's words. */
export function WhatToExpect(props: VisitGuidesProps): ReactNode {
  const { t } = useWords();
  const facility = useFacility()?.facilityShortName ?? '';
  const guides = useGuides(props, 'visitType');
  if (guides.length === 0) return null;
  return (
    <Card title={t('appointments.expect')} level={2}>
      <div className={look.guides}>
        {guides.map((guide) => (
          <Guide key={guide.title} guide={guide} />
        ))}
        <p className={look.source}>{t('appointments.expectBy', { facility })}</p>
      </div>
    </Card>
  );
}

/** The way to the place of a visit and where to park, in the facility's words. */
export function WayThere(props: VisitGuidesProps): ReactNode {
  const guides = useGuides(props, 'place');
  return guides.length === 0 ? null : (
    <div className={classes(look.guides, look.way)}>
      {guides.map((guide) => (
        <Guide key={guide.title} guide={guide} />
      ))}
    </div>
  );
}

function Guide({ guide: { title, text, language } }: { guide: VisitGuide }): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} lang={langOf(language)}>
      <h3 id={id} className={look.title}>
        {title}
      </h3>
      <p className={look.text}>{text}</p>
    </section>
  );
}
