import type { ReactNode } from 'react';
import { brand, brandMark } from './Brand.css.ts';

/** The mark for a facility without a logo. */
export const HouseMark = (): ReactNode => (
  <svg className={brandMark} viewBox="0 0 40 40" aria-hidden="true">
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M20 0c11 0 20 9 20 20s-9 20-20 20S0 31 0 20 9 0 20 0Zm-1.4 33.4V22.2c-4.9-.3-8.9-3.3-10.2-8 5-.6 8.6 1.3 10.4 4.9.5-5.2 4.3-9.7 10.9-11.3.8 7.4-2.4 13.2-8.3 14.3v11.3Z"
    />
  </svg>
);

interface BrandProps {
  /** The facility, or the app's name on the kiosk. */
  name: string;
  /** A second, smaller line. */
  sub?: string;
  /** The facility's mark; ours where it is left out. */
  mark?: ReactNode;
}

export const Brand = ({ name, sub, mark }: BrandProps): ReactNode => (
  <span className={brand}>
    {mark ?? <HouseMark />}
    <span>
      {name}
      {sub ? <small>{sub}</small> : null}
    </span>
  </span>
);
