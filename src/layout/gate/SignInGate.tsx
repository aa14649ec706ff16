import type { ReactNode } from 'react';
import { Gate } from '../../ui/Gate.tsx';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { FacilityBrand } from './FacilityBrand.tsx';
import { FacilityFoot } from './FacilityFoot.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';

/** The sign-in layout with the facility's name, the language and the message bar. */
export function SignInGate({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <Gate
      brand={<FacilityBrand onDeep />}
      utilities={<LanguageChoice />}
      title={title}
      lead={lead}
      footer={<FacilityFoot />}
    >
      <MessageBar />
      {children}
    </Gate>
  );
}
