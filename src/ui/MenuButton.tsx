import { type MouseEvent, type ReactNode, createContext, use, useCallback, useId, useRef, useState } from 'react';
import { Icon, type IconLike, iconOf } from './Icon.tsx';
import { Check, ChevronDown } from './icons.ts';
import { anchor, itemCheck, menuList, turned } from './Popover.css.ts';
import { PopoverSurface, useDismiss } from './Popover.tsx';
import { UtilityButton } from './Utility.tsx';

const CloseMenu = createContext<() => void>(() => undefined);

interface MenuButtonProps {
  icon?: IconLike;
  /** The words on the button; they are its name too. */
  label: ReactNode;
  /** Read before the text, for example "Language". */
  hiddenLabel?: string;
  align?: 'start' | 'end';
  /** `MenuItem`s. */
  children: ReactNode;
}

/** A button of a bar that opens a short list: language, user. */
export function MenuButton({ icon, label, hiddenLabel, align = 'end', children }: MenuButtonProps): ReactNode {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const frame = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const closeAndReturn = useCallback(() => {
    setOpen(false);
    opener.current?.focus();
  }, []);
  useDismiss(open, frame, opener, close);
  return (
    <span className={anchor} ref={frame}>
      <UtilityButton
        ref={opener}
        icon={icon}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={hiddenLabel && typeof label === 'string' ? `${hiddenLabel}: ${label}` : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
        <span className={turned}>
          <Icon of={ChevronDown} size="xs" />
        </span>
      </UtilityButton>
      {open ? (
        <PopoverSurface id={listId} align={align}>
          <CloseMenu value={closeAndReturn}>
            <ul className={menuList}>{children}</ul>
          </CloseMenu>
        </PopoverSurface>
      ) : null}
    </span>
  );
}

interface MenuItemProps {
  icon?: IconLike;
  onSelect?: () => void;
  /** A link of the app: its address, and what a press does instead of loading the page. */
  link?: { readonly href: string; readonly onClick: (event: MouseEvent<HTMLAnchorElement>) => void };
  current?: boolean;
  /** The language of the text, where it differs from the page's. */
  lang?: string;
  children: ReactNode;
}

/** One entry; choosing it closes the list and returns the focus. */
export function MenuItem({ icon, onSelect, link, current = false, lang, children }: MenuItemProps): ReactNode {
  const close = use(CloseMenu);
  const choose = () => {
    close();
    onSelect?.();
  };
  const content = (
    <>
      {iconOf(icon, 's')}
      <span>{children}</span>
      {current ? (
        <span className={itemCheck}>
          <Icon of={Check} size="s" />
        </span>
      ) : null}
    </>
  );
  return (
    <li>
      {link ? (
        <a
          href={link.href}
          onClick={(event) => {
            choose();
            link.onClick(event);
          }}
          aria-current={current || undefined}
          lang={lang}
        >
          {content}
        </a>
      ) : (
        <button type="button" onClick={choose} aria-current={current || undefined} lang={lang}>
          {content}
        </button>
      )}
    </li>
  );
}
