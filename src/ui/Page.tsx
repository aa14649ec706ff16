import type { ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { ArrowLeft } from './icons.ts';
import { atEnd, back, narrow as narrowClass, page, pageHead, section, sectionHead } from './Page.css.ts';
import { lead as leadClass } from './text.css.ts';

/** The main region of a page. `narrow` is for forms. */
export const Page = ({
  narrow = false,
  flat = false,
  ref,
  children,
}: {
  narrow?: boolean;
  flat?: boolean;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}): ReactNode => (
  <main
    id="main"
    tabIndex={-1}
    ref={ref}
    className={classes(page, narrow && narrowClass)}
    data-flat={flat || undefined}
  >
    {children}
  </main>
);

/** The h1 with its count and lead. */
export const PageHead = ({
  title,
  count,
  lead,
  end,
}: {
  title: ReactNode;
  /** The number of new things, beside the title. */
  count?: ReactNode;
  lead?: ReactNode;
  end?: ReactNode;
}): ReactNode => (
  <div className={pageHead}>
    <h1>{title}</h1>
    {count}
    {end ? <div className={atEnd}>{end}</div> : null}
    {lead ? (
      <p className={leadClass}>
        <span>{lead}</span>
      </p>
    ) : null}
  </div>
);

export const Section = ({
  id,
  title,
  end,
  children,
}: {
  id: string;
  title: ReactNode;
  end?: ReactNode;
  children: ReactNode;
}): ReactNode => (
  <section className={section} aria-labelledby={`${id}-title`} id={id}>
    <div className={sectionHead}>
      <h2 id={`${id}-title`}>{title}</h2>
      {end}
    </div>
    {children}
  </section>
);

/** The way back, first in a detail view. */
export const Back = ({ label, onBack }: { label: ReactNode; onBack: () => void }): ReactNode => (
  <button type="button" className={back} onClick={onBack}>
    <Icon of={ArrowLeft} size="s" />
    {label}
  </button>
);
