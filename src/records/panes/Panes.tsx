import type { ComponentProps, ReactNode, RefObject } from 'react';
import { classes } from '../../ui/classes.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { listOnly, paneDetail, paneHead, panes, paneSide } from './panes.css.ts';

interface PanePart {
  /** Something of the list is open: below 992 px, and on paper, it stands in place of the list. */
  readonly isOpen: boolean;
  readonly className?: string;
}

interface PanesProps extends PanePart {
  readonly list: ReactNode;
  /** The list's own element takes the focus where no row can. */
  readonly listRef?: RefObject<HTMLElement | null>;
  /** Makes the list a region. */
  readonly listName?: string;
  readonly detail: ReactNode;
  readonly detailClassName?: string;
}

/** The looks of a part, and the attribute by which they hide it. */
const partLook = (isOpen: boolean, ...looks: readonly (string | undefined)[]) => ({
  className: classes(...looks),
  'data-view': isOpen ? 'detail' : 'list',
});

export const PanesHead = ({ isOpen, className, children }: PanePart & { readonly children: ReactNode }): ReactNode => (
  <div {...partLook(isOpen, paneHead, className)}>{children}</div>
);

/** Controls of the list that stand outside of its pane. */
export const ListControls = ({
  isOpen,
  className,
  ...rest
}: PanePart & Pick<ComponentProps<'div'>, 'id' | 'hidden' | 'children'>): ReactNode => (
  <div {...rest} {...partLook(isOpen, className, screenOnly, listOnly)} />
);

/** A list beside what is opened of it. */
export const Panes = ({
  isOpen,
  className,
  list,
  listRef,
  listName,
  detail,
  detailClassName,
}: PanesProps): ReactNode => (
  <div className={classes(panes, className)}>
    <section {...partLook(isOpen, listOnly, paneSide)} ref={listRef} tabIndex={listRef && -1} aria-label={listName}>
      {list}
    </section>
    <div {...partLook(isOpen, paneDetail, detailClassName)}>{detail}</div>
  </div>
);
