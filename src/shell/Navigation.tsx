import type { ReactNode } from 'react';
import { Count } from '../ui/Count.tsx';
import { Dot } from '../ui/Dot.tsx';
import { Icon } from '../ui/Icon.tsx';
import { ClipboardList, type IconGlyph, Menu } from '../ui/icons.ts';
import { useWords } from '../words/index.ts';
import { dock, dockIcon, tabs } from './Navigation.css.ts';
import type { TabPage } from './tabOrder.ts';
import type { TabIcon } from './page.ts';
import type { LinkProps } from './useLink.ts';

/** One page in the navigation. */
export interface NavigationEntry {
  readonly page: TabPage;
  readonly current: boolean;
  readonly count: number;
  readonly link: LinkProps;
}

export const tabIcons: Readonly<Record<TabIcon, IconGlyph>> = { questionnaires: ClipboardList };

/** The count of an entry with the words that are heard. */
export function EntryCount({ count }: { count: number }): ReactNode {
  const { t } = useWords();
  return <Count value={count} hiddenWords={t('shell.countNew', { count })} />;
}

/** Text tabs, from Medium. */
export function Tabs({ entries }: { entries: readonly NavigationEntry[] }): ReactNode {
  const { t } = useWords();
  if (entries.length === 0) return null;
  return (
    <nav className={tabs} aria-label={t('shell.mainNavigation')}>
      <ul>
        {entries.map(({ page, current, count, link }) => (
          <li key={page.path}>
            <a {...link} aria-current={current ? 'page' : undefined}>
              {t(page.title)} <EntryCount count={count} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export interface DockProps {
  /** At most four; Menu is always the last. */
  readonly entries: readonly NavigationEntry[];
  /** An entry outside the bar has something new. */
  readonly somethingNew: boolean;
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

/** The bottom bar of phones and the rail at the side of small windows. */
export function Dock({ entries, somethingNew, menuOpen, onMenu }: DockProps): ReactNode {
  const { t } = useWords();
  return (
    <nav className={dock} aria-label={t('shell.shortNavigation')}>
      {entries.map(({ page, current, count, link }) => (
        <a key={page.path} {...link} aria-current={current ? 'page' : undefined}>
          <span className={dockIcon}>
            <Icon of={tabIcons[page.tab.icon]} />
            <EntryCount count={count} />
          </span>
          {t(page.tab.shortLabel)}
        </a>
      ))}
      <button type="button" aria-haspopup="dialog" aria-expanded={menuOpen} onClick={onMenu}>
        <span className={dockIcon}>
          <Icon of={Menu} />
          {somethingNew ? <Dot label={t('shell.somethingNew')} /> : null}
        </span>
        {t('shell.menu')}
      </button>
    </nav>
  );
}
