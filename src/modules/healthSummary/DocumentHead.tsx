import { recordDateText } from '@portal/api';
import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { muted, small } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { head, headFacts } from './HealthSummary.css.ts';
import type { ShownDocument } from './shownDocument.ts';

/** Who wrote the document, about whom, and for which time. Missing facts are named as missing. */
export function DocumentHead({
  shown: {
    head: { displayDate, title, sourceName },
    language,
    header,
    isPlain,
  },
  id,
  timeZone,
  takesFocus,
}: {
  shown: ShownDocument;
  id: string;
  timeZone: string;
  /** The person chose it on this page, so the focus comes here. */
  takesFocus: boolean;
}): ReactNode {
  const { t, locale } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const lang = language ?? undefined;
  const day = (date: Parameters<typeof recordDateText>[1]) => recordDateText(locale, date, timeZone, 'day');
  const { patientName, birthDate, authors, custodian, careTeam, periodStart, periodEnd } = header;
  const covers =
    periodStart !== null && periodEnd !== null
      ? t('healthSummary.coversRange', { start: day(periodStart), end: day(periodEnd) })
      : periodStart !== null
        ? t('healthSummary.coversFrom', { start: day(periodStart) })
        : periodEnd !== null
          ? t('healthSummary.coversUntil', { end: day(periodEnd) })
          : null;
  const patient =
    patientName !== null && birthDate !== null
      ? t('healthSummary.patientBorn', { name: patientName, date: day(birthDate) })
      : patientName;
  const facts = [
    { name: 'patient', values: patient === null ? [] : [patient] },
    { name: 'madeBy', values: authors },
    { name: 'covers', values: covers === null ? [] : [covers] },
    { name: 'keptBy', values: [custodian ?? sourceName].filter((source) => source !== null) },
    ...(careTeam.length === 0 ? [] : [{ name: 'careTeam', values: careTeam } as const]),
  ] as const;
  return (
    <Card className={head}>
      <div>
        <p className={classes(small, muted)} lang={lang}>
          {t('healthSummary.ccda', { type: title ?? t('healthSummary.heading') })}
        </p>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {displayDate === null
            ? t('healthSummary.summaryUndated')
            : t('healthSummary.summaryOf', { date: day(displayDate) })}
        </h2>
      </div>
      <dl className={headFacts}>
        {facts
          .filter(({ values }) => !isPlain || values.length > 0)
          .map(({ name, values }) => (
            <div key={name}>
              <dt>{t(`healthSummary.${name}`)}</dt>
              {values.length === 0 ? <dd>{t('healthSummary.notGiven')}</dd> : null}
              {values.map((value, index) => (
                <dd key={index}>{value}</dd>
              ))}
            </div>
          ))}
      </dl>
    </Card>
  );
}
