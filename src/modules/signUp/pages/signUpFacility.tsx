import { FacilityBrand } from '../../../layout/gate/FacilityBrand.tsx';
import { FacilityFoot } from '../../../layout/gate/FacilityFoot.tsx';
import { LanguageChoice } from '../../../layout/gate/LanguageChoice.tsx';
import type { SignUpFrameProps } from '../SignUpFrame.tsx';

/** The head and foot of each step of signing up: the portal's name and the language, and how to get help. */
export const signUpFacility: SignUpFrameProps['facility'] = {
  head: (
    <>
      <FacilityBrand />
      <LanguageChoice />
    </>
  ),
  foot: <FacilityFoot />,
};
