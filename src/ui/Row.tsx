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
  /** Makes the whole row a link or button; only then it has a chevron. Not together with buttons in `trailing`. */
  onOpen?: () => void;
  href?: string;
  /** Wraps the content in a link of the router. */
  renderLink?: (link: { className: string; children: ReactNode }) => ReactNode;
  children?: ReactNode;
}

export const Rows = ({ label, children }: { label?: string; children: ReactNode }): ReactNode => (
  <ul className={rows} aria-label={label}>
    {children}
  </ul>
);

/** One entry of a list: title, a line below, and trailing parts. */
export function Row({ title, sub, icon, trailing, onOpen, href, renderLink, children }: RowProps): ReactNode {
  const opens = Boolean(onOpen || href || renderLink);
  const content = (
    <>
      {icon ? <span className={rowIcon}>{iconOf(icon)}</span> : null}
      <span className={rowMain}>
        <span className={rowTitle}>{title}</span>
        {sub ? <span className={rowSub}>{sub}</span> : null}
        {children}
      </span>
      {trailing}
      {opens ? <Chevron /> : null}
    </>
  );
  return <li>{rowFrame(content, { onOpen, href, renderLink })}</li>;
}

function rowFrame(
  content: ReactNode,
  { onOpen, href, renderLink }: Pick<RowProps, 'onOpen' | 'href' | 'renderLink'>,
): ReactNode {
  if (renderLink) return renderLink({ className: row, children: content });
  if (href) {
    return (
      <a className={row} href={href} onClick={onOpen}>
        {content}
      </a>
    );
  }
  if (onOpen) {
    return (
      <button type="button" className={row} onClick={onOpen}>
        {content}
      </button>
    );
  }
  return <div className={row}>{content}</div>;
}
