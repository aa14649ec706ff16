import type { ReactNode } from 'react';
import { brand } from '../../ui/Brand.css.ts';
import { FacilityMark } from '../../ui/FacilityMark.tsx';
import { useBranding } from '../../browser/branding.ts';
import { roomy } from './FacilityBrand.css.ts';
import type { LinkProps } from '../../records/links.ts';

/** The facility's logo, or ours, with the portal's name; a link where it leads anywhere. */
export function FacilityBrand({ onDeep = false, link }: { onDeep?: boolean; link?: LinkProps }): ReactNode {
  const { portalName, hasLogo } = useBranding();
  const content = (
    <>
      <FacilityMark hasLogo={hasLogo} onDeep={onDeep} />
      <span>{portalName}</span>
    </>
  );
  return link ? (
    <a className={brand} {...link}>
      {content}
    </a>
  ) : (
    <span className={`${brand} ${roomy}`}>{content}</span>
  );
}
