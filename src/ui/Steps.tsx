import type { ReactNode } from 'react';
import { useWords } from '../words/index.ts';
import { steps } from './Steps.css.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface StepsProps {
  /** The goal of the steps, for screen readers. */
  label: string;
  names: readonly string[];
  /** Index of the current step. */
  current: number;
}

/** The steps of something that takes several pages, by name (visual language, section 5). Needs the `form` texts. */
export function Steps({ label, names, current }: StepsProps): ReactNode {
  const { t } = useWords();
  return (
    <ol className={steps} aria-label={label}>
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          data-reached={index <= current || undefined}
        >
          <span>
            {name}
            {index < current ? <VisuallyHidden> ({t('form.stepDone')})</VisuallyHidden> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
