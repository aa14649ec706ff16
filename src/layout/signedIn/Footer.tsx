import type { ReactNode } from 'react';
import { Copyright, FacilityFoot } from '../gate/FacilityFoot.tsx';
import { FacilityTexts } from '../gate/FacilityTexts.tsx';
import { footer, footerIn, fromMedium } from './Navigation.css.ts';

/** The copyright line and the facility's texts, below every page with tabs from Medium; below that the menu has them. */
export const Footer = (): ReactNode => (
  <footer className={`${footer} ${fromMedium}`}>
    <div className={footerIn}>
      <Copyright />
      <FacilityTexts />
    </div>
  </footer>
);

/** For a person who came by an emailed link, and has no menu at any width. */
export const ReducedFooter = (): ReactNode => (
  <footer className={footer}>
    <div className={footerIn}>
      <FacilityFoot />
    </div>
  </footer>
);
