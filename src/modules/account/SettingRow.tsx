import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { row, rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { cardBody, settingPanel, settingRow } from './account.css.ts';

/** What a form in the row can do when it is done. */
export interface SettingRowHandle {
  /** Closes the row and gives it the focus. */
  close: () => void;
}

const isNamedByAddress = (id: string): boolean => location.hash === `#${id}`;

/** A section of the settings: a row with its present value that opens in place. Its `id` in the address opens it. */
export function SettingRow({
  id,
  title,
  value,
  onPaper = false,
  ref,
  children,
}: {
  id: string;
  title: string;
  /** The current value; null where there is nothing to show, or it is loading. */
  value: ReactNode;
  /** True: it is printed, whether it is open or not. */
  onPaper?: boolean;
  ref?: Ref<SettingRowHandle>;
  children: ReactNode;
}): ReactNode {
  const isPrinting = usePrinting();
  const titleId = useId();
  const panelId = useId();
  const [isOpen, setOpen] = useState(() => isNamedByAddress(id));
  const section = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => ({
    close: () => {
      setOpen(false);
      button.current?.focus({ preventScroll: true });
    },
  }));
  useEffect(() => {
    const openIfNamed = () => {
      if (!isNamedByAddress(id)) return;
      setOpen(true);
      section.current?.scrollIntoView();
    };
    openIfNamed();
    addEventListener('hashchange', openIfNamed);
    return () => removeEventListener('hashchange', openIfNamed);
  }, [id]);
  return (
    <section ref={section} id={id} className={classes(settingRow, !onPaper && screenOnly)} aria-labelledby={titleId}>
      <h2>
        <button
          ref={button}
          type="button"
          className={classes(row, screenOnly)}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={rowMain}>
            <span className={rowTitle} id={titleId}>
              {title}
            </span>
            {value === null ? null : <span className={rowSub}>{value}</span>}
          </span>
          <Icon of={ChevronDown} size="s" />
        </button>
        {isPrinting ? title : null}
      </h2>
      {/* A closed row keeps what was typed. */}
      <div id={panelId} className={classes(cardBody, settingPanel)} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
