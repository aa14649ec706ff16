import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { box, combobox, listbox, option as optionClass, optionDetail, optionWords, status } from './Combobox.css.ts';
import { Field, type FieldProps } from './Field.tsx';
import { verbatim } from './form/verbatim.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { Search, X } from './icons.ts';
import { input } from './Input.css.ts';

export interface ComboboxOption {
  readonly key: string;
  readonly words: string;
  /** Shown after the text, such as a code. */
  readonly detail?: string;
  readonly lang?: string | undefined;
}

interface ComboboxProps extends FieldProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** The options that match the typed text; empty when it is empty. */
  readonly options: readonly ComboboxOption[];
  readonly onChoose: (key: string) => void;
  /** The number of results, or that there are none: shown below the box and announced when it changes. */
  readonly told: string;
  readonly listLabel: string;
  readonly clearLabel: string;
  /** Called when the focus leaves. */
  readonly onLeave?: () => void;
}

/**
 * A box to search in, with the results below it (the editable combobox of the ARIA Authoring Practices: arrows move through the list, Enter
 * chooses, Escape closes and then empties). The list is part of the page and not over it: a question is a box that clips its content, and
 * on a phone a list over the page would end behind the keyboard.
 */
export function Combobox({
  id,
  label,
  hint,
  error,
  required,
  look,
  value,
  onChange,
  options,
  onChoose,
  told,
  listLabel,
  clearLabel,
  onLeave,
}: ComboboxProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [isClosed, setClosed] = useState(false);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const isOpen = !isClosed && options.length > 0;
  const active = isOpen ? options.findIndex(({ key }) => key === activeKey) : -1;
  const listId = `${id}-list`;
  const optionId = (at: number) => `${id}-option-${String(at)}`;

  const type = (typed: string): void => {
    setClosed(false);
    setActiveKey(null);
    onChange(typed);
  };
  const choose = (key: string): void => {
    setActiveKey(null);
    onChoose(key);
    field.current?.focus();
  };
  const moveTo = (at: number): void => {
    const next = options[(at + options.length) % options.length];
    setActiveKey(next?.key ?? null);
    // Near the end of the window the next option may be below it.
    document.getElementById(optionId(options.findIndex(({ key }) => key === next?.key)))?.scrollIntoView({
      block: 'nearest',
    });
  };

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (options.length === 0) return;
        event.preventDefault();
        setClosed(false);
        if (event.altKey && event.key === 'ArrowDown') return;
        moveTo(event.key === 'ArrowDown' ? active + 1 : active < 0 ? -1 : active - 1);
        return;
      case 'Enter': {
        const chosen = options[active];
        // Enter in this box submits no form: the person may have meant to choose from the list.
        event.preventDefault();
        if (chosen) choose(chosen.key);
        return;
      }
      case 'Escape':
        if (!isOpen && value === '') return;
        event.preventDefault();
        event.stopPropagation();
        if (isOpen) {
          setClosed(true);
          setActiveKey(null);
        } else type('');
    }
  };

  return (
    <Field id={id} label={label} hint={hint} error={error} required={required} look={look}>
      {(control) => (
        <div
          className={combobox}
          onBlur={(event) => {
            if (event.currentTarget.contains(event.relatedTarget)) return;
            setActiveKey(null);
            onLeave?.();
          }}
        >
          <div className={box}>
            <Icon of={Search} size="s" />
            <input
              {...control}
              {...verbatim}
              ref={field}
              className={input}
              type="text"
              role="combobox"
              inputMode="search"
              enterKeyHint="search"
              autoComplete="off"
              aria-autocomplete="list"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-activedescendant={active < 0 ? undefined : optionId(active)}
              value={value}
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={press}
            />
            {value === '' ? null : (
              <IconButton
                icon={X}
                size="s"
                label={clearLabel}
                onClick={() => {
                  type('');
                  field.current?.focus();
                }}
              />
            )}
          </div>
          <p className={status} role="status">
            {told}
          </p>
          <div
            id={listId}
            role="listbox"
            aria-label={listLabel}
            className={isOpen ? listbox : undefined}
            hidden={!isOpen}
          >
            {isOpen
              ? options.map(({ key, words, detail, lang }, at) => (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the box has the focus and the keys
                  <div
                    key={key}
                    id={optionId(at)}
                    role="option"
                    aria-selected={at === active}
                    className={optionClass}
                    // The box keeps the focus, and with it the keyboard of a phone.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(key)}
                  >
                    <span className={optionWords} lang={lang}>
                      {words}
                    </span>
                    {detail === undefined ? null : <span className={optionDetail}>{detail}</span>}
                  </div>
                ))
              : null}
          </div>
        </div>
      )}
    </Field>
  );
}
