import { type ReactElement, type ReactNode, isValidElement } from 'react';
import { icon, iconL, iconS, iconXs } from './Icon.css.ts';
import type { IconGlyph } from './icons.ts';

/** A glyph of `icons.ts`, or an element when a caller needs its own. */
export type IconLike = IconGlyph | ReactElement;

const sizes = { xs: `${icon} ${iconXs}`, s: `${icon} ${iconS}`, m: icon, l: `${icon} ${iconL}` } as const;

/** One icon of the closed list. It is decorative: the words beside it say the same. */
export const Icon = ({ of: Glyph, size = 'm' }: { of: IconGlyph; size?: keyof typeof sizes }): ReactNode => (
  <Glyph className={sizes[size]} aria-hidden="true" />
);

/** The icon that a part was given, at the part's size. */
export function iconOf(given: IconLike | undefined | null, size: keyof typeof sizes = 'm'): ReactNode {
  if (!given || isValidElement(given)) return given ?? null;
  return <Icon of={given} size={size} />;
}
