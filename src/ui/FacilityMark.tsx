import type { ReactNode } from 'react';
import { HouseMark } from './Brand.tsx';
import { logoMark, logoOnDeep } from './FacilityMark.css.ts';

/** The facility's logo from its theme, or ours where it has none. `onDeep`: it is on the deep surface. */
export const FacilityMark = ({ hasLogo, onDeep = false }: { hasLogo: boolean; onDeep?: boolean }): ReactNode =>
  hasLogo ? <span className={onDeep ? `${logoMark} ${logoOnDeep}` : logoMark} /> : <HouseMark />;
