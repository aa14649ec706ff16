import type { ActivityLine } from '@portal/api';
import { Fragment, type ReactNode } from 'react';
import { deviceText } from '../../records/deviceText.ts';
import { dayAt, isoDay, zoneOf } from '../../records/zone.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatInstantDate, formatTime, useWords } from '../../words/index.ts';
import { whatOf, whoOf } from './lineText.ts';
import { logDay, log, logFrom, logTime, logWhat, logWho } from './personalData.css.ts';

export interface ActivityListProps {
  readonly lines: readonly ActivityLine[];
  readonly timeZone: string;
  readonly now: number;
  readonly actingFor: string | null;
}

/** Lines by day, in the order of the answer. */
export function byDay(
  lines: readonly ActivityLine[],
  timeZone: string,
): (readonly [number, readonly ActivityLine[]])[] {
  const zone = zoneOf(timeZone);
  const days = new Map<number, ActivityLine[]>();
  for (const line of lines) {
    const day = dayAt(zone, Date.parse(line.at));
    const known = days.get(day);
    if (known === undefined) days.set(day, [line]);
    else known.push(line);
  }
  return [...days];
}

/** The log by day: when, what, who, and from which kind of device. */
export function ActivityList({ lines, timeZone, now, actingFor }: ActivityListProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const today = dayAt(zoneOf(timeZone), now);
  const isThisYear = (day: number) => isoDay(day).slice(0, 4) === isoDay(today).slice(0, 4);
  return byDay(lines, timeZone).map(([day, ofDay]) => {
    const date = formatInstantDate(locale, ofDay[0]?.at ?? '', timeZone, isThisYear(day) ? 'day' : 'medium');
    return (
      <Fragment key={day}>
        <h3 className={logDay}>
          {day === today
            ? t('personalData.today', { date })
            : day === today - 1
              ? t('personalData.yesterday', { date })
              : date}
        </h3>
        <ol className={log}>
          {ofDay.map((line) => (
            <li key={line.id}>
              <time className={logTime} dateTime={line.at}>
                {formatTime(locale, line.at, timeZone)}
              </time>
              <span className={logWhat}>
                {whatOf(line, words, timeZone)}{' '}
                {line.act === 'refused' ? <Badge>{t('personalData.refused')}</Badge> : null}
              </span>
              <span className={logWho}>{whoOf(line, words, actingFor)}</span>
              <span className={logFrom}>{deviceText(line.device, words)}</span>
            </li>
          ))}
        </ol>
      </Fragment>
    );
  });
}
