import { type CalendarDate, Section, hasRight } from '@portal/api';
import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { facility, useFacility } from '../../data/facility.ts';
import { useIdentity, useRepresented } from '../../data/profile.ts';
import type { Identity } from '../../data/identity.ts';
import type { DeclaredPage } from '../module.ts';
import { isAllowed } from './tabOrder.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Lock } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { formatDate, formatPersonName, useWords } from '../../words/index.ts';
import { allowanceOf } from './allowance.ts';

/** Whether the person or their facility does not have a page. An emailed link leads to questionnaires only. */
export const isForbidden = (page: DeclaredPage, identity: Identity): boolean =>
  !isAllowed(page, allowanceOf(identity, facility()?.resources ?? null)) ||
  (identity.profile.loginType === 'patientLinkUser' && page.isForLinkUsers !== true);

/** The current page, if the person or the facility does not have its capability or resource; else null. */
export function useForbiddenPage(): DeclaredPage | null {
  const page = useMatches().findLast(({ staticData }) => staticData.page)?.staticData.page;
  const identity = useIdentity();
  useFacility();
  return page !== undefined && identity !== null && isForbidden(page, identity) ? page : null;
}

/** `endedAtAge`: the facility's rule took the section, and not the patient. `endedOn`: its last day is over. */
type Withholder = Identity['representations'][number] & {
  readonly endedAtAge: number | null;
  readonly endedOn: CalendarDate | null;
};

/** The patient who has not given the person the section of a page; null where it is closed for another reason. */
function useWithholder(page: DeclaredPage): Withholder | null {
  const identity = useIdentity();
  const patientId = useRepresented()?.patientId;
  const patient = identity?.representations.find((one) => one.patientId === patientId);
  // A page of a module's part, such as `Dashboard.HealthSummary`, belongs to the section of that part.
  const section = Section.options.find((one) => one === page.capability?.split('.').at(-1));
  if (patient === undefined || patient.rights === null || section === undefined) return null;
  if (hasRight(patient.rights, page.right ?? { section, right: 'read' })) return null;
  const ended = patient.endsByAge.find(({ isOver, sections }) => isOver && sections.includes(section));
  const endedOn = patient.sectionEnds.find((one) => one.section === section)?.lastDay ?? null;
  return { ...patient, endedAtAge: ended?.age ?? null, endedOn };
}

/** Says why the person does not have a page, with a link to continue. */
export function NotForYou({ page }: { page: DeclaredPage }): ReactNode {
  const { t, locale } = useWords();
  const withholder = useWithholder(page);
  const name = withholder === null ? '' : formatPersonName(locale, withholder);
  const { endedAtAge: age = null, endedOn = null } = withholder ?? {};
  const byLink = useIdentity()?.profile.loginType === 'patientLinkUser';
  const text = byLink ? t('layout.notByLinkText') : t('layout.notForYouText');
  return (
    <>
      <h1>{t(page.title)}</h1>
      <EmptyState
        icon={Lock}
        level={2}
        title={
          withholder === null
            ? t('layout.notForYouTitle')
            : t(age === null ? 'layout.notGivenTitle' : 'layout.endedByAgeTitle', { name })
        }
        action={<ButtonLink href={byLink ? '/questionnaires' : '/'}>{t('core.toStart')}</ButtonLink>}
      >
        {withholder === null
          ? text
          : age !== null
            ? t('layout.endedByAgeText', { name, age })
            : endedOn === null
              ? t('layout.notGivenText', { name })
              : t('layout.endedOnText', { name, date: formatDate(locale, endedOn, 'long') })}
      </EmptyState>
    </>
  );
}
