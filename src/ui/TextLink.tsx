import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { type IconLike, iconOf } from './Icon.tsx';
import { linkMore } from './TextLink.css.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface TextLinkProps extends ComponentProps<'a'> {
  /** True for a link outside a sentence: then it is as tall as a finger. */
  standalone?: boolean;
  icon?: IconLike;
  /** What "View More" is about, for screen readers. */
  hiddenContext?: string;
}

/** A link in text: always underlined. */
export function TextLink({
  standalone = false,
  icon,
  hiddenContext,
  className,
  children,
  ...rest
}: TextLinkProps): ReactNode {
  return (
    <a {...rest} className={classes(standalone && linkMore, className) || undefined}>
      {iconOf(icon, 's')}
      {children}
      {hiddenContext ? <VisuallyHidden> {hiddenContext}</VisuallyHidden> : null}
    </a>
  );
}
