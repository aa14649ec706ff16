import { type ComponentProps, createElement, type ReactNode } from 'react';

type IconData = { readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[] };

/**
 * Draws a Lucide icon from its data. The build replaces Lucide's own builder with it, which costs the login page more than all its icons:
 * colours, sizes and strokes are set in `Icon.css.ts`.
 */
export default function createLucideIcon({ node }: IconData): (props: ComponentProps<'svg'>) => ReactNode {
  return function LucideIcon(props) {
    const parts = node.map(([tag, attributes]) => createElement(tag, attributes));
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      parts,
    );
  };
}
