import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { Check } from './icons.ts';
import { seal } from './Seal.css.ts';

/** The round mark of a finished questionnaire. */
export const Seal = (): ReactNode => (
  <span className={seal}>
    <Icon of={Check} size="l" />
  </span>
);
