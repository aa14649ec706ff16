import type { ReactNode } from 'react';
import { PageHead } from '../../ui/Page.tsx';
import { useWords } from '../../words/index.ts';
import { type ActivityProps, Activity } from './Activity.tsx';
import { Export } from './Export.tsx';

/** Personal data and privacy (specification 3, section 2). */
export function PersonalData(props: ActivityProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('personalData.title')} />
      <Activity {...props} />
      <Export patientId={props.patientId} actingFor={props.actingFor} />
    </>
  );
}
