import { type PatientId, type SectionRight, type UserId, Section, listRepresentations } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatList, formatPersonName, useWords } from '../../words/index.ts';
import { Fetched } from '../facility/Fetched.tsx';
import { may } from './contacts.css.ts';

/**
 * What a representative may see and do for a patient, for themselves (beyond the document): every section, with what is not allowed
 * as well. Needs the texts of `contacts` and `resources`; `name` stands until the patient's own is there.
 */
export function WhatYouMayDo({ userId, patientId, name, onClose }: { userId: UserId; patientId: PatientId; name: string; onClose: () => void }): ReactNode {
  const { t, locale } = useWords();
  const asked = useCall(listRepresentations, { params: { userId } });
  const found = asked.data?.find((one) => one.patientId === patientId);
  const who = found ? formatPersonName(locale, found) : name;
  return (
    <Dialog open title={t('contacts.youMay', { name: who })} description={t('contacts.youMayText', { name: who })} onClose={onClose}>
      <Fetched asked={asked} isEmpty={() => found === undefined || found.rights.length === 0} empty={<p>{t('contacts.youMayNothing', { name: who })}</p>} level={3}>
        {() => <Rights rights={found?.rights ?? []} />}
      </Fetched>
    </Dialog>
  );
}

function Rights({ rights }: { rights: readonly SectionRight[] }): ReactNode {
  const { t, locale } = useWords();
  return (
    <dl className={may}>
      {Section.options.map((section) => {
        const given = rights.filter((one) => one.section === section).map(({ right }) => t(`contacts.right_${right}`));
        return (
          <div key={section}>
            <dt>{t(`contacts.section_${section}`)}</dt>
            <dd>{given.length === 0 ? t('contacts.youMayNot') : formatList(locale, given)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
