import type { ReactNode } from 'react';
import { dot } from './Dot.css.ts';

/** Something not seen yet; `label` says so in words. */
export const Dot = ({ label }: { label: string }): ReactNode => <span className={dot} role="img" aria-label={label} />;
