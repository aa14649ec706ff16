import type { ReactNode } from 'react';
import { Chevron } from '../../ui/Chevron.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Info } from '../../ui/icons.ts';
import { row, rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { joinFacts, useWords } from '../../words/index.ts';
import type { LinkProps } from '../links.ts';
import { DateParts } from './DateBox.tsx';
import { StateBadge } from './StateBadge.tsx';
import { cancelled, datebox, next, note, statusOfRow, visit as visitClass } from './visit.css.ts';
import { clockTime, isMonthOnly, relativeDay, type Visit, weekdayOf } from './visit.ts';

/** All lines as one line that wraps. */
const joined = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [lines.join(' · ')]);

/** A visit in a list: date, what, day and time, place, status, and what to do before it. With a `link` the whole row opens it. */
export function VisitRow({
  visit,
  now,
  link,
  isNext = false,
  isBrief = false,
}: {
  visit: Visit;
  now: number;
  link: LinkProps | null;
  isNext?: boolean;
  /** True: the status is on the line of the time, because there is little room. */
  isBrief?: boolean;
}): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const isMonth = isMonthOnly(visit.isRecommended, visit.moment, now);
  const when = [isMonth ? null : weekdayOf(locale, visit.moment), clockTime(locale, visit.moment, visit.abbreviation)];
  const relative = visit.state === 'upcoming' ? relativeDay(words, visit.moment, now) : null;
  const time = [joinFacts(locale, when), relative].filter(Boolean).join(' ');
  const whenText = [time, isBrief ? visit.status : ''].filter((part) => part !== '').join(' · ');
  const content = (
    <>
      <span className={datebox}>
        <DateParts moment={visit.moment} isMonth={isMonth} now={now} withWeekday={false} />
      </span>
      <span className={rowMain}>
        <span className={rowTitle}>{visit.name}</span>
        {(isBrief
          ? [whenText, [visit.otherType, visit.place].filter(Boolean).join(' · ')]
          : [whenText, visit.otherType ?? '', visit.place]
        )
          .filter((line) => line !== '')
          .map((line) => (
            <span key={line} className={rowSub}>
              {line}
            </span>
          ))}
        {visit.state === 'upcoming'
          ? (isBrief ? joined(visit.instructions) : visit.instructions).map((line) => (
              <span key={line} className={`${rowSub} ${note}`}>
                <Icon of={Info} size="xs" />
                <span>{line}</span>
              </span>
            ))
          : null}
        {isBrief ? null : (
          <span className={statusOfRow}>
            <StateBadge visit={visit} />
          </span>
        )}
        {link === null ? null : <VisuallyHidden> {t('records.viewMore')}</VisuallyHidden>}
      </span>
      {link === null ? null : <Chevron />}
    </>
  );
  const className = classes(row, visitClass, isNext && next, visit.state === 'cancelled' && cancelled);
  return link === null ? (
    <div className={className}>{content}</div>
  ) : (
    <a className={className} {...link}>
      {content}
    </a>
  );
}
