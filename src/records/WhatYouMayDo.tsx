import {
  type AgeEnd,
  type PatientId,
  type Representation,
  type UserId,
  Section,
  listRepresentations,
} from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../data/query/query.ts';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { formatDate, formatList, formatPersonName, useWords } from '../words/index.ts';
import { QueryBoundary } from './QueryBoundary.tsx';
import { sectionNames } from './sectionNames.ts';
import { may } from './WhatYouMayDo.css.ts';

/**
 * What a representative may see and do for a patient (beyond the specification): every section, including what is not allowed. Needs the
 * texts of `contacts`. `name` is shown until the patient's own name is loaded.
 */
export function WhatYouMayDo({
  userId,
  patientId,
  name,
  onClose,
  children,
}: {
  userId: UserId;
  patientId: PatientId;
  name: string;
  onClose: () => void;
  /** Below the list: what the representative can do about it. */
  children?: ReactNode;
}): ReactNode {
  const { t, locale } = useWords();
  const asked = useCall(listRepresentations, { params: { userId } });
  const found = asked.data?.find((one) => one.patientId === patientId);
  const who = found ? formatPersonName(locale, found) : name;
  return (
    <Dialog
      title={t('records.youMay', { name: who })}
      description={t('records.youMayText', { name: who })}
      onClose={onClose}
    >
      <QueryBoundary
        query={asked}
        isEmpty={() => found === undefined || found.rights.length + found.sectionEnds.length === 0}
        empty={<p>{t('records.youMayNothing', { name: who })}</p>}
        level={3}
      >
        {() => (found === undefined ? null : <Rights {...found} />)}
      </QueryBoundary>
      {found?.endsByAge.map((end) => (
        <EndsByAge key={`${end.birthday} ${String(end.isOver)}`} end={end} name={who} />
      ))}
      {found === undefined || found.lastDay === null ? null : (
        <p>{t('records.youMayUntil', { name: who, date: formatDate(locale, found.lastDay, 'long') })}</p>
      )}
      {found === undefined || found.reason === null ? null : (
        <p>{t('records.youMayReason', { reason: found.reason })}</p>
      )}
      {children}
    </Dialog>
  );
}

/** Why a section is closed, or will be: the facility's rule, and not a choice of the patient. */
function EndsByAge({ end: { age, birthday, isOver, sections }, name }: { end: AgeEnd; name: string }): ReactNode {
  const { t, locale } = useWords();
  const values = { name, age, sections: sectionNames(sections, { t, locale }) };
  return (
    <p>
      {isOver
        ? t('records.youMayAgeEnded', values)
        : t('records.youMayAgeEnds', { ...values, date: formatDate(locale, birthday, 'long') })}
    </p>
  );
}

function Rights({ rights, sectionEnds }: Pick<Representation, 'rights' | 'sectionEnds'>): ReactNode {
  const { t, locale } = useWords();
  return (
    <dl className={may}>
      {Section.options.map((section) => {
        const given = rights.filter((one) => one.section === section).map(({ right }) => t(`records.right_${right}`));
        const { lastDay = null, reason = null } = sectionEnds.find((one) => one.section === section) ?? {};
        const date = lastDay === null ? '' : formatDate(locale, lastDay, 'long');
        const ended = t(lastDay === null ? 'records.youMayNot' : 'records.rightEnded', { date });
        const may = formatList(locale, given);
        return (
          <div key={section}>
            <dt>{t(`records.section_${section}`)}</dt>
            <dd>
              {given.length === 0 ? ended : lastDay === null ? may : t('records.rightUntil', { right: may, date })}
              {reason === null ? null : <small>{t('records.youMayReason', { reason })}</small>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
