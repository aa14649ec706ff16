import type { ReactNode } from 'react';
import {
  CircleHelp,
  FileDown,
  HeartPulse,
  type IconGlyph,
  Link,
  Phone,
  Settings,
  ShieldCheck,
} from '../../ui/icons.ts';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import { UtilityLink } from '../../ui/Utility.tsx';
import { useWords } from '../../words/index.ts';
import type { LinkProps } from '../../records/links.ts';

export interface MenuEntry {
  readonly path: string;
  readonly label: string;
  readonly current: boolean;
  readonly link: LinkProps;
}

/** What is around the pages besides the tabs, each page only if it is built and allowed. */
export interface MenuEntries {
  readonly resources: readonly MenuEntry[];
  readonly contact: readonly MenuEntry[];
  readonly you: readonly MenuEntry[];
}

const icons: Readonly<Record<string, IconGlyph>> = {
  '/faqs': CircleHelp,
  '/useful-links': Link,
  '/download-forms': FileDown,
  '/contact-us': Phone,
  '/help': CircleHelp,
  '/account-settings': Settings,
  '/health-summary': HeartPulse,
  '/personal-data': ShieldCheck,
};
export const menuIcon = (path: string): IconGlyph => icons[path] ?? Link;

/** Resources and Contact us in the wide top bar. */
export function ResourceLinks({ resources, contact }: Pick<MenuEntries, 'resources' | 'contact'>): ReactNode {
  const { t } = useWords();
  return (
    <>
      {resources.length > 0 ? (
        <MenuButton label={t('layout.resources')} align="start">
          {resources.map(({ path, label, current, link }) => (
            <MenuItem key={path} icon={menuIcon(path)} link={link} current={current}>
              {label}
            </MenuItem>
          ))}
        </MenuButton>
      ) : null}
      {contact.map(({ path, label, current, link }) => (
        <UtilityLink key={path} {...link} aria-current={current ? 'page' : undefined}>
          {label}
        </UtilityLink>
      ))}
    </>
  );
}
