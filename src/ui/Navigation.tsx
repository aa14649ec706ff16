import { type MouseEvent, type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { Count } from './Count.tsx';
import { Dot } from './Dot.tsx';
import { entriesThatFit } from './fitting.ts';
import { Icon } from './Icon.tsx';
import { ChevronDown, type IconGlyph, Menu } from './icons.ts';
import { dock, dockIcon, measured, ruler, tabs } from './Navigation.css.ts';
import { anchor, menuList, turned } from './Popover.css.ts';
import { PopoverSurface, useDismiss } from './Popover.tsx';

/** One page in the navigation, in the reader's language. */
export interface NavigationEntry {
  readonly label: string;
  /** At most 10 letters, for the bottom bar. */
  readonly shortLabel: string;
  readonly icon: IconGlyph;
  readonly current: boolean;
  readonly count: number;
  /** The text for screen readers with the count; the usual one where it is left out. */
  readonly countWords?: string;
  readonly link: { readonly href: string; readonly onClick: (event: MouseEvent<HTMLAnchorElement>) => void };
}

/** Formats a count, for example "2 new". */
type CountWords = (count: number) => string;

const sumOf = (entries: readonly NavigationEntry[]) => entries.reduce((sum, { count }) => sum + count, 0);

/** How many of the row's entries fit, measured again whenever the row or an entry changes its size. */
function useFitting(total: number): { readonly row: React.RefObject<HTMLUListElement | null>; readonly shown: number } {
  const row = useRef<HTMLUListElement>(null);
  const [fits, setFits] = useState(total);
  useLayoutEffect(() => {
    const list = row.current;
    if (!list) return;
    const measure = () => {
      const widths = [...list.querySelectorAll(':scope > [data-tab]')].map(
        (item) => item.getBoundingClientRect().width,
      );
      const more = list.querySelector(`:scope > .${ruler}`)?.getBoundingClientRect().width ?? 0;
      const { columnGap, paddingInlineStart, paddingInlineEnd } = getComputedStyle(list);
      const px = (size: string) => Number.parseFloat(size) || 0;
      setFits(
        entriesThatFit(widths, more, px(columnGap), list.clientWidth - px(paddingInlineStart) - px(paddingInlineEnd)),
      );
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(list);
    for (const item of list.children) watcher.observe(item);
    return () => watcher.disconnect();
  }, [total]);
  return { row, shown: Math.min(fits, total) };
}

interface TabsProps {
  /** Name of the landmark. */
  readonly label: string;
  readonly moreLabel: string;
  readonly countWords: CountWords;
  /** In display order. */
  readonly entries: readonly NavigationEntry[];
}

/** Text tabs, from Medium. Tabs that do not fit move into More, the last first, and More shows the sum of their counts. */
export function Tabs({ label, moreLabel, countWords, entries }: TabsProps): ReactNode {
  const { row, shown } = useFitting(entries.length);
  if (entries.length === 0) return null;
  const hidden = entries.slice(shown);
  return (
    <nav className={tabs} aria-label={label}>
      <ul ref={row}>
        {entries.map((entry, at) => (
          <li key={entry.link.href} data-tab="" className={classes(at >= shown && measured)}>
            <a {...entry.link} aria-current={entry.current ? 'page' : undefined}>
              {entry.label} <Count value={entry.count} hiddenWords={entry.countWords ?? countWords(entry.count)} />
            </a>
          </li>
        ))}
        {hidden.length > 0 ? (
          <li>
            <More label={moreLabel} countWords={countWords} entries={hidden} />
          </li>
        ) : null}
        <li className={`${measured} ${ruler}`} aria-hidden="true">
          {moreLabel} <Count value={sumOf(entries) > 0 ? 100 : 0} hiddenWords="" /> <Icon of={ChevronDown} size="xs" />
        </li>
      </ul>
    </nav>
  );
}

function More({ label, countWords, entries }: Omit<TabsProps, 'moreLabel'>): ReactNode {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(open, frame, opener, close);
  const sum = sumOf(entries);
  return (
    <span className={anchor} ref={frame}>
      <button
        ref={opener}
        type="button"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-current={entries.some(({ current }) => current) || undefined}
        onClick={() => setOpen(!open)}
      >
        {label} <Count value={sum} hiddenWords={countWords(sum)} />
        <span className={turned}>
          <Icon of={ChevronDown} size="xs" />
        </span>
      </button>
      {open ? (
        <PopoverSurface id={listId}>
          <ul className={menuList}>
            {entries.map((entry) => (
              <li key={entry.link.href}>
                <EntryLink entry={entry} countWords={countWords} onChosen={close} />
              </li>
            ))}
          </ul>
        </PopoverSurface>
      ) : null}
    </span>
  );
}

/** An entry at full size, in a list. */
export function EntryLink({
  entry,
  countWords,
  onChosen,
}: {
  entry: NavigationEntry;
  countWords: CountWords;
  onChosen: () => void;
}): ReactNode {
  return (
    <a
      href={entry.link.href}
      aria-current={entry.current ? 'page' : undefined}
      onClick={(event) => {
        onChosen();
        entry.link.onClick(event);
      }}
    >
      <Icon of={entry.icon} />
      {entry.label} <Count value={entry.count} hiddenWords={entry.countWords ?? countWords(entry.count)} />
    </a>
  );
}

interface DockProps {
  readonly label: string;
  readonly menuLabel: string;
  readonly countWords: CountWords;
  /** At most four; Menu is always the last. */
  readonly entries: readonly NavigationEntry[];
  /** The text for screen readers where an entry outside the bar has something new; null: none has. */
  readonly somethingNew: string | null;
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
}

/** The bottom bar of phones and the rail at the side of small windows. */
export function Dock({ label, menuLabel, countWords, entries, somethingNew, menuOpen, onMenu }: DockProps): ReactNode {
  return (
    <nav className={dock} aria-label={label}>
      {entries.map(({ link, current, icon, count, countWords: own, shortLabel }) => (
        <a
          key={link.href}
          {...link}
          aria-current={current ? 'page' : undefined}
          aria-label={count > 0 ? `${shortLabel}, ${own ?? countWords(count)}` : undefined}
        >
          <span className={dockIcon} aria-hidden="true">
            <Icon of={icon} />
            <Count value={count} hiddenWords="" />
          </span>
          {shortLabel}
        </a>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        aria-label={somethingNew === null ? undefined : `${menuLabel}, ${somethingNew}`}
        onClick={onMenu}
      >
        <span className={dockIcon} aria-hidden="true">
          <Icon of={Menu} />
          {somethingNew === null ? null : <Dot label={somethingNew} />}
        </span>
        {menuLabel}
      </button>
    </nav>
  );
}
