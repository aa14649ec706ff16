import { type ReactNode, useEffect, useId, useRef } from 'react';
import { errorSummary } from './ErrorSummary.css.ts';
import { Icon } from './Icon.tsx';
import { CircleAlert } from './icons.ts';

export interface Problem {
  /** The part that is wrong, as `#id`. */
  readonly href: `#${string}`;
  readonly text: ReactNode;
  /** Another way to go there, for example to another screen of the kiosk. */
  readonly onSelect?: () => void;
}

interface ErrorSummaryProps {
  title: ReactNode;
  problems: readonly Problem[];
  /** Takes the focus when it appears, and again whenever this value changes: once for each failed submit. */
  focus?: number;
  children?: ReactNode;
}

/** Moves focus to a part of a form: to the control with this id, or to the first one inside it. */
export function focusPart(id: string): void {
  const part = document.getElementById(id);
  if (!part) return;
  const control = part.matches('input, select, textarea, button, a[href]')
    ? part
    : part.querySelector<HTMLElement>('input:not(:disabled), select, textarea, button');
  const target = control ?? part;
  if (!control && !part.hasAttribute('tabindex')) part.tabIndex = -1;
  target.focus({ preventScroll: true });
  part.scrollIntoView({ block: 'center' });
}

/** After a failed submit, above the form: one link per problem. */
export function ErrorSummary({ title, problems, focus, children }: ErrorSummaryProps): ReactNode {
  const titleId = useId();
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focus === undefined) return;
    own.current?.focus({ preventScroll: true });
    own.current?.scrollIntoView({ block: 'start' });
  }, [focus]);
  return (
    <section ref={own} className={errorSummary} role="alert" tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Icon of={CircleAlert} />
        <span>{title}</span>
      </h2>
      {children}
      <ul>
        {problems.map((problem) => (
          <li key={problem.href}>
            <a
              href={problem.href}
              onClick={(event) => {
                event.preventDefault();
                if (problem.onSelect) problem.onSelect();
                else focusPart(problem.href.slice(1));
              }}
            >
              {problem.text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
