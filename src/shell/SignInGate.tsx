import type { ReactNode } from 'react';
import { useFacility } from '../data/facility.ts';
import { Brand } from '../ui/Brand.tsx';
import { Gate } from '../ui/Gate.tsx';
import { MessageBar } from '../ui/MessageBar.tsx';
import { FacilityTexts } from './FacilityTexts.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';

/** The sign-in layout with the facility's name, the language and the message bar. */
export function SignInGate({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }): ReactNode {
  const facility = useFacility();
  return (
    <Gate brand={<Brand name={facility?.facilityPortalName ?? ''} logo={Boolean(facility?.logo)} />} utilities={<LanguageChoice />} title={title} lead={lead} footer={<FacilityTexts />}>
      <MessageBar />
      {children}
    </Gate>
  );
}
