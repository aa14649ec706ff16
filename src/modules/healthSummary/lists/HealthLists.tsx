import type { CcdaId, IfSystemId, PatientId } from '@portal/api';
import type { ComponentProps, ReactNode } from 'react';
import type { TextLink } from '../../../ui/TextLink.tsx';
import { useWords } from '../../../words/index.ts';

export interface HealthListsProps {
  readonly patientId: PatientId;
  /** False where somebody acts for the patient. */
  readonly isOwn: boolean;
  /** To the document in which an entry stands. */
  readonly linkTo: (document: {
    readonly ifSystemId: IfSystemId;
    readonly ccdaId: CcdaId;
  }) => Pick<ComponentProps<typeof TextLink>, 'href' | 'onClick'>;
}

/** The same information as lists, put together from every document and clinic. */
export default function HealthLists({ patientId }: HealthListsProps): ReactNode {
  const { t } = useWords();
  return <h2 id={`lists-${patientId}`}>{t('healthSummary.list_problems')}</h2>;
}
