import type { CcdaId, IfSystemId, PatientId } from '@portal/api';
import { type ReactNode, Suspense, lazy } from 'react';
import { PageHead } from '../../ui/Page.tsx';
import { lead } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import type { HealthListsProps } from './lists/HealthLists.tsx';

const HealthLists = lazy(() => import('./lists/HealthLists.tsx'));

export interface HealthSummaryProps {
  readonly patientId: PatientId;
  readonly isOwn: boolean;
  readonly view: 'document' | 'lists';
  readonly linkTo: (document: {
    readonly ifSystemId: IfSystemId;
    readonly ccdaId: CcdaId;
  }) => ReturnType<HealthListsProps['linkTo']>;
}

/** The patient's health information: a document, or the same as lists. */
export function HealthSummary({ patientId, isOwn, view, linkTo }: HealthSummaryProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('healthSummary.heading')} />
      <p className={lead}>{t('healthSummary.lead')}</p>
      {view === 'lists' ? (
        <Suspense>
          <HealthLists patientId={patientId} isOwn={isOwn} linkTo={linkTo} />
        </Suspense>
      ) : null}
    </>
  );
}
