import type { ReactNode } from 'react';
import { Chevron } from './Chevron.tsx';
import { type IconLike, iconOf } from './Icon.tsx';
import { row, rowIcon, rowMain, rowSub, rowTitle, rows } from './Row.css.ts';

interface RowProps {
  title: ReactNode;
  sub?: ReactNode;
  icon?: IconLike;
  /** Chips, counts and buttons at the end. */
  trailing?: ReactNode;
  /** Makes the whole row a link; only then it has a chevron. Not together with buttons in `trailing`. */
  renderLink?: (link: { className: string; children: ReactNode }) => ReactNode;
  children?: ReactNode;
}

export const Rows = ({ label, children }: { label?: string; children: ReactNode }): ReactNode => (
  <ul className={rows} aria-label={label}>
    {children}
  </ul>
);

/** One entry of a list: title, a line below, and trailing parts. */
export function Row({ title, sub, icon, trailing, renderLink, children }: RowProps): ReactNode {
  const content = (
    <>
      {icon ? <span className={rowIcon}>{iconOf(icon)}</span> : null}
      <span className={rowMain}>
        <span className={rowTitle}>{title}</span>
        {sub ? <span className={rowSub}>{sub}</span> : null}
        {children}
      </span>
      {trailing}
      {renderLink ? <Chevron /> : null}
    </>
  );
  return (
    <li>{renderLink ? renderLink({ className: row, children: content }) : <div className={row}>{content}</div>}</li>
  );
}
